import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  type SampleWorkspace,
  sampleWorkspace,
  skillYaml,
  topologyYaml,
  workspaceYaml,
} from '../../fixtures/sample-workspace.ts';
import { fromJson } from '../model/json.ts';
import { perform } from '../verbs/perform.ts';

const script = resolve('fixtures/programs/mcp-server.mjs');

const tool = (id: string, name: string, rest = '') =>
  [
    `skills/${id}.yaml`,
    skillYaml(id, `implementation: { type: mcp_tool, server: files, tool: ${name} }\n${rest}`),
  ] as const;

/** One server, with these of its fields otherwise, and the root agent as given. */
function world(
  server: string,
  root: string,
  skills: readonly (readonly [string, string])[] = [],
  packs = '',
): SampleWorkspace {
  const declared = `mcp_servers:\n  - { id: files, command: ['${process.execPath}', '${script}'], ${server} }\n${packs}`;
  return sampleWorkspace(
    {
      'workspace.yaml': workspaceYaml(declared),
      'topologies/main.yaml': topologyYaml(root),
      ...Object.fromEntries([
        tool('echo', 'echo'),
        tool('reads', 'reads'),
        tool('denies', 'denies'),
        ...skills,
      ]),
    },
    { env: { TOKEN: 'very-s3cret' } },
  );
}

async function call(place: SampleWorkspace, skill: string, values: object = {}, runId = 'run-1') {
  const params = { workspace: place.root, topology: 'main', agent: 'root', skill, arguments: values, runId };
  return (await perform('call', params, place.ports)).envelope;
}

async function payloads(place: SampleWorkspace) {
  const { events } = await perform('logs', { workspace: place.root }, place.ports);
  return events.map(({ event_type, action, payload }) => ({
    event_type,
    action,
    ...(fromJson(payload) as object),
  }));
}

