import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { nodeProcesses } from './node-processes.ts';
import type { ProcessEnd, ProcessSpec } from './ports.ts';

const linux = process.platform === 'linux';
const processes = nodeProcesses();

function spec(program: string, args: readonly string[], more: Partial<ProcessSpec> = {}): ProcessSpec {
  return { program, argv0: program, args, env: new Map(), cwd: '/', ...more };
}

async function run(what: ProcessSpec): Promise<{ end: ProcessEnd; stdout: string; stderr: string }> {
  const running = processes.start(what);
  const text = { stdout: '', stderr: '' };
  running.onOutput((stream, chunk) => {
    text[stream] += Buffer.from(chunk).toString();
  });
  const end = await running.ended;
  await running.drained;
  running.release();
  return { end, ...text };
}

/** The fields of /proc/<pid>/stat from the state on: state, parent, group, session, terminal, ... */
function statOf(pid: number): readonly string[] {
  return readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
}

async function until(condition: () => boolean, seconds = 5): Promise<boolean> {
  for (let waited = 0; waited < seconds * 1000; waited += 20) {
    if (condition()) return true;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return condition();
}

function alive(pid: number): boolean {
  try {
    return process.kill(pid, 0) && !(linux && statOf(pid)[0] === 'Z');
  } catch {
    return false;
  }
}

describe('a started program', () => {
  it('gets exactly the arguments, argv[0] and environment of the spec', async () => {
    const report =
      'process.stdout.write(JSON.stringify([process.argv0, process.argv.slice(1), process.env]))';
    const args = ['-e', report, '--', '', ' two words ', '"$(id)"\n;|&', '\u{1f600}'];
    const env = new Map([
      ['A', '1'],
      ['__proto__', 'x'],
    ]);
    const { stdout } = await run(spec(process.execPath, args, { argv0: 'named', env }));
    const [argv0, argv, seen] = JSON.parse(stdout);
    expect(argv0).toBe('named');
    expect(argv).toEqual(args.slice(3));
    expect(Object.entries(seen)).toEqual([...env]);
  });

  it('finds its stdin at the end', async () => {
    const { stdout, end } = await run(spec('/bin/sh', ['-c', 'read x; echo "status $?"']));
    expect(stdout).toBe('status 1\n');
    expect(end).toEqual({ kind: 'exited', exitCode: 0 });
  });

  it('cannot open a terminal', async () => {
    const { stdout } = await run(spec('/bin/sh', ['-c', '(: < /dev/tty) 2>/dev/null || echo none']));
    expect(stdout).toBe('none\n');
  });

  it.runIf(linux)('leads a session and a group of its own', async () => {
    const { stdout } = await run(
      spec('/bin/sh', ['-c', 'echo $$; read -r stat < /proc/$$/stat; echo "$stat"']),
    );
    const [pid, stat] = stdout.trim().split('\n');
    const [, , group, session, terminal] = (stat ?? '').replace(/^.*\) /, '').split(' ');
    expect([group, session, terminal]).toEqual([pid, pid, '0']);
  });

  it('starts with the signals as usual, so that a broken pipe ends it', async () => {
    const { stdout } = await run(spec('/bin/sh', ['-c', 'while :; do echo y; done | read line; echo done']));
    expect(stdout).toBe('done\n');
  });

  it('tells exit statuses and signals apart', async () => {
    expect((await run(spec('/bin/sh', ['-c', 'exit 3']))).end).toEqual({ kind: 'exited', exitCode: 3 });
    expect((await run(spec('/bin/sh', ['-c', 'kill -9 $$']))).end).toEqual({
      kind: 'signalled',
      signal: 'SIGKILL',
    });
  });

  it('keeps its streams apart', async () => {
    const { stdout, stderr } = await run(spec('/bin/sh', ['-c', 'echo out; echo err >&2; exit 1']));
    expect([stdout, stderr]).toEqual(['out\n', 'err\n']);
  });

  it('still hands on what a descendant writes after the program has failed', async () => {
    const { stdout } = await run(spec('/bin/sh', ['-c', '(/bin/sleep 0.2; echo late) & exit 1']));
    expect(stdout).toBe('late\n');
  });
});

