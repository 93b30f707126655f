import { describe, expect, test } from 'vitest';
import { sampleWorkspace, skillYaml, topologyYaml, workspaceYaml } from '../../fixtures/sample-workspace.ts';
import type { Problem } from '../model/problem.ts';
import { loadWorkspace } from './load-workspace.ts';

type Files = Readonly<Record<string, string>>;

async function problemsOf(files: Files, env?: Readonly<Record<string, string>>): Promise<readonly Problem[]> {
  const { root, ports } = sampleWorkspace(files, env === undefined ? {} : { env });
  return (await loadWorkspace(root, ports)).problems;
}

async function loaded(files: Files, env?: Readonly<Record<string, string>>) {
  const { root, ports } = sampleWorkspace(files, env === undefined ? {} : { env });
  const { workspace, problems } = await loadWorkspace(root, ports);
  if (workspace === undefined) throw new Error(JSON.stringify(problems, null, 1));
  return { workspace, problems };
}

/** A pack `tools` whose own fields and commands are these lines. */
function pack(fields: string, commands = '      - { id: run, argv: [tool], effects: read }\n'): string {
  return workspaceYaml(
    `command_packs:\n  - id: tools\n    requires: [{ binary: tool }]\n${fields}    commands:\n${commands}`,
  );
}

function command(fields: string): string {
  return pack('', `      - { id: run, effects: read, ${fields} }\n`);
}