describe('an MCP tool as a skill', () => {
  it('gives its text, and is on record with the same fields as a command', async () => {
    const place = world('effects: { echo: read }', '{ skills: [echo] }');
    expect(await call(place, 'echo', { words: 'hi' })).toMatchObject({
      outcome: 'ok',
      text: 'hi',
      output: { text: 'hi', data: 'hi', exit_code: null },
    });
    const fields = {
      action: 'mcp:call:files:echo',
      provider: 'mcp',
      container: 'files',
      member: 'echo',
      effects: 'read',
      arguments: { words: 'hi' },
    };
    expect(await payloads(place)).toMatchObject([
      { event_type: 'policy.decision', ...fields },
      {
        event_type: 'skill.executed',
        ...fields,
        outcome: 'ok',
        duration_ms: expect.any(Number),
        output: { bytes: 2 },
      },
    ]);
  });

  it('may print what looks like a refusal, and is none', async () => {
    expect(await call(world('', '{ skills: [denies] }'), 'denies')).toMatchObject({
      outcome: 'ok',
      text: '[skill:other] DENIED: ask somebody else',
    });
  });

  it('is refused in the same words as a command', async () => {
    const packs =
      'command_packs:\n  - id: p\n    permission: readonly\n    requires: [{ binary: tool }]\n    commands: [{ id: w, effects: write, argv: [tool] }]\n';
    const place = world(
      'permission: readonly, effects: { echo: write }',
      '{ skills: [echo, p-w] }',
      [],
      packs,
    );
    const [byTool, byCommand] = [await call(place, 'echo'), await call(place, 'p-w')];
    expect(byTool).toMatchObject({ outcome: 'denied', refusal: { code: 'tier.readonly' } });
    const generic = (text: unknown) => String(text).replaceAll(/\b(echo|files|p-w|p|w)\b/g, '_');
    expect(generic(byTool.text)).toBe(generic(byCommand.text));
  });

  it('is, under readonly, no read until somebody says so', async () => {
    expect(await call(world('permission: readonly', '{ skills: [reads] }'), 'reads')).toMatchObject({
      outcome: 'denied',
      refusal: { code: 'tier.readonly', reason: expect.stringContaining('effects: {reads: read}') },
    });
    expect(
      await call(world('permission: readonly, effects: { reads: read }', '{ skills: [reads] }'), 'reads'),
    ).toMatchObject({ outcome: 'ok' });
  });

  it('is believed by its own word only where the workspace trusts it', async () => {
    const trusted = world('permission: readonly, trust_annotations: true', '{ skills: [reads, echo] }');
    expect(await call(trusted, 'reads')).toMatchObject({ outcome: 'ok', text: 'read' });
    expect(await call(trusted, 'echo')).toMatchObject({
      outcome: 'denied',
      refusal: { code: 'tier.readonly' },
    });
  });

  it('needs its scopes, and counts as a prerequisite', async () => {
    const skills = [
      tool('scoped', 'echo', 'iam: { required_scopes: [files:read] }\n'),
      tool('second', 'reads'),
    ];
    const place = world('', '{ skills: [scoped, echo, second], requires: { second: [echo] } }', skills);
    expect(await call(place, 'scoped')).toMatchObject({
      outcome: 'denied',
      refusal: { code: 'scope.missing' },
    });
    expect(await call(place, 'second')).toMatchObject({
      outcome: 'denied',
      refusal: { code: 'prerequisite.unmet' },
    });
    await call(place, 'echo', { words: 'x' });
    expect(await call(place, 'second')).toMatchObject({ outcome: 'ok' });
  });

  it('is approved as it would be sent', async () => {
    const place = world('permission_overrides: { echo: strict }', '{ skills: [echo] }');
    const refused = await call(place, 'echo', { words: 'x' });
    expect(refused).toMatchObject({
      outcome: 'denied',
      refusal: { code: 'tier.strict', approval_request: expect.any(String) },
    });
    const { envelope } = await perform('approvals', { workspace: place.root }, place.ports);
    expect(envelope.requests).toMatchObject([{ argv: ['mcp:call:files:echo', '{"words":"x"}'] }]);
    const requestId = String((refused.refusal as { approval_request: string }).approval_request);
    await perform('approve', { workspace: place.root, requestId }, place.ports);
    expect(await call(place, 'echo', { words: 'y' })).toMatchObject({ outcome: 'denied' });
    expect(await call(place, 'echo', { words: 'x' })).toMatchObject({ outcome: 'ok', text: 'x' });
    expect(await call(place, 'echo', { words: 'x' })).toMatchObject({ outcome: 'denied' });
  });

  it('is sent what fits its inputs and what the skill fixes, and nothing else', async () => {
    const typed =
      'inputs: { type: object, properties: { words: { type: string, pattern: "^[a-z]+$" } }, required: [words], additionalProperties: false }\n';
    const fixed = skillYaml(
      'fixed',
      'implementation: { type: mcp_tool, server: files, tool: echo, arguments: { words: always } }\n',
    );
    const place = world('', '{ skills: [typed, fixed] }', [
      tool('typed', 'echo', typed),
      ['skills/fixed.yaml', fixed],
    ]);
    expect(await call(place, 'typed', { words: 'A; rm' })).toMatchObject({
      outcome: 'failed',
      error: { code: 'mcp.bad-arguments' },
    });
    expect(await call(place, 'typed', { words: 'ok', extra: 1 })).toMatchObject({
      outcome: 'failed',
      error: { code: 'mcp.bad-arguments' },
    });
    expect(await call(place, 'typed', { words: 'ok' })).toMatchObject({ outcome: 'ok', text: 'ok' });
    expect(await call(place, 'fixed')).toMatchObject({ outcome: 'ok', text: 'always' });
    expect(await call(place, 'fixed', { words: 'never' })).toMatchObject({
      outcome: 'failed',
      error: { code: 'mcp.bad-arguments' },
    });
  });

  it('hands on no secret that its server was given', async () => {
    const packs = 'credentials: { token: { source: env, config: { env: TOKEN } } }\n';
    const place = world(
      "credentials_ref: token, env: { T: '{credential.token}' }",
      '{ skills: [leak] }',
      [tool('leak', 'secret')],
      packs,
    );
    expect(await call(place, 'leak', { variable: 'T' })).toMatchObject({
      outcome: 'ok',
      text: '[credential:token]',
      output: { data: '[credential:token]' },
    });
    expect(JSON.stringify(await payloads(place))).not.toContain('very-s3cret');
  });

  it.each([
    ['leaves', 'mcp.protocol'],
    ['floods', 'mcp.output-ceiling'],
    ['hangs', 'mcp.timeout'],
    ['liar', 'mcp.bad-result'],
    ['ghost', 'mcp.unknown-tool'],
  ])('that %s fails the call as %s', async (name, code) => {
    const place = world('timeout: 3s, max_output: 1MB', '{ skills: [bad] }', [tool('bad', name)]);
    expect(await call(place, 'bad')).toMatchObject({
      outcome: 'failed',
      error: { code },
      text: expect.stringMatching(/^\[skill:bad\] /),
    });
  });
});
