import { afterEach, describe, expect, it } from 'vitest';
import { type ModelServer, serveModel } from './serve-model.ts';

const open: ModelServer[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

async function serve(...turns: Parameters<ModelServer['script']>[0]) {
  const server = await serveModel();
  open.push(server);
  server.script(turns);
  const ask = (body: object, path = '/chat/completions') =>
    fetch(`${server.url}${path}`, { method: 'POST', body: JSON.stringify(body) });
  return { server, ask };
}

const messages = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: 'go' },
  { role: 'assistant', content: null, tool_calls: [{ id: 'a' }] },
  { role: 'tool', tool_call_id: 'a', content: 'one' },
  { role: 'tool', tool_call_id: 'b', content: [{ type: 'text', text: 'two' }] },
];

describe('the suite as a model', () => {
  it('answers with its turns, one a request, and then no more', async () => {
    const { ask } = await serve({ text: 'one' }, { text: 'two' });
    const texts = [];
    for (const _ of [1, 2]) {
      const { choices } = (await (await ask({ messages })).json()) as {
        choices: { message: { content: string } }[];
      };
      texts.push(choices[0]?.message.content);
    }
    expect(texts).toEqual(['one', 'two']);
    expect((await ask({ messages })).status).toBe(400);
  });

  it('keeps what it was asked until somebody takes it', async () => {
    const { server, ask } = await serve({ text: 'one' });
    const tool = { name: 'look', description: 'Looks.', parameters: {} };
    await ask({ model: 'm', messages, tools: [{ type: 'function', function: tool }] });
    expect(server.takeAsked()).toEqual([
      {
        model: 'm',
        tools: ['look'],
        offers: { look: tool },
        system: 'Be brief.',
        task: 'go',
        results: ['one', 'two'],
        messages,
      },
    ]);
    expect(server.takeAsked()).toEqual([]);
  });

  it('has no results to tell of where the last word was a person’s', async () => {
    const { server, ask } = await serve({ text: 'one' });
    await ask({ messages: messages.slice(0, 2) });
    expect(server.takeAsked()).toMatchObject([{ task: 'go', results: [], tools: [] }]);
  });

  it('calls tools, with arguments that are JSON unless the case has it otherwise', async () => {
    const calls = [
      { tool: 'look', arguments: { a: '"' } },
      { tool: 'look', raw_arguments: '{broken' },
    ];
    const { ask } = await serve({ calls });
    const { choices } = (await (await ask({ messages })).json()) as {
      choices: [{ message: { tool_calls: object[] }; finish_reason: string }];
    };
    expect(choices[0].finish_reason).toBe('tool_calls');
    expect(choices[0].message.tool_calls).toMatchObject([
      { id: 'call_1_1', function: { name: 'look', arguments: '{"a":"\\""}' } },
      { id: 'call_1_2', function: { name: 'look', arguments: '{broken' } },
    ]);
  });

  it('says the same as a stream, whose pieces come to the same', async () => {
    const { ask } = await serve({ text: 'h\u{1f642}llo', calls: [{ tool: 'look', arguments: { a: 1 } }] });
    const text = await (await ask({ messages, stream: true })).text();
    const chunks = text
      .split('\n\n')
      .flatMap((row) => (row.startsWith('data: {') ? [JSON.parse(row.slice(6))] : []));
    const deltas = chunks.map(({ choices: [{ delta }] }) => delta);
    expect(deltas.map(({ content = '' }) => content).join('')).toBe('h\u{1f642}llo');
    expect(deltas.flatMap(({ tool_calls: [call] = [] }) => call?.function.arguments ?? []).join('')).toBe(
      '{"a":1}',
    );
    expect(text).toMatch(/"finish_reason":"tool_calls".*\n\ndata: \[DONE\]\n\n$/s);
  });

  it.each([[true], [false]])('breaks off where the case says so (streamed: %s)', async (stream) => {
    const { ask } = await serve({ text: 'half', cut: true });
    const answer = ask({ messages, stream }).then((response) => (stream ? response.text() : response.json()));
    await expect(answer).rejects.toThrow();
  });

  it('refuses with the status and headers of the case, and answers nothing but completions', async () => {
    const { ask } = await serve({ status: 429, headers: { 'retry-after': '3' }, text: 'later' });
    const refused = await ask({ messages });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '3']);
    expect(await refused.json()).toEqual({ error: { message: 'later', type: 'case' } });
    expect((await ask({}, '/models')).status).toBe(404);
  });
});
