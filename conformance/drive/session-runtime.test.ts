import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { misbehaviours, sessionProgram } from '../testing/session-runtime.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import type { Exchange, Request, Runtime } from './exchange.ts';
import { oneShotRuntime } from './one-shot.ts';
import { openProcessTable, type ProcessTable, signal as send } from './process-table.ts';
import { sessionRuntime } from './session-runtime.ts';

const opened: Runtime[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((runtime) => runtime.close()));
});

type ProcessTableOf = () => ReturnType<ProcessTable['of']>;

interface Bench {
  perform(
    request: Request,
    more?: { env?: Readonly<Record<string, string>>; timeoutMs?: number },
  ): Promise<Exchange>;
  /** Living processes of the case that are no session's. */
  readonly left: ProcessTableOf;
  readonly all: () => number;
  readonly owned: ReadonlySet<number>;
}

function bench(body: string, signal?: AbortSignal): Bench {
  const root = temporaryFolder();
  for (const folder of ['home', 'tmp', 'workspace']) mkdirSync(join(root, folder));
  const table = openProcessTable();
  const owned = new Set<number>();
  const processes: ProcessTable = { of: (path) => table.of(path).filter(({ pid }) => !owned.has(pid)) };
  const command = [sessionProgram(body)];
  const house = {
    command,
    processes,
    owned,
    belongings: new Set<string>(),
    about: () => 'a/case',
    ...(signal && { signal }),
  };
  const runtime = sessionRuntime(house, oneShotRuntime({ command, processes }));
  opened.push(runtime);
  return {
    perform: (request, { env = {}, timeoutMs = 10_000 } = {}) => {
      const whole = new Map(Object.entries({ PATH: '/usr/bin:/bin', HOME: join(root, 'home'), ...env }));
      return runtime.perform(request, { env: whole, cwd: join(root, 'home'), timeoutMs, root });
    },
    left: () => processes.of(root),
    all: () => table.of(root).length,
    owned,
  };
}

function validate(workspace: string): Request {
  return { verb: 'validate', params: { workspace } };
}

const text = (bytes: Uint8Array) => Buffer.from(bytes).toString();