describe('a fault is told with its code, its place and what to do', () => {
  test.each<[string, Files, Partial<Problem>]>([
    [
      'an unknown field',
      { 'workspace.yaml': pack('    permision: open\n') },
      { code: 'schema.unknown-field', line: 7, column: 5, hint: expect.stringContaining('permission') },
    ],
    [
      'a misspelt tier',
      { 'workspace.yaml': pack('    permission: opne\n') },
      { code: 'schema.enum-mismatch', line: 7, column: 17 },
    ],
    [
      'a missing field',
      { 'workspace.yaml': workspaceYaml('command_packs:\n  - id: tools\n') },
      { code: 'schema.required-field', line: 5, column: 5 },
    ],
    [
      'an unquoted placeholder',
      { 'workspace.yaml': command('argv: [tool, {filter}]') },
      { code: 'schema.type-mismatch', hint: expect.stringContaining("'{filter}'") },
    ],
    [
      'a number in argv',
      { 'workspace.yaml': command('argv: [tool, 0755]') },
      { code: 'schema.type-mismatch', hint: expect.stringContaining("'755'") },
    ],
    [
      'no commands',
      { 'workspace.yaml': workspaceYaml('command_packs:\n  - id: tools\n    commands: []\n') },
      { code: 'schema.length' },
    ],
    [
      'two spellings of a bound',
      { 'workspace.yaml': pack('    timeout: 3s\n    timeout_seconds: 3\n') },
      { code: 'schema.conflicting-fields', line: 8 },
    ],
    ['no time at all', { 'workspace.yaml': pack('    timeout: 0s\n') }, { code: 'schema.range', line: 7 }],
    [
      'a bound without a unit',
      { 'workspace.yaml': pack("    max_output: '10'\n") },
      { code: 'schema.pattern-mismatch', line: 7 },
    ],
    [
      'a tier for no command',
      { 'workspace.yaml': pack('    permission_overrides: { rum: strict }\n') },
      { code: 'command-pack.unknown-override', severity: 'error' },
    ],
    [
      'a timeout for no command',
      { 'workspace.yaml': pack('    timeout_overrides: { rum: 5m }\n') },
      { code: 'command-pack.unknown-override', severity: 'warning' },
    ],
    [
      'a credential in argv',
      { 'workspace.yaml': command("argv: [tool, '--token={credential.t}']") },
      { code: 'command-pack.credential-in-argv' },
    ],
    [
      'a credential in cwd',
      { 'workspace.yaml': pack("    cwd: '{credential.t}'\n") },
      { code: 'command-pack.credential-in-argv' },
    ],
    [
      'an argument in env',
      { 'workspace.yaml': pack("    env: { A: '{v}' }\n") },
      { code: 'command-pack.placeholder-in-env' },
    ],
    [
      "another pack's credential",
      { 'workspace.yaml': pack("    env: { A: '{credential.other}' }\n") },
      { code: 'command-pack.unknown-credential' },
    ],
    [
      'an undeclared credential',
      { 'workspace.yaml': pack('    credentials_ref: nobody\n') },
      { code: 'command-pack.unknown-credential' },
    ],
    [
      'a source that is not offered',
      { 'workspace.yaml': `${pack('')}credentials:\n  t: { source: vault, config: {} }\n` },
      { code: 'schema.enum-mismatch', message: expect.stringContaining('env, file') },
    ],
    [
      'a variable that is not set',
      { 'workspace.yaml': pack("    env: { A: '${NOWHERE}' }\n") },
      { code: 'schema.unset-variable' },
    ],
    [
      'a name that is none for a variable',
      { 'workspace.yaml': pack("    env: { 'A B': x }\n") },
      { code: 'schema.pattern-mismatch' },
    ],
    [
      'a placeholder for a program',
      { 'workspace.yaml': command("argv: ['{tool}', x]") },
      { code: 'command-pack.placeholder-program' },
    ],
    [
      'a shell with a command string',
      { 'workspace.yaml': command("argv: [sh, -c, 'echo hi']") },
      { code: 'command-pack.shell' },
    ],
    [
      'a program that is not there',
      { 'workspace.yaml': command('argv: [no-such-program]') },
      { code: 'command-pack.missing-binary', message: expect.stringContaining('no-such-program') },
    ],
    [
      'a range that is none',
      {
        'workspace.yaml': workspaceYaml(
          "command_packs:\n  - id: tools\n    requires: [{ binary: tool, version: 'new' }]\n    commands: [{ id: run, argv: [tool] }]\n",
        ),
      },
      { code: 'schema.pattern-mismatch' },
    ],
    [
      'a version as a number',
      {
        'workspace.yaml': workspaceYaml(
          'command_packs:\n  - id: tools\n    requires: [{ binary: tool, version: 1.10 }]\n    commands: [{ id: run, argv: [tool] }]\n',
        ),
      },
      { code: 'schema.type-mismatch', hint: expect.stringContaining('quote') },
    ],
    [
      'a program too old',
      {
        'workspace.yaml': workspaceYaml(
          "command_packs:\n  - id: tools\n    requires: [{ binary: tool, version: '>=2' }]\n    commands: [{ id: run, argv: [tool] }]\n",
        ),
      },
      { code: 'command-pack.version-mismatch', message: expect.stringContaining('1.2.3') },
    ],
    [
      'a param for no placeholder',
      { 'workspace.yaml': command('argv: [tool], params: { v: { type: string } }') },
      { code: 'schema.unknown-field' },
    ],
    [
      'a pattern that is none',
      { 'workspace.yaml': command("argv: [tool, '{v}'], params: { v: { pattern: '[' } }") },
      { code: 'schema.invalid-inputs' },
    ],
    [
      'the wrong kind of artifact',
      { 'workspace.yaml': pack(''), 'skills/a.yaml': topologyYaml('{}') },
      { code: 'workspace.kind-mismatch', path: 'skills/a.yaml', line: 2, column: 7 },
    ],
    [
      'a provider that is not offered',
      { 'workspace.yaml': `${pack('')}governance: { provider: agt }\n` },
      { code: 'schema.enum-mismatch', message: expect.stringContaining('builtin, mock') },
    ],
    [
      'a block of the original that is not offered',
      { 'workspace.yaml': `${pack('')}memory: {}\n` },
      { code: 'workspace.unsupported-block', severity: 'warning' },
    ],
    ['an unknown block', { 'workspace.yaml': `${pack('')}memry: {}\n` }, { code: 'schema.unknown-field' }],
    [
      'a skill over no pack',
      {
        'workspace.yaml': pack(''),
        'skills/a.yaml': skillYaml('a', 'implementation: { type: command, pack: nope, command: run }\n'),
      },
      { code: 'skill.unknown-pack', hint: expect.stringContaining('tools') },
    ],
    [
      'a skill over no command',
      {
        'workspace.yaml': pack(''),
        'skills/a.yaml': skillYaml('a', 'implementation: { type: command, pack: tools, command: rum }\n'),
      },
      { code: 'skill.unknown-command', hint: expect.stringContaining('run') },
    ],
    [
      'a skill over no server',
      {
        'workspace.yaml': pack(''),
        'skills/a.yaml': skillYaml('a', 'implementation: { type: mcp_tool, server: nope, tool: x }\n'),
      },
      { code: 'skill.unknown-server' },
    ],
    [
      'inputs that lack a placeholder',
      {
        'workspace.yaml': command("argv: [tool, '{v}']"),
        'skills/a.yaml': skillYaml(
          'a',
          'inputs: { type: object, properties: { w: {} } }\nimplementation: { type: command, pack: tools, command: run }\n',
        ),
      },
      { code: 'skill.missing-input', message: expect.stringContaining('lack v') },
    ],
    [
      'inputs that are no schema',
      {
        'workspace.yaml': command('argv: [tool]'),
        'skills/a.yaml': skillYaml(
          'a',
          'inputs: { type: objekt }\nimplementation: { type: command, pack: tools, command: run }\n',
        ),
      },
      { code: 'schema.invalid-inputs' },
    ],
    [
      'a skill that is not there',
      { 'workspace.yaml': pack(''), 'topologies/m.yaml': topologyYaml('{ skills: [tools-rum] }') },
      { code: 'agent.unknown-skill', hint: expect.stringContaining('tools-run') },
    ],
    [
      'a bulk grant of no pack',
      { 'workspace.yaml': pack(''), 'topologies/m.yaml': topologyYaml('{ skills: ["pack:tool"] }') },
      { code: 'agent.unknown-bulk-grant', hint: expect.stringContaining('tools') },
    ],
    [
      'a bulk grant of a pack of writes',
      {
        'workspace.yaml': pack('', '      - { id: run, argv: [tool] }\n'),
        'topologies/m.yaml': topologyYaml('{ skills: ["pack:tools"] }'),
      },
      { code: 'agent.empty-bulk-grant', hint: expect.stringContaining('tools-run') },
    ],
    [
      'a pattern for a grant',
      { 'workspace.yaml': pack(''), 'topologies/m.yaml': topologyYaml('{ skills: ["pack:*"] }') },
      { code: 'agent.bad-skill-entry' },
    ],
    [
      'an archetype that is not there',
      { 'workspace.yaml': pack(''), 'topologies/m.yaml': topologyYaml('{ archetype: careful }') },
      { code: 'agent.unknown-archetype' },
    ],
    [
      'a prerequisite that is not held',
      {
        'workspace.yaml': pack(''),
        'topologies/m.yaml': topologyYaml('{ skills: [tools-run], requires: { tools-run: [other] } }'),
      },
      { code: 'agent.requires-unknown-skill' },
    ],
    [
      'prerequisites in a circle',
      {
        'workspace.yaml': pack(''),
        'topologies/m.yaml': topologyYaml('{ skills: [tools-run], requires: { tools-run: [tools-run] } }'),
      },
      { code: 'agent.requires-cycle' },
    ],
    [
      'an agent that could approve itself',
      {
        'workspace.yaml': pack(''),
        'topologies/m.yaml': topologyYaml('{ iam: { base_scope: ["approvals:grant"] } }'),
      },
      { code: 'schema.pattern-mismatch', message: expect.stringContaining('approvals:grant') },
    ],
    [
      'a child without an id',
      { 'workspace.yaml': pack(''), 'topologies/m.yaml': topologyYaml('{ children: [{ role: worker }] }') },
      { code: 'schema.required-field' },
    ],
    [
      'two agents of one id',
      {
        'workspace.yaml': pack(''),
        'topologies/m.yaml': topologyYaml('{ children: [{ id: a }, { id: a }] }'),
      },
      { code: 'agent.duplicate-id' },
    ],
    [
      'a child that calls itself root',
      {
        'workspace.yaml': pack(''),
        'topologies/m.yaml': topologyYaml('{ children: [{ id: a, role: root }] }'),
      },
      { code: 'schema.enum-mismatch' },
    ],
  ])('%s', async (_, files, expected) => {
    const problems = await problemsOf(files);
    expect(problems).toEqual([expect.objectContaining(expected)]);
  });
});