describe('a program that cannot start', () => {
  it.each([
    ['is not there', spec('/nowhere/program', []), 'ENOENT'],
    ['is no program', spec('/', []), 'EACCES'],
    ['has no working directory', spec('/bin/sh', [], { cwd: '/nowhere' }), 'ENOENT'],
  ])('says why when it %s', async (_, what, reason) => {
    const { end, stdout } = await run(what);
    expect(end).toEqual({ kind: 'not-started', reason });
    expect(stdout).toBe('');
  });

  it.runIf(linux)('says so when an argument is longer than the system takes', async () => {
    const { end } = await run(spec('/bin/sh', ['-c', ':', 'x'.repeat(200_000)]));
    expect(end).toEqual({ kind: 'not-started', reason: 'E2BIG' });
  });

  it.each([
    [
      'the environment',
      spec('/bin/sh', ['-c', ':'], { env: new Map([['A', 'a\0b']]) }),
      'ERR_INVALID_ARG_VALUE',
    ],
    ['an argument', spec('/bin/sh', ['-c', 'a\0b']), 'ERR_INVALID_ARG_VALUE'],
  ])('says so when %s holds a NUL byte', async (_, what, reason) => {
    expect((await run(what)).end).toEqual({ kind: 'not-started', reason });
  });

  it('has no group to signal', () => {
    const running = processes.start(spec('/nowhere/program', []));
    expect([running.groupAlive(), running.signalGroup('SIGKILL')]).toEqual([false, false]);
    running.release();
  });
});

describe('the group of a program', () => {
  it('is signalled as a whole, and is gone afterwards', async () => {
    const running = processes.start(spec('/bin/sh', ['-c', '/bin/sleep 60 & /bin/sleep 60 & echo up; wait']));
    await new Promise<void>((resolve) => running.onOutput(() => resolve()));
    expect(running.groupAlive()).toBe(true);
    expect(running.signalGroup('SIGTERM')).toBe(true);
    expect(await running.ended).toEqual({ kind: 'signalled', signal: 'SIGTERM' });
    await running.drained;
    expect(await until(() => !running.groupAlive())).toBe(true);
    running.release();
  });
});

describe('a runtime that goes away', { timeout: 30_000 }, () => {
  const program = fileURLToPath(new URL('./node-processes.ts', import.meta.url));
  /** Starts a program with a descendant, says their numbers, then does what the test asks. */
  const parent = (then: string) => `
    import { nodeProcesses } from ${JSON.stringify(program)};
    const running = nodeProcesses().start({ program: '/bin/sh', argv0: 'sh', cwd: '/', env: new Map([['PATH', '/bin:/usr/bin']]),
      args: ['-c', 'trap "" TERM HUP INT; sleep 60 & echo $$ $!; wait'] });
    running.onOutput((_, chunk) => { process.stdout.write(chunk); ${then} });`;

  async function commandsAfter(then: string, kill?: NodeJS.Signals): Promise<readonly number[]> {
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', parent(then)]);
    const gone = new Promise((resolve) => child.once('close', resolve));
    const pids = await new Promise<readonly number[]>((resolve) => {
      child.stdout.once('data', (chunk) => resolve(String(chunk).trim().split(' ').map(Number)));
    });
    expect(pids.every((pid) => pid > 1)).toBe(true);
    if (kill !== undefined) {
      // The watchdog is there only for a command that outlives its first moments.
      await new Promise((resolve) => setTimeout(resolve, 2000));
      child.kill(kill);
    }
    await gone;
    return pids;
  }

  it.each(['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    'takes its commands with it on %s',
    async (name) => {
      const pids = await commandsAfter('', name);
      expect(await until(() => !pids.some(alive))).toBe(true);
    },
  );

  it('takes its commands with it when it exits', async () => {
    const pids = await commandsAfter('setTimeout(() => process.exit(0), 50)');
    expect(await until(() => !pids.some(alive))).toBe(true);
  });
});

describe('many short runs', () => {
  it.runIf(linux)('leave no descriptor and no zombie', { timeout: 60_000 }, async () => {
    const children = () =>
      readdirSync('/proc')
        .filter((name) => /^\d+$/.test(name))
        .filter((name) => {
          try {
            return statOf(Number(name))[1] === String(process.pid);
          } catch {
            return false;
          }
        });
    // Long enough for the watchdog to be there, which stays.
    await run(spec('/bin/sleep', ['1']));
    const before = { files: readdirSync('/proc/self/fd').length, children: children().length };
    for (let round = 0; round < 50; round += 1) {
      await Promise.all(Array.from({ length: 10 }, () => run(spec('/bin/sh', ['-c', 'echo x']))));
    }
    expect(await until(() => readdirSync('/proc/self/fd').length <= before.files)).toBe(true);
    expect(await until(() => children().length <= before.children)).toBe(true);
  });
});
