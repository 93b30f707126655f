import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callCommand, fastCaller, type Values } from '../../fixtures/packs/call-command.ts';
import { type HostileKind, hostileValues } from '../../fixtures/packs/hostile-values.ts';
import { isInstalled } from '../../fixtures/packs/installed.ts';
import { makePlayground, makers, type Playground } from '../../fixtures/packs/playground.ts';
import { networked, samples } from '../../fixtures/packs/samples.ts';
import { changes, snapshot } from '../../fixtures/packs/tripwires.ts';
import type { Workspace } from '../model/workspace.ts';
import { loadWorkspace } from '../pipeline/load-workspace.ts';
import { nodePorts } from '../ports/node.ts';
import type { Ports } from '../ports/ports.ts';
import { parseTemplate } from '../template/template.ts';
import { bundledPacks, declarationOf } from './bundled.ts';

const node = nodePorts();
const bundled = bundledPacks(node.files);

interface Read {
  readonly name: string;
  /** The program that is not on this machine: of the command itself, or to make its sample. */
  readonly missing: string | undefined;
}

/** Every command of the bundled packs that is declared a read. */
const reads: readonly Read[] = bundled.ids().flatMap((id) => {
  const pack = bundled.get(id);
  if (pack === undefined) throw new Error(`${id} is not bundled`);
  const isRead = declarationOf(pack).commands.filter(({ effects }) => effects === 'read');
  return isRead.map((command) => ({
    name: `${id}/${command.id}`,
    missing: [command.argv[0], makers.get(id)].find((each) => each !== undefined && !isInstalled(each)),
  }));
});

/** What the packs require and this machine lacks: a pack loads with a stand-in, so that its other commands are tested. */
const absent = bundled.ids().flatMap((id) => {
  const pack = bundled.get(id);
  const required = pack === undefined ? [] : (declarationOf(pack).requires ?? []);
  return required.map(({ binary }) => binary).filter((binary) => !isInstalled(binary));
});

/** What the same tools do when a pack is careless: each of these has to spring a wire. */
const careless: Readonly<Record<string, readonly string[]>> = {
  'git-status': ['git', 'status'],
  'git-log': ['git', 'log', '-p', '{v}'],
  'git-blame': ['git', 'blame', 'HEAD', '--', 'notes.txt'],
  'git-lazy-fetch': ['git', 'cat-file', 'blob', 'lost:lost.txt'],
  find: ['find', 'src', '{v}'],
  sort: ['sort', '{v}', 'notes.txt'],
  'tar-remote': ['tar', '{v}', '-tf', 'host:archive.tar'],
  'tar-option': ['tar', '-xOf', 'archive.tar.gz', '{v}'],
  sqlite: ['sqlite3', '-init', '/dev/null', 'people.db', '{v}'],
  'sqlite-wal': ['sqlite3', '-init', '/dev/null', '-readonly', 'busy.db', 'SELECT name FROM people'],
  rg: ['rg', '{v}', 'alpha', '.'],
};

function carelessPackOf(id: string, argv: readonly string[]) {
  const params = argv.includes('{v}') ? { v: { allow_leading_dash: true } } : {};
  const commands = [{ id, argv, effects: 'read', params }];
  return { id: 'careless', timeout_seconds: 2, requires: [], commands };
}

interface Loaded {
  readonly playground: Playground;
  readonly workspace: Workspace;
  readonly ports: Ports;
}

async function load(packs: readonly unknown[]): Promise<Loaded> {
  const credentials = { 'gh-token': { source: 'env', config: { env: 'GH_TOKEN' } } };
  const metadata = { id: 'playground', name: 'Playground' };
  const head = { apiVersion: 'swarmkit/v1', kind: 'Workspace', metadata };
  const declaration = { ...head, credentials, command_packs: packs };
  const playground = makePlayground(JSON.stringify(declaration), absent);
  const ports = { ...node, host: { ...node.host, env: playground.env, cwd: playground.workspace } };
  const { workspace, problems } = await loadWorkspace(playground.workspace, ports);
  if (workspace === undefined) throw new Error(JSON.stringify(problems, null, 1));
  return { playground, workspace, ports };
}

/** Nothing that a networked command is talked into leaves this machine. */
const nowhere = new Map([['HTTPS_PROXY', parseTemplate('http://127.0.0.1:9')]]);

/** Languages that only some speak, and tools that take a second to start, which are given two values of a kind. */
const speaks = new Map<HostileKind, readonly string[]>([
  ['jq', ['json-tools']],
  ['sql', ['sqlite-read', 'careless']],
]);
const slow = ['node-dev', 'python-dev', 'github'];

