import { type SpawnSyncReturns, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Behaviour } from '../model/case.ts';
import { layOut } from '../prepare/layout.ts';
import { writeLayout } from '../prepare/write-layout.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { newWitnessRuns, type WitnessRun } from './witness-runs.ts';

const witness = readFileSync(join(import.meta.dirname, '../../fixtures/programs/witness'));

function plant(behaviour: Behaviour, readStdin = false): string {
  const root = temporaryFolder();
  const materials = { witness, toolServer: new Uint8Array(), fixture: () => new Map() };
  writeLayout(root, layOut({ programs: { witness: behaviour } }, materials, readStdin));
  return root;
}

function start(
  root: string,
  args: readonly string[],
  options: { env?: NodeJS.ProcessEnv; cwd?: string; input?: string } = {},
): SpawnSyncReturns<string> {
  return spawnSync(join(root, 'bin/witness'), args, { env: {}, cwd: root, encoding: 'utf8', ...options });
}

function onlyRun(root: string): WitnessRun {
  const [run, ...others] = newWitnessRuns(root, ['witness'], new Map());
  if (run === undefined || others.length > 0) throw new Error('there is not exactly one run');
  return run;
}

describe('what a witness writes down', () => {
  it('is every argument byte for byte', () => {
    const args = [
      '',
      ' a  b ',
      '; rm -rf / | $(touch x) \n && "two"',
      '-n',
      '--',
      '%s\\0',
      'é\u0301\u202e',
      '\u0001\u007f',
      '*',
    ];
    const root = plant({});
    start(root, args);
    expect(onlyRun(root).argv).toEqual(args);
  });

  it('is any argument at all', () => {
    const text = fc.string({ unit: 'binary' }).filter((each) => !/[\0\p{Surrogate}]/u.test(each));
    fc.assert(
      fc.property(fc.array(text, { maxLength: 5 }), (args) => {
        const root = plant({});
        start(root, args);
        expect(onlyRun(root).argv).toEqual(args.length === 1 && args[0] === '--version' ? [] : args);
      }),
      { numRuns: 30 },
    );
  });

  it('is every byte that an argument can hold', () => {
    const root = plant({});
    const bytes = Buffer.from(Array.from({ length: 255 }, (_, index) => index + 1));
    const quoted = [...bytes].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');
    // node cannot pass bytes that are no UTF-8, a shell can; the trailing x keeps the newlines
    spawnSync('sh', ['-c', `v=$(printf '${quoted}x'); "$0" "$v"`, join(root, 'bin/witness')]);
    expect(onlyRun(root).argv).toEqual([
      `base64:${Buffer.concat([bytes, Buffer.from('x')]).toString('base64')}`,
    ]);
  });

  it('is nothing where there were no arguments, and an argument of 131,071 bytes whole', () => {
    const root = plant({});
    start(root, []);
    start(root, ['x'.repeat(131_071)]);
    const [first, second] = newWitnessRuns(root, ['witness'], new Map());
    expect(first?.argv).toEqual([]);
    expect(second?.argv[0]).toHaveLength(131_071);
  });

  it('is the environment as it was handed over, without what a shell adds', () => {
    const root = plant({});
    start(root, [], {
      env: { A: '1', 'odd name': 'x=y', EMPTY: '', LINES: 'a\nb', IFS: 'x', ENV: '/nowhere' },
    });
    expect(Object.fromEntries(onlyRun(root).env)).toEqual({
      A: '1',
      'odd name': 'x=y',
      EMPTY: '',
      LINES: 'a\nb',
      IFS: 'x',
      ENV: '/nowhere',
    });
  });

  it('is the working directory and the process group and session of its own', async () => {
    const root = plant({});
    const cwd = temporaryFolder();
    const child = spawn(join(root, 'bin/witness'), { env: {}, cwd, detached: true, stdio: 'ignore' });
    await once(child, 'close');
    const run = onlyRun(root);
    expect(run).toMatchObject({ kind: 'call', cwd, terminal: 'none' });
    expect(run).toMatchObject({ pid: child.pid, group: child.pid, session: child.pid });
  });

  it.each([
    ['empty', { input: '' }],
    ['data', { input: 'x' }],
  ])('says that stdin is %s', (stdin, options) => {
    const root = plant({}, true);
    start(root, [], options);
    expect(onlyRun(root).stdin).toBe(stdin);
  });

  it('does not hang on a stdin that stays open, and says so', () => {
    const root = plant({}, true);
    spawnSync('sh', ['-c', 'sleep 2 | "$0"; :', join(root, 'bin/witness')]);
    expect(onlyRun(root).stdin).toBe('open');
  });

  it('keeps runs apart that begin at once, and counts on from what was seen', () => {
    const root = plant({});
    spawnSync('sh', ['-c', 'for i in 1 2 3 4 5 6; do "$0" $i & done; wait', join(root, 'bin/witness')]);
    const seen = new Map<string, number>();
    expect(
      newWitnessRuns(root, ['witness'], seen)
        .map(({ argv }) => argv[0])
        .sort(),
    ).toEqual([...'123456']);
    start(root, ['again']);
    expect(newWitnessRuns(root, ['witness'], seen).map(({ argv }) => argv)).toEqual([['again']]);
  });
});

