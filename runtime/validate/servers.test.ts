import { describe, expect, it } from 'vitest';
import { sampleWorkspace, skillYaml, topologyYaml, workspaceYaml } from '../../fixtures/sample-workspace.ts';
import { loadWorkspace } from '../pipeline/load-workspace.ts';

async function load(
  blocks: string,
  files: Readonly<Record<string, string>> = {},
  env: Readonly<Record<string, string>> = {},
) {
  const all = {
    'workspace.yaml': workspaceYaml(blocks),
    'topologies/main.yaml': topologyYaml('{}'),
    ...files,
  };
  const { root, ports } = sampleWorkspace(all, { env });
  return { root, ...(await loadWorkspace(root, ports)) };
}

const codes = ({ problems }: { readonly problems: readonly { readonly code: string }[] }) =>
  problems.map(({ code }) => code);
const server = (fields: string) =>
  `credentials: { tok: { source: env, config: { env: TOK } } }\nmcp_servers: [{ id: files, ${fields} }]\n`;
const provider = (spec: string) => ({
  'providers/kit.yaml': `apiVersion: swarmkit/v1\nkind: ModelProvider\nmetadata: { id: kit }\nspec: { ${spec} }\n`,
});

describe('an MCP server', () => {
  it('is loaded with its bounds and its surroundings, and not started', async () => {
    const fields =
      "command: [no-such-program, '${DIR}/x'], args: [y], cwd: sub, timeout: 5s, timeout_overrides: { slow: 1m }, max_output: 2KB, credentials_ref: tok, env: { T: '{credential.tok}', D: '${DIR}' }";
    const { workspace, root } = await load(server(fields), {}, { DIR: '/srv' });
    const [loaded] = workspace?.servers.values() ?? [];
    expect(loaded).toMatchObject({
      timeoutMs: 5000,
      maxOutputBytes: 2000,
      credential: 'tok',
      timeoutOverrides: new Map([['slow', 60_000]]),
    });
    expect(loaded?.transport).toMatchObject({
      kind: 'stdio',
      program: 'no-such-program',
      args: ['/srv/x', 'y'],
      cwd: `${root}/sub`,
      env: new Map([
        ['T', [{ kind: 'placeholder', name: 'credential.tok' }]],
        ['D', [{ kind: 'literal', text: '/srv' }]],
      ]),
    });
  });

  it('may be an address', async () => {
    const { workspace } = await load(server("url: 'http://127.0.0.1:1/mcp', headers: { X: a }"));
    expect([...(workspace?.servers.values() ?? [])][0]?.transport).toMatchObject({
      kind: 'http',
      url: 'http://127.0.0.1:1/mcp',
    });
  });

  it.each([
    ['neither a command nor an address', 'effects: {}', 'schema.required-field'],
    ['both', "command: x, url: 'http://a'", 'schema.conflicting-fields'],
    ['an address that is none', "url: 'ftp://a/b'", 'schema.pattern-mismatch'],
    ['a transport without its field', 'transport: http, command: x', 'schema.required-field'],
    ['a variable that is not set', "command: x, env: { A: '${NOT_SET}' }", 'schema.unset-variable'],
    [
      'a credential that nobody declares',
      'command: x, credentials_ref: other',
      'command-pack.unknown-credential',
    ],
    [
      'a credential of somebody else',
      "command: x, env: { A: '{credential.tok}' }",
      'command-pack.unknown-credential',
    ],
    ['a placeholder', "command: x, env: { A: '{name}' }", 'command-pack.placeholder-in-env'],
    ['one bound twice', 'command: x, timeout: 5s, timeout_seconds: 5', 'schema.conflicting-fields'],
  ])('with %s does not load', async (_, fields, code) => {
    expect(codes(await load(server(fields)))).toEqual([code]);
  });
});

describe('a model provider', () => {
  it('is loaded with its address and its key', async () => {
    const { workspace } = await load(
      server('command: x'),
      provider(
        "extends: openai-compatible, base_url: '${URL}/v1', credentials_ref: tok, models: { accept_any: true, default: m }",
      ),
      { URL: 'http://h:1' },
    );
    expect([...(workspace?.providers.values() ?? [])]).toEqual([
      {
        id: 'kit',
        extends: 'openai-compatible',
        baseUrl: 'http://h:1/v1',
        key: { kind: 'credential', credential: 'tok' },
        defaultModel: 'm',
      },
    ]);
  });

  it.each([
    ['another base', 'extends: other', 'schema.enum-mismatch'],
    ['no address', 'extends: openai-compatible', 'schema.required-field'],
    ['an address that is none', "extends: openai-compatible, base_url: 'nowhere'", 'schema.pattern-mismatch'],
    [
      'a variable that is not set',
      "extends: openai-compatible, base_url: '${NOT_SET}'",
      'schema.unset-variable',
    ],
    [
      'a credential that nobody declares',
      'extends: anthropic, credentials_ref: other',
      'command-pack.unknown-credential',
    ],
  ])('with %s does not load', async (_, spec, code) => {
    expect(codes(await load(server('command: x'), provider(spec)))).toEqual([code]);
  });
});

describe('a composed skill', () => {
  const composed = (id: string, composes: string, rest = '') =>
    [
      `skills/${id}.yaml`,
      skillYaml(
        id,
        `implementation: { type: composed, strategy: sequential, composes: [${composes}] }\n${rest}`,
      ),
    ] as const;
  const packs =
    "command_packs: [{ id: p, requires: [{ binary: tool }], commands: [{ id: one, argv: [tool, '{v}'] }, { id: two, argv: [tool, '{v}', '{w}'] }] }]\n";

  it.each([
    ['an unknown member', [composed('a', 'p-one, ghost')], ['skill.composed-unknown']],
    ['itself as a member', [composed('a', 'a')], ['skill.composed-cycle']],
    [
      'members in a circle',
      [composed('a', 'b'), composed('b', 'c'), composed('c', 'a')],
      ['skill.composed-cycle'],
    ],
    [
      'a member of two free inputs',
      [composed('a', 'p-one, p-two', 'inputs: { type: object, properties: {} }\n')],
      ['skill.missing-input'],
    ],
  ])('with %s does not load', async (_, skills, expected) => {
    expect(codes(await load(packs, Object.fromEntries(skills)))).toEqual(expected);
  });

  it('asks for what its first member asks for, through as many levels as there are', async () => {
    const { workspace } = await load(
      packs,
      Object.fromEntries([composed('a', 'b, p-one'), composed('b', 'p-two, p-one')]),
    );
    const inputs = [...(workspace?.skills.values() ?? [])].find(({ id }) => id === 'a')?.inputs;
    expect(inputs instanceof Map && inputs.get('required')).toEqual(['v', 'w']);
  });
});