function valuesFor(pack: string, { tripwires }: Playground): readonly string[] {
  return Object.entries(hostileValues(tripwires.bait)).flatMap(([kind, values]) => {
    const speakers = speaks.get(kind as HostileKind);
    if (speakers !== undefined && !speakers.includes(pack)) return [];
    return slow.includes(pack) ? values.slice(0, 2) : values;
  });
}

/** Runs `action` and tells which files changed and which traps sprang. */
async function damageOf(
  { playground }: Loaded,
  action: (sprung: (cause: string) => boolean) => Promise<void>,
): Promise<readonly string[]> {
  const { workspace, home, tripwires } = playground;
  tripwires.sprung();
  const before = [snapshot(workspace), snapshot(home)] as const;
  const traces: string[] = [];
  await action((cause) => {
    traces.push(...tripwires.sprung().map((trace) => `${trace} ${cause}`));
    return traces.length > 0;
  });
  return [...traces, ...changes(before[0], snapshot(workspace)), ...changes(before[1], snapshot(home))];
}

/** So many calls at once: a call is mostly the start of a process. */
const batch = 6;

/** What hostile values do, each tried as every argument of a command in turn, until one does something. */
function attack(loaded: Loaded, name: string, given: Values): Promise<readonly string[]> {
  return damageOf(loaded, async (sprung) => {
    const call = await fastCaller(loaded.workspace, loaded.ports, name, nowhere);
    await call(given);
    if (sprung('')) return;
    const values = valuesFor(name.split('/')[0] ?? '', loaded.playground);
    const tries = values.flatMap((value) => Object.keys(given).map((key) => ({ key, value })));
    for (let done = 0; done < tries.length; done += batch) {
      const some = tries.slice(done, done + batch);
      const outcomes = await Promise.all(some.map(({ key, value }) => call({ ...given, [key]: value })));
      const ran = some.filter((_, index) => outcomes[index]?.facts !== undefined);
      const causes = ran.map(({ key, value }) => `${key}=${JSON.stringify(value).slice(0, 80)}`);
      if (ran.length > 0 && sprung(`by one of ${causes.join(' ')}`)) return;
    }
  });
}

const patience = 240_000;
let loaded: Loaded;
beforeAll(async () => {
  loaded = await load(bundled.ids().map((id) => ({ bundled: id, timeout_seconds: 60 })));
}, patience);

/** Said aloud, because most reporters only count what was skipped. */
afterAll(() => {
  const untested = reads.filter(({ missing }) => missing !== undefined);
  for (const { name, missing } of untested) {
    process.stdout.write(`UNTESTED ${name}: ${missing} is not installed\n`);
  }
  process.stdout.write(
    `${reads.length - untested.length} of ${reads.length} bundled reads can be tested here\n`,
  );
});

describe.each(reads)('$name', ({ name, missing }) => {
  const sample = samples.get(name);
  const untested = missing === undefined ? '' : ` (untested: ${missing} is not installed)`;
  const unanswered = networked.has(name) ? ' (untested here: it needs a network)' : untested;

  it.skipIf(missing !== undefined || networked.has(name))(
    `answers what it is for and leaves no trace${unanswered}`,
    async () => {
      const damage = await damageOf(loaded, async (sprung) => {
        const outcome = await callCommand(loaded.workspace, loaded.ports, name, sample?.arguments ?? {});
        const text = expect.stringContaining(sample?.answer ?? 'there is no sample for this command');
        expect(outcome).toMatchObject({ kind: 'ok', output: { text } });
        sprung('');
      });
      expect(damage).toEqual([]);
    },
    patience,
  );

  it.skipIf(missing !== undefined)(
    `changes no file and starts no program, whatever it is given${untested}`,
    async () => {
      const given = sample?.arguments ?? networked.get(name) ?? {};
      expect(await attack(loaded, name, given)).toEqual([]);
    },
    patience,
  );
});

describe('the tripwires', () => {
  const rows = Object.entries(careless).map(([id, argv]) => ({ id, argv, program: argv[0] ?? '' }));
  const here = rows.filter(({ program }) => isInstalled(program));
  it.each(here)(
    'spring for a careless $id',
    async ({ id, argv }) => {
      const wild = await load([carelessPackOf(id, argv)]);
      const damage = await attack(wild, `careless/${id}`, argv.includes('{v}') ? { v: 'notes.txt' } : {});
      expect(damage).not.toEqual([]);
    },
    patience,
  );
});

it.skipIf(!isInstalled('git'))('a repository cannot make a read fetch what is missing', async () => {
  const damage = await damageOf(loaded, async (sprung) => {
    const values = { rev: 'lost', path: 'lost.txt' };
    const outcome = await callCommand(loaded.workspace, loaded.ports, 'git-read/show-file', values);
    expect(outcome).toMatchObject({ kind: 'failed', error: { code: 'command.exit-status' } });
    sprung('');
  });
  expect(damage).toEqual([]);
});