describe('a clash names both parties and both places', () => {
  const twoPacks = (first: string, second: string) =>
    workspaceYaml(
      `command_packs:\n${[first, second]
        .map((id) => `  - id: ${id}\n    requires: []\n    commands: [{ id: c, argv: [tool] }]\n`)
        .join('')}`,
    );

  test.each<[string, Files, Problem['code'], string]>([
    ['pack ids', { 'workspace.yaml': twoPacks('a', 'a') }, 'command-pack.duplicate-id', 'workspace.yaml'],
    [
      'command ids',
      { 'workspace.yaml': pack('', '      - { id: c, argv: [tool] }\n      - { id: c, argv: [tool] }\n') },
      'command-pack.duplicate-command',
      'workspace.yaml',
    ],
    [
      'two ways to a-b-c',
      { 'workspace.yaml': twoPacks('a-b', 'a').replace(/id: c(?!.*id: c)/s, 'id: b-c') },
      'command-pack.id-collision',
      'workspace.yaml',
    ],
    [
      'a command and a hand-written skill',
      {
        'workspace.yaml': pack(''),
        'skills/x.yaml': skillYaml(
          'tools-run',
          'implementation: { type: command, pack: tools, command: run }\n',
        ),
      },
      'command-pack.id-collision',
      'skills/x.yaml',
    ],
    [
      'skill ids',
      {
        'workspace.yaml': pack(''),
        'skills/x.yaml': skillYaml('a', 'implementation: { type: command, pack: tools, command: run }\n'),
        'skills/sub/y.yaml': skillYaml('a', 'implementation: { type: command, pack: tools, command: run }\n'),
      },
      'skill.duplicate-id',
      'skills/sub/y.yaml',
    ],
    [
      'topology names',
      {
        'workspace.yaml': pack(''),
        'topologies/x.yaml': topologyYaml('{}'),
        'topologies/y.yaml': topologyYaml('{}'),
      },
      'topology.duplicate-id',
      'topologies/x.yaml',
    ],
  ])('%s', async (_, files, code, otherPath) => {
    const problems = await problemsOf(files);
    expect(problems).toEqual([expect.objectContaining({ code, severity: 'error' })]);
    expect(problems[0]?.related).toEqual([
      expect.objectContaining({ path: otherPath, line: expect.any(Number) }),
    ]);
  });
});