describe('a session', () => {
  it('answers one request after another in one process, and is nobody’s leftover', async () => {
    const { perform, left, all, owned } = bench('ok');
    const exchanges = [await perform(validate('a')), await perform(validate('b'))];
    expect(exchanges.map(({ ended }) => ended)).toEqual([{ kind: 'replied' }, { kind: 'replied' }]);
    expect(exchanges[0]?.pid).toBe(exchanges[1]?.pid);
    expect(text(exchanges[1]?.stdin ?? new Uint8Array())).toMatch(
      /^\{"id":\d+,"verb":"validate","params":\{"workspace":"b"\}\}\n$/,
    );
    expect(text(exchanges[1]?.stdout ?? new Uint8Array())).toMatch(
      /^\{"id":\d+,"envelope":\{.*"outcome":"ok"/,
    );
    expect([left().length, all(), owned.size]).toEqual([0, 1, 1]);
  });

  it('has one environment: another one is another session, and the one that most ask for stays', async () => {
    const { perform } = bench('ok');
    const usual = [await perform(validate('a')), await perform(validate('a')), await perform(validate('a'))];
    const others: Exchange[] = [];
    for (const KEY of ['1', '2', '3']) others.push(await perform(validate('a'), { env: { KEY } }));
    const again = await perform(validate('a'));
    const pids = new Set([...usual, ...others, again].map(({ pid }) => pid));
    expect(pids.size).toBe(4);
    expect(again.pid).toBe(usual[0]?.pid);
  });

  it('is not asked what it cannot be: that goes to a process of its own', async () => {
    const { perform } = bench('ok');
    const argv = await perform({ verb: 'argv', params: { argv: ['validate', 'a'] } });
    expect(argv.ended).toEqual({ kind: 'exited', status: 0 });
    const broken = await perform({ verb: 'call', params: { raw_arguments: Buffer.from('{') } });
    expect(broken.ended).toEqual({ kind: 'exited', status: 0 });
  });

  it('takes arguments byte for byte, and several requests at once', async () => {
    const { perform } = bench('ok');
    const raw = Buffer.from('{"n": 12345678901234567890, "s": "\\ud800"}\n');
    const exchanges = await Promise.all([
      perform({ verb: 'call', params: { raw_arguments: raw } }),
      perform(validate('b')),
      perform(validate('c')),
    ]);
    expect(exchanges.map(({ ended }) => ended.kind)).toEqual(['replied', 'replied', 'replied']);
    expect(text(exchanges[0]?.stdin ?? raw)).toContain(
      '"arguments":{"n": 12345678901234567890, "s": "\\ud800"}',
    );
  });

  it('shows what it wrote to stderr meanwhile', async () => {
    const { perform } = bench('echo "at $workspace" >&2; ok');
    await perform(validate('a'));
    expect(text((await perform(validate('b'))).stderr)).toBe('at b\n');
  });

  it('keeps what it made for itself before its first answer', async () => {
    const root = temporaryFolder();
    for (const folder of ['home', 'tmp']) mkdirSync(join(root, folder));
    const command = [sessionProgram('ok')];
    const script = `touch "$HOME/own"; exec ${command[0]} session`;
    const belongings = new Set<string>();
    const house = {
      command: ['/bin/sh', '-c', script],
      processes: { of: () => [] },
      owned: new Set<number>(),
      belongings,
      about: () => '',
    };
    const runtime = sessionRuntime(house, oneShotRuntime({ command, processes: house.processes }));
    opened.push(runtime);
    const env = new Map(Object.entries({ PATH: '/usr/bin:/bin', HOME: join(root, 'home') }));
    await runtime.perform(validate('a'), { env, cwd: join(root, 'home'), timeoutMs: 5000, root });
    expect([...belongings]).toEqual([join(root, 'home/own')]);
  });

  it('is stopped when the run is', async () => {
    const stop = new AbortController();
    const { perform, all } = bench(misbehaviours, stop.signal);
    setTimeout(() => stop.abort(), 300);
    expect((await perform(validate('hangs'))).ended).toEqual({
      kind: 'not-driven',
      reason: 'the run was interrupted',
    });
    expect(all()).toBe(0);
  });

  it('that cannot be started is a fault of whoever set it up', async () => {
    const house = {
      command: ['/nowhere/runtime'],
      processes: { of: () => [] },
      owned: new Set<number>(),
      belongings: new Set<string>(),
      about: () => '',
    };
    const runtime = sessionRuntime(house, oneShotRuntime(house));
    opened.push(runtime);
    const { ended } = await runtime.perform(validate('a'), {
      env: new Map(),
      cwd: '/',
      timeoutMs: 2000,
      root: '/nowhere',
    });
    expect(ended).toMatchObject({ kind: 'not-driven', reason: /ENOENT/ });
  });
});

describe('a session that misbehaves', () => {
  it.each<[string, object, RegExp]>([
    ['hangs', { kind: 'timed-out', afterMs: 700 }, /^$/],
    ['keeps-the-pipe', { kind: 'exited', status: 9 }, /^$/],
    ['floods', { kind: 'flooded', stream: 'stdout' }, /^\0+$/],
    ['floods-stderr', { kind: 'flooded', stream: 'stderr' }, /^$/],
    ['half-a-line', { kind: 'broken', reason: /ended with exit status 0, behind half a line/ }, /^\{"id":$/],
    ['half-a-line-and-hangs', { kind: 'timed-out' }, /^\{"id":$/],
    ['twice', { kind: 'broken', reason: /a second reply to request 3 \(a\/case, validate\)/ }, /"id":3/],
    ['other-id', { kind: 'broken', reason: /a reply to id 4711, which nobody asked/ }, /4711/],
    ['no-stdout', { kind: 'broken', reason: /the session closed its stdout/ }, /^$/],
    ['only-stderr', { kind: 'timed-out' }, /^$/],
    ['garbage', { kind: 'broken', reason: /a line on stdout is no reply/ }, /^Ready\.$/],
    ['dies', { kind: 'signalled', signal: 'SIGSEGV' }, /^$/],
    ['dies-behind-its-answer', { kind: 'exited', status: 7 }, /"outcome":"ok"/],
    ['ends', { kind: 'broken', reason: /ended with exit status 0$/ }, /^$/],
  ])('(%s) is found out, stopped with all it started, and followed by another', async (how, ended, shown) => {
    const { perform, all } = bench(misbehaviours);
    const slow = how.startsWith('floods') ? 20_000 : 700;
    const exchange = await perform(validate(how), { timeoutMs: slow });
    expect(exchange.ended).toMatchObject(ended);
    expect(text(exchange.stdout)).toMatch(shown);
    expect(exchange.durationMs).toBeLessThan(25_000);
    expect(all()).toBe(0);
    expect((await perform(validate('good'))).ended).toEqual({ kind: 'replied' });
  });

  it('while nothing is asked of it, is told to whoever comes next, with who came last', async () => {
    const { perform } = bench('ok; (sleep 0.2; kill -s KILL $$) >/dev/null 2>&1 &');
    expect((await perform(validate('a'))).ended).toEqual({ kind: 'replied' });
    await new Promise((resolve) => setTimeout(resolve, 800));
    expect((await perform(validate('b'))).ended).toMatchObject({
      kind: 'broken',
      reason: /broke while nothing was asked of it \(killed by SIGKILL\), last asked by a\/case, validate/,
    });
  });

  it('does not hide what a request leaves running', async () => {
    const { perform, left, all } = bench('setsid sleep 76 >/dev/null 2>&1 & ok');
    await perform(validate('a'));
    expect([left().length, all()]).toEqual([1, 2]);
    for (const { pid } of left()) send(pid, 'SIGKILL');
  });
});