describe('what a witness does', () => {
  function output(behaviour: Behaviour, args: readonly string[] = [], env: NodeJS.ProcessEnv = {}) {
    const { stdout, stderr, status, signal } = start(plant(behaviour), args, { env });
    return { stdout, stderr, status, signal };
  }

  it('is to print, chunk by chunk, and to exit as told', () => {
    const behaviour: Behaviour = {
      stdout: 'out',
      stderr: { repeat: ['e', 3] },
      stdout_chunks: [{ base64: '4oI=' }, { base64: 'rA==' }],
      exit: 3,
    };
    expect(output(behaviour)).toEqual({ stdout: 'out€', stderr: 'eee', status: 3, signal: null });
  });

  it('is to answer a probe with its version and nothing else', () => {
    const behaviour: Behaviour = {
      version: '2.1',
      version_stderr: 'w',
      version_exit: 4,
      version_sleep_ms: 1,
      stdout: 'no',
    };
    expect(output(behaviour, ['--version'])).toMatchObject({ stdout: '2.1\n', stderr: 'w\n', status: 4 });
    expect(output({}, ['--version']).stdout).toBe('witness 1.0.0\n');
    expect(output(behaviour, ['--version', 'x']).stdout).toBe('no');
    expect(output({ version_args: ['show', "it's"], version: '3' }, ['show', "it's"]).stdout).toBe('3\n');
    const root = plant({});
    start(root, ['--version']);
    expect(onlyRun(root).kind).toBe('probe');
  });

  it('is to show what it was given', () => {
    expect(output({ print: 'arguments' }, ['a b', 'c']).stdout).toBe('a b\nc\n');
    expect(output({ print: 'environment' }, [], { A: 'b' }).stdout).toBe('A=b\n');
    expect(output({ print: { variable: 'PATH' }, print_to: 'stderr' }, [], { PATH: '/own' }).stderr).toBe(
      '/own',
    );
    expect(output({ print: { variable: 'UNSET' } }).stdout).toBe('');
    expect(start(plant({ print: 'stdin' }), [], { input: 'given' }).stdout).toBe('given');
  });

  it('is to pour out exactly so many bytes', () => {
    expect(output({ flood: { stream: 'stdout', bytes: 100_001 } }).stdout).toHaveLength(100_001);
    const both = output({ flood: { stream: 'both', bytes: 7 } });
    expect([both.stdout.length, both.stderr.length]).toEqual([4, 3]);
  });

  it('is to write a file where it stands', () => {
    const root = plant({ write: { path: 'written.txt', content: 'by me' } });
    const cwd = temporaryFolder();
    start(root, [], { cwd });
    expect(readFileSync(join(cwd, 'written.txt'), 'utf8')).toBe('by me');
  });

  it('is to die by a signal', () => {
    expect(output({ signal: 'SIGSEGV' })).toMatchObject({ status: null, signal: 'SIGSEGV' });
  });

  it('is to sleep, deaf to SIGTERM where told', () => {
    const root = plant({ ignore_sigterm: true, sleep_ms: 600, exit: 5 });
    const { status, signal } = spawnSync(join(root, 'bin/witness'), [], {
      timeout: 150,
      killSignal: 'SIGTERM',
    });
    expect({ status, signal }).toEqual({ status: 5, signal: null });
    const mortal = spawnSync(join(plant({ sleep_ms: 60_000 }), 'bin/witness'), [], {
      timeout: 150,
      killSignal: 'SIGTERM',
    });
    expect(mortal.signal).toBe('SIGTERM');
  });

  it('is to leave a grandchild behind that holds the pipes', () => {
    const root = plant({ grandchild_ms: 400, stdout: 'done' });
    const started = performance.now();
    const { stdout } = start(root, []);
    expect(stdout).toBe('done');
    expect(performance.now() - started).toBeGreaterThan(350);
  });

  it('is to complain where nobody made its folder', () => {
    const root = temporaryFolder();
    writeLayout(root, new Map([['witness', { kind: 'file', bytes: witness, mode: 0o755 }]]));
    expect(spawnSync(join(root, 'witness'), [], { encoding: 'utf8' })).toMatchObject({ status: 125 });
  });
});
