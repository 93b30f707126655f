import { beforeAll, describe, expect, it } from 'vitest';
import { callCommand } from '../../fixtures/packs/call-command.ts';
import { hostileValues } from '../../fixtures/packs/hostile-values.ts';
import { makePlayground, type Playground } from '../../fixtures/packs/playground.ts';
import { networked, samples } from '../../fixtures/packs/samples.ts';
import { changes, snapshot } from '../../fixtures/packs/tripwires.ts';
import type { Workspace } from '../model/workspace.ts';
import { loadWorkspace } from '../pipeline/load-workspace.ts';
import { nodePorts } from '../ports/node.ts';
import type { Ports } from '../ports/ports.ts';
import { findProgram } from '../programs/find-program.ts';
import { parseTemplate } from '../template/template.ts';
import { bundledPacks } from './bundled.ts';

const node = nodePorts();
const bundled = bundledPacks(node.files);

/** Commands of the bundled packs that are declared reads, by `<pack>/<command>`. */
const reads = bundled.ids().flatMap((id) => {
  const pack = bundled.get(id)?.pack as {
    commands: { id: string; effects: string }[];
    requires: { binary: string }[];
  };
  const missing = pack.requires.find(({ binary }) => !isInstalled(binary))?.binary;
  return pack.commands
    .filter(({ effects }) => effects === 'read')
    .map((each) => ({ name: `${id}/${each.id}`, pack: id, missing }));
});

function isInstalled(binary: string): boolean {
  return (
    'program' in
    findProgram(binary, { pathVariable: process.env.PATH ?? '', workspaceRoot: '/', files: node.files })
  );
}

/** Careless versions of the same tools, to show that the tripwires spring. */
const careless: Readonly<Record<string, readonly string[]>> = {
  'git-status': ['git', 'status'],
  'git-log': ['git', 'log', '-p', '{v}'],
  'git-blame': ['git', 'blame', 'HEAD', '--', 'notes.txt'],
  'git-diff': ['git', 'diff', '{v}'],
  find: ['find', '.', '-name', 'src', '{v}'],
  sort: ['sort', '{v}', 'notes.txt'],
  tar: ['tar', '-tf', '{v}'],
  'tar-option': ['tar', '{v}', '-xf', 'archive.tar.gz'],
  sqlite: ['sqlite3', 'people.db', '{v}'],
  rg: ['rg', '{v}', 'alpha', '.'],
  wal: ['sqlite3', '-init', '/dev/null', '-readonly', 'busy.db', 'SELECT name FROM people'],
  touch: ['touch', '{v}'],
};

const carelessPack = {
  id: 'careless',
  requires: [],
  commands: Object.entries(careless).map(([id, argv]) => ({
    id,
    argv,
    effects: 'read',
    params: argv.includes('{v}') ? { v: { allow_leading_dash: true } } : {},
  })),
};

function workspaceYaml(): string {
  const installed = [
    ...new Set(reads.filter(({ missing }) => missing === undefined).map(({ pack }) => pack)),
  ];
  return JSON.stringify({
    apiVersion: 'swarmkit/v1',
    kind: 'Workspace',
    credentials: { 'gh-token': { source: 'env', config: { env: 'GH_TOKEN' } } },
    command_packs: [...installed.map((id) => ({ bundled: id, timeout_seconds: 20 })), carelessPack],
  });
}

interface Loaded {
  readonly playground: Playground;
  readonly workspace: Workspace;
  readonly ports: Ports;
}

async function load(): Promise<Loaded> {
  const playground = makePlayground(workspaceYaml());
  const host = { ...node.host, env: playground.env, cwd: playground.workspace };
  const ports = { ...node, host };
  const { workspace, problems } = await loadWorkspace(playground.workspace, ports);
  if (workspace === undefined) throw new Error(JSON.stringify(problems, null, 1));
  return { playground, workspace, ports };
}

/** Nothing that a networked command is talked into leaves this machine. */
const nowhere = new Map([['HTTPS_PROXY', parseTemplate('http://127.0.0.1:9')]]);

/** What each hostile value did, tried as each argument of a command in turn. */
async function attack(
  { playground, workspace, ports }: Loaded,
  name: string,
  given: Readonly<Record<string, string | number>>,
) {
  const { tripwires, workspace: root, home } = playground;
  const before = [snapshot(root), snapshot(home)] as const;
  const damage: string[] = [];
  let started = 0;
  for (const value of hostileValues(tripwires.bait)) {
    for (const key of Object.keys(given)) {
      const outcome = await callCommand(workspace, ports, name, { ...given, [key]: value }, nowhere);
      if (outcome.facts !== undefined) started += 1;
      damage.push(
        ...tripwires.sprung().map((trace) => `${trace} by ${key}=${JSON.stringify(value).slice(0, 80)}`),
      );
    }
  }
  damage.push(...changes(before[0], snapshot(root)), ...changes(before[1], snapshot(home)));
  return { damage, started };
}

let loaded: Loaded;
beforeAll(async () => {
  loaded = await load();
});

describe.each(reads)('$name', ({ name, missing }) => {
  const sample = samples.get(name);

  it.skipIf(missing !== undefined || networked.has(name))(
    `answers what it is for${missing ? ` (untested: ${missing} is not installed)` : ''}`,
    async () => {
      const { playground, workspace, ports } = loaded;
      const before = [snapshot(playground.workspace), snapshot(playground.home)] as const;
      const outcome = await callCommand(workspace, ports, name, sample?.arguments ?? {});
      expect(outcome).toMatchObject({
        kind: 'ok',
        output: { text: expect.stringContaining(sample?.answer ?? 'a sample') },
      });
      expect(playground.tripwires.sprung()).toEqual([]);
      expect(changes(before[0], snapshot(playground.workspace))).toEqual([]);
      expect(changes(before[1], snapshot(playground.home))).toEqual([]);
    },
  );

  it.skipIf(missing !== undefined)(
    `changes no file and starts no program, whatever it is given${missing ? ` (untested: ${missing} is not installed)` : ''}`,
    async () => {
      const { damage } = await attack(loaded, name, sample?.arguments ?? networked.get(name) ?? {});
      expect(damage).toEqual([]);
    },
  );
});
