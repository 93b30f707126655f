import { afterEach, describe, expect, it } from 'vitest';
import {
  type Answer,
  chunk,
  events,
  type ModelServer,
  serveAnswers,
  status,
} from '../../fixtures/model-server/serve.ts';
import type { ProviderId } from '../model/ids.ts';
import { toJson } from '../model/json.ts';
import type { RemoteProvider } from '../model/model.ts';
import { nodePorts } from '../ports/node.ts';
import { anthropicModel } from './anthropic.ts';
import type { Message, Model, TurnRequest } from './model.ts';
import { openAiModel } from './openai.ts';

const { clock } = nodePorts();
const settings = { name: 'm-1', temperature: null, maxTokens: null };
const servers: ModelServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

const dialects = {
  'openai-compatible': {
    open: openAiModel,
    base: '/v1',
    says: events(
      chunk({ role: 'assistant', content: 'It ' }),
      chunk({ content: 'works' }),
      chunk({}, 'stop'),
      '[DONE]',
    ),
    calls: events(
      chunk({ tool_calls: [{ index: 0, id: 'a', function: { name: 'query', arguments: '{"x"' } }] }),
      chunk({ tool_calls: [{ index: 1, id: 'b', function: { name: 'count', arguments: '' } }] }),
      chunk({ tool_calls: [{ index: 0, function: { arguments: ': 1}' } }] }),
      chunk({}, 'tool_calls'),
      '[DONE]',
    ),
    nonsense: events(chunk({ content: 'It ' }), '{not json'),
    cut: events(chunk({ content: 'It ' }), undefined),
    quietEnd: events(chunk({ content: 'It ' })),
    tooLong: events(chunk({ content: 'It ' }), chunk({}, 'length')),
  },
  anthropic: {
    open: anthropicModel,
    base: '',
    says: events(
      { type: 'message_start', message: { id: 'm', role: 'assistant', content: [], usage: {} } },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'It ' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'works' } },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: {} },
      { type: 'message_stop' },
    ),
    calls: events(
      { type: 'message_start', message: { id: 'm', role: 'assistant', content: [], usage: {} } },
      {
        type: 'content_block_start',
        index: 0,
        content_block: { type: 'tool_use', id: 'a', name: 'query', input: {} },
      },
      { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: '{"x"' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: ': 1}' } },
      {
        type: 'content_block_start',
        index: 1,
        content_block: { type: 'tool_use', id: 'b', name: 'count', input: {} },
      },
      { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: {} },
      { type: 'message_stop' },
    ),
    nonsense: events({ type: 'message_start', message: {} }, '{not json'),
    cut: events({ type: 'message_start', message: {} }, undefined),
    quietEnd: events({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'It ' } }),
    tooLong: events(
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'It ' } },
      { type: 'message_delta', delta: { stop_reason: 'max_tokens' }, usage: {} },
      { type: 'message_stop' },
    ),
  },
} as const;
type Dialect = keyof typeof dialects;

async function open(dialect: Dialect, key: string | null, ...answers: [Answer, ...Answer[]]) {
  const server = await serveAnswers(...answers);
  servers.push(server);
  return { server, model: modelAt(dialect, server.address, key) };
}

function modelAt(dialect: Dialect, address: string, key: string | null = null): Model {
  const { open: make, base } = dialects[dialect];
  const provider: RemoteProvider = {
    id: 'kit' as ProviderId,
    extends: dialect,
    baseUrl: `${address}${base}`,
    key: null,
    defaultModel: null,
  };
  return make(provider, key, settings, clock);
}

function ask(model: Model, parts: Partial<TurnRequest> = {}) {
  const messages: readonly Message[] = [{ role: 'user', text: 'hello', images: [] }];
  return model.turn({
    speaker: { kind: 'agent', id: 'root', turn: 0 },
    system: 'Be brief.',
    messages,
    tools: [],
    signal: undefined,
    onText: undefined,
    ...parts,
  });
}

const tools = [
  {
    name: 'query',
    description: 'Asks.',
    parameters: toJson({ type: 'object', properties: { x: { type: 'number' } } }),
  },
  { name: 'count', description: 'Counts.', parameters: toJson({ type: 'object' }) },
];