describe('a workspace that loads', () => {
  test('gives defaults, overrides and both spellings of the bounds in one unit', async () => {
    const { workspace } = await loaded({
      'workspace.yaml': pack(
        '    timeout_seconds: 7\n    max_output: 1.5KiB\n    timeout_overrides: { run: 1.5m }\n    permission_overrides: { run: strict }\n',
      ),
    });
    const tools = [...workspace.packs.values()][0];
    expect(tools).toMatchObject({
      permission: 'cautious',
      timeoutMs: 7000,
      maxOutputBytes: 1536,
      cwd: workspace.root,
    });
    expect([...(tools?.commands.values() ?? [])][0]).toMatchObject({
      permission: 'strict',
      timeoutMs: 90_000,
      effects: 'read',
    });
  });

  test('takes an undeclared effect for a write', async () => {
    const { workspace } = await loaded({ 'workspace.yaml': pack('', '      - { id: run, argv: [tool] }\n') });
    expect([...workspace.packs.values()].flatMap((each) => [...each.commands.values()])).toMatchObject([
      { effects: 'write' },
    ]);
  });

  test('expands variables in env and cwd once, and never what they hold', async () => {
    const env = { STAGE: '{v} ${OTHER}', OTHER: 'no' };
    const { workspace } = await loaded(
      { 'workspace.yaml': pack("    cwd: 'a/${STAGE}'\n    env: { A: 'x-${STAGE}' }\n") },
      env,
    );
    const tools = [...workspace.packs.values()][0];
    expect(tools?.cwd).toBe(`${workspace.root}/a/{v} \${OTHER}`);
    expect(tools?.env.get('A')).toEqual([
      { kind: 'literal', text: 'x-' },
      { kind: 'literal', text: '{v} ${OTHER}' },
    ]);
  });

  test('warns of a pack that does not say what it needs, and loads it', async () => {
    const { problems } = await loaded({
      'workspace.yaml': workspaceYaml('command_packs: [{ id: p, commands: [{ id: c, argv: [tool] }] }]\n'),
    });
    expect(problems).toMatchObject([{ code: 'command-pack.no-requires', severity: 'warning' }]);
  });

  const packs = workspaceYaml(
    'command_packs:\n' +
      '  - id: p\n    requires: []\n    commands:\n      - { id: z, argv: [tool], effects: read }\n      - { id: a, argv: [tool], effects: read }\n      - { id: w, argv: [tool] }\n' +
      'mcp_servers: [{ id: files, command: [files-server] }]\n',
  );
  const tool = (id: string) => skillYaml(id, 'implementation: { type: mcp_tool, server: files, tool: x }\n');

  test.each([
    ['a pack grant carries its reads, sorted, and no write', '{ skills: ["pack:p"] }', ['p-a', 'p-z']],
    ['a write is granted by name', '{ skills: [p-w] }', ['p-w']],
    ['a server grant carries every skill on the server', '{ skills: ["server:files"] }', ['t1', 't2']],
    [
      'grants keep their order and the first of two wins',
      '{ skills: [p-z, "pack:p", t2] }',
      ['p-z', 'p-a', 't2'],
    ],
    ['an archetype gives its skills', '{ archetype: careful }', ['t1']],
    ["an agent's own list replaces its archetype's", '{ archetype: careful, skills: [] }', []],
    ['additional skills are appended', '{ archetype: careful, skills_additional: [p-w] }', ['t1', 'p-w']],
  ])('%s', async (_, root, expected) => {
    const { workspace } = await loaded({
      'workspace.yaml': packs,
      'skills/t2.yaml': tool('t2'),
      'skills/t1.yaml': tool('t1'),
      'archetypes/careful.yaml':
        'apiVersion: swarmkit/v1\nkind: Archetype\nmetadata: { id: careful }\ndefaults: { skills: [t1] }\n',
      'topologies/main.yaml': topologyYaml(root),
    });
    const [main] = workspace.topologies.values();
    expect([...(main?.agents.values() ?? [])][0]).toMatchObject({
      id: 'root',
      role: 'root',
      skills: expected,
    });
  });

  test('puts the scopes and prerequisites of a hand-written skill before the synthesised skill over the same command', async () => {
    const { workspace } = await loaded({
      'workspace.yaml': packs,
      'skills/guarded.yaml': skillYaml(
        'guarded',
        'implementation: { type: command, pack: p, command: a }\niam: { required_scopes: ["repo:read"] }\n',
      ),
      'topologies/main.yaml': topologyYaml('{ skills: [guarded, "pack:p"], requires: { guarded: [p-z] } }'),
    });
    const skills = new Map([...workspace.skills].map(([id, skill]) => [String(id), skill]));
    expect(skills.get('p-a')?.requiredScopes).toEqual(['repo:read']);
    expect(skills.get('p-z')?.requiredScopes).toEqual([]);
    const [root] = [...workspace.topologies.values()].flatMap((each) => [...each.agents.values()]);
    expect(new Map(root?.requires)).toEqual(
      new Map([
        ['guarded', ['p-z']],
        ['p-a', ['p-z']],
      ]),
    );
  });
});

test('a folder that is no workspace is told as one problem', async () => {
  const { root, ports } = sampleWorkspace({});
  expect((await loadWorkspace(root, ports)).problems).toMatchObject([
    { code: 'workspace.missing-workspace-yaml' },
  ]);
  expect((await loadWorkspace(`${root}/nowhere`, ports)).problems).toMatchObject([
    { code: 'workspace.not-found' },
  ]);
});

test('a workspace that cannot be read takes no reference in its artifacts for a mistake', async () => {
  const problems = await problemsOf({
    'workspace.yaml': 'a: [',
    'topologies/main.yaml': topologyYaml('{ skills: [tools-run] }'),
  });
  expect(problems.map((each) => each.code)).toEqual(['workspace.yaml-parse']);
});

test('a broken command is one problem, and what names it is none', async () => {
  const problems = await problemsOf({
    'workspace.yaml': pack('', '      - { id: run, argv: [tool], effects: raed }\n'),
    'skills/a.yaml': skillYaml('a', 'implementation: { type: command, pack: tools, command: run }\n'),
    'topologies/main.yaml': topologyYaml('{ skills: [tools-run, "pack:tools"] }'),
  });
  expect(problems.map((each) => each.code)).toEqual(['schema.enum-mismatch']);
});