describe.each(Object.keys(dialects) as Dialect[])('a model that speaks %s', (dialect) => {
  const answers = dialects[dialect];

  it('streams its text and ends the turn', async () => {
    const { model } = await open(dialect, null, answers.says);
    const pieces: string[] = [];
    expect(await ask(model, { onText: (text) => pieces.push(text) })).toEqual({
      ok: true,
      turn: { text: 'It works', toolCalls: [] },
    });
    expect(pieces).toEqual(['It ', 'works']);
  });

  it('calls several tools in one turn, arguments put together piece by piece', async () => {
    const { model } = await open(dialect, null, answers.calls);
    expect(await ask(model, { tools })).toEqual({
      ok: true,
      turn: {
        text: '',
        toolCalls: [
          { id: 'a', name: 'query', argumentsText: '{"x": 1}' },
          { id: 'b', name: 'count', argumentsText: '{}' },
        ],
      },
    });
  });

  it('is told the tools in their order, and no key where there is none', async () => {
    const { model, server } = await open(dialect, null, answers.says);
    await ask(model, { tools });
    const [seen] = server.seen;
    expect(JSON.stringify(seen?.body.tools)).toMatch(/query.*count/);
    expect(seen?.headers.authorization).toBeUndefined();
    expect(seen?.headers['x-api-key']).toBeUndefined();
  });

  it('sends its key', async () => {
    const { model, server } = await open(dialect, 'k-123', answers.says);
    await ask(model);
    const { authorization, 'x-api-key': apiKey } = server.seen[0]?.headers ?? {};
    expect(authorization ?? apiKey).toMatch(/k-123$/);
  });

  it.each([401, 403])('says of %i that the key was not accepted, and does not insist', async (code) => {
    const { model, server } = await open(dialect, 'k-123', status(code, 'bad key'));
    expect(await ask(model)).toMatchObject({
      ok: false,
      error: { code: 'model.unauthorized', message: expect.stringContaining(`${code}`) },
    });
    expect(server.seen).toHaveLength(1);
  });

  it('does not repeat a request that was not accepted', async () => {
    const { model, server } = await open(dialect, null, status(400, 'no such model'));
    expect(await ask(model)).toMatchObject({
      ok: false,
      error: { code: 'model.rejected', message: expect.stringContaining('no such model') },
    });
    expect(server.seen).toHaveLength(1);
  });

  it('waits as long as retry-after says, and then goes on', async () => {
    const { model, server } = await open(
      dialect,
      null,
      status(429, 'slow down', { 'retry-after': '1' }),
      answers.says,
    );
    const began = performance.now();
    expect(await ask(model)).toMatchObject({ ok: true });
    expect(performance.now() - began).toBeGreaterThan(950);
    expect(server.seen).toHaveLength(2);
  });

  it('does not wait for an hour: it says how long to wait', async () => {
    const { model, server } = await open(dialect, null, status(429, 'slow down', { 'retry-after': '3600' }));
    const began = performance.now();
    expect(await ask(model)).toMatchObject({
      ok: false,
      error: { code: 'model.rate-limited', hint: 'wait 3600 s and run it again' },
    });
    expect(performance.now() - began).toBeLessThan(5000);
    expect(server.seen).toHaveLength(1);
  });

  it('tries a failing server three times', async () => {
    const { model, server } = await open(dialect, null, status(500, 'oops', { 'retry-after': '0' }));
    expect(await ask(model)).toMatchObject({ ok: false, error: { code: 'model.unavailable' } });
    expect(server.seen).toHaveLength(3);
  });

  it.each(['cut', 'quietEnd', 'nonsense'] as const)(
    'takes no broken answer for an answer (%s)',
    async (kind) => {
      const { model, server } = await open(dialect, null, answers[kind]);
      expect(await ask(model)).toMatchObject({ ok: false, error: { code: 'model.bad-response' } });
      expect(server.seen).toHaveLength(1);
    },
  );

  it('takes no truncated answer for an answer', async () => {
    const { model } = await open(dialect, null, answers.tooLong);
    expect(await ask(model)).toMatchObject({ ok: false, error: { code: 'model.truncated' } });
  });

  it('ends when it is interrupted, in the midst of an answer', async () => {
    const controller = new AbortController();
    const { model } = await open(dialect, null, (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(': still thinking\n\n');
      setTimeout(() => controller.abort(), 50);
    });
    expect(await ask(model, { signal: controller.signal })).toMatchObject({
      ok: false,
      error: { code: 'model.interrupted' },
    });
  });

  it('ends when it is interrupted while it waits to try again', async () => {
    const { model } = await open(dialect, null, status(429, 'slow down', { 'retry-after': '50' }));
    const began = performance.now();
    expect(await ask(model, { signal: AbortSignal.timeout(200) })).toMatchObject({
      ok: false,
      error: { code: 'model.interrupted' },
    });
    expect(performance.now() - began).toBeLessThan(10_000);
  });

  it('names the address where nobody listens', async () => {
    const server = await serveAnswers(answers.says);
    await server.close();
    expect(await ask(modelAt(dialect, server.address))).toMatchObject({
      ok: false,
      error: {
        code: 'model.unavailable',
        message: expect.stringContaining(`${server.address}${answers.base}: ECONNREFUSED`),
      },
    });
  });
});

describe('a conversation on the wire', () => {
  const messages: readonly Message[] = [
    { role: 'user', text: 'look', images: [{ mediaType: 'image/png', base64: 'AAAA' }] },
    {
      role: 'assistant',
      text: '',
      toolCalls: [
        { id: 'a', name: 'query', argumentsText: '{"x": 1}' },
        { id: 'b', name: 'count', argumentsText: 'not json' },
      ],
    },
    { role: 'tool', callId: 'a', text: 'one' },
    { role: 'tool', callId: 'b', text: '' },
  ];

  it('is a list of chat messages', async () => {
    const { model, server } = await open('openai-compatible', null, dialects['openai-compatible'].says);
    await ask(model, { messages });
    expect(server.seen[0]?.path).toBe('/v1/chat/completions');
    expect(server.seen[0]?.body.messages).toEqual([
      { role: 'system', content: 'Be brief.' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'look' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
        ],
      },
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          { id: 'a', type: 'function', function: { name: 'query', arguments: '{"x": 1}' } },
          { id: 'b', type: 'function', function: { name: 'count', arguments: 'not json' } },
        ],
      },
      { role: 'tool', tool_call_id: 'a', content: 'one' },
      { role: 'tool', tool_call_id: 'b', content: '' },
    ]);
  });

  it('is a list of content blocks, results of one turn together', async () => {
    const { model, server } = await open('anthropic', null, dialects.anthropic.says);
    await ask(model, { messages });
    expect(server.seen[0]?.path).toBe('/v1/messages');
    expect(server.seen[0]?.body).toMatchObject({
      system: 'Be brief.',
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'look' },
            { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
          ],
        },
        {
          role: 'assistant',
          content: [
            { type: 'tool_use', id: 'a', name: 'query', input: { x: 1 } },
            { type: 'tool_use', id: 'b', name: 'count', input: {} },
          ],
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'a', content: 'one' },
            { type: 'tool_result', tool_use_id: 'b', content: '' },
          ],
        },
      ],
    });
  });
});
