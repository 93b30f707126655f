import { describe, expect, it } from 'vitest';
import { fakePorts } from '../ports/fake.ts';
import type { FakeProcess } from '../ports/fake-processes.ts';
import { nodePorts } from '../ports/node.ts';
import { type BoundedRun, type Bounds, runBounded } from './bounds.ts';

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

/** A run over a fake program, whose moves the test makes. */
function watch(bounds: Partial<Bounds> = {}, signal?: AbortSignal) {
  const { clock, processes } = fakePorts({ onStart: () => undefined });
  const running = processes.start({ program: '/p', argv0: 'p', args: [], env: new Map(), cwd: '/' });
  const [program] = processes.started as [FakeProcess];
  let result: BoundedRun | undefined;
  const run = runBounded(running, { timeoutMs: 1000, maxOutputBytes: 10, ...bounds }, clock, signal);
  run.then((value) => {
    result = value;
  });
  return { program, clock, run, result: () => result };
}

describe('a program that ends by itself', () => {
  it('gives its end, its output by stream, and how long it took', async () => {
    const { program, clock, run } = watch();
    program.write('stdout', 'out');
    program.write('stderr', 'err');
    await clock.advance(300);
    program.finish(3);
    expect(await run).toEqual({
      verdict: { kind: 'exited', exitCode: 3 },
      stdout: new TextEncoder().encode('out'),
      stderr: new TextEncoder().encode('err'),
      counted: { stdout: 3, stderr: 3 },
      durationMs: 300,
    });
    expect(program.signals).toEqual([]);
    expect(program.released).toBe(true);
  });

  it('is not waited for once nothing of it is left', async () => {
    const { program, clock, result } = watch();
    program.finish(0);
    await clock.advance(0);
    expect(result()?.verdict).toEqual({ kind: 'exited', exitCode: 0 });
  });

  it('says why it never started', async () => {
    const { program, run } = watch();
    program.end({ kind: 'not-started', reason: 'ENOENT' });
    program.closeGroup();
    expect((await run).verdict).toEqual({ kind: 'not-started', reason: 'ENOENT' });
  });
});

describe('a descendant that holds the pipes after the end of the program', () => {
  it('is killed after a quarter of a second of silence', async () => {
    const { program, clock, result } = watch();
    program.write('stdout', 'hi');
    program.end({ kind: 'exited', exitCode: 0 });
    await clock.advance(240);
    expect(result()).toBeUndefined();
    await clock.advance(20);
    expect(result()).toMatchObject({ verdict: { kind: 'exited', exitCode: 0 }, durationMs: 0 });
    expect(program.signals).toEqual(['SIGKILL']);
  });

  it('may finish what it is writing', async () => {
    const { program, clock, result } = watch();
    program.end({ kind: 'exited', exitCode: 0 });
    for (const letter of 'abc') {
      await clock.advance(200);
      program.write('stdout', letter);
    }
    program.closeGroup();
    await clock.advance(0);
    expect(text(result()?.stdout ?? new Uint8Array())).toBe('abc');
    expect(program.signals).toEqual([]);
  });

  it('is killed after a second even when it never falls silent', async () => {
    const { program, clock, result } = watch({ maxOutputBytes: 100 });
    program.end({ kind: 'exited', exitCode: 0 });
    for (let tick = 0; tick < 10; tick += 1) {
      await clock.advance(99);
      program.write('stdout', '.');
    }
    expect(result()).toBeUndefined();
    await clock.advance(99);
    expect(result()?.verdict).toEqual({ kind: 'exited', exitCode: 0 });
    expect(program.signals).toEqual(['SIGKILL']);
  });

  it('cannot pass the ceiling either', async () => {
    const { program, run } = watch();
    program.end({ kind: 'exited', exitCode: 0 });
    program.write('stdout', '12345678901');
    expect((await run).verdict).toEqual({ kind: 'output-ceiling' });
  });

  it('does not turn a timely end into a timeout', async () => {
    const { program, clock, result } = watch({ timeoutMs: 100 });
    await clock.advance(90);
    program.end({ kind: 'exited', exitCode: 0 });
    await clock.advance(300);
    expect(result()?.verdict).toEqual({ kind: 'exited', exitCode: 0 });
  });
});

describe('a program whose time is up', () => {
  it('is asked to stop, and the run ends with it', async () => {
    const { program, clock, result } = watch();
    await clock.advance(999);
    expect(program.signals).toEqual([]);
    await clock.advance(1);
    expect(program.signals).toEqual(['SIGTERM']);
    expect(result()).toMatchObject({ verdict: { kind: 'timeout' }, durationMs: 1000 });
  });

  it('is killed two seconds later when it does not listen', async () => {
    const { program, clock, result } = watch();
    program.onSignal((name) => {
      if (name === 'SIGKILL') program.closeGroup();
    });
    await clock.advance(2990);
    expect(program.signals).toEqual(['SIGTERM']);
    await clock.advance(50);
    expect(program.signals).toEqual(['SIGTERM', 'SIGKILL']);
    expect(result()?.verdict).toEqual({ kind: 'timeout' });
  });

  it('is killed with descendants that outlive its own obedience', async () => {
    const { program, clock, result } = watch();
    program.onSignal((name) => {
      if (name === 'SIGTERM') program.end({ kind: 'signalled', signal: name });
      else program.closeGroup();
    });
    await clock.advance(3100);
    expect(program.signals).toEqual(['SIGTERM', 'SIGKILL']);
    expect(result()?.verdict).toEqual({ kind: 'timeout' });
  });

  it('is not waited for when even SIGKILL does not remove it', async () => {
    const { program, clock, result } = watch();
    program.onSignal(() => undefined);
    await clock.advance(3500);
    expect(result()?.verdict).toEqual({ kind: 'timeout' });
    expect(program.released).toBe(true);
  });

  it('stays a timeout when it floods on its way out', async () => {
    const { program, clock, result } = watch();
    program.onSignal((name) => {
      if (name === 'SIGTERM') program.write('stdout', '12345678901');
      else program.closeGroup();
    });
    await clock.advance(1100);
    expect(result()?.verdict).toEqual({ kind: 'timeout' });
  });
});

describe('the ceiling', () => {
  it('passes output of exactly its size, both streams together', async () => {
    const { program, run } = watch();
    program.write('stdout', '123456');
    program.write('stderr', '7890');
    program.finish(0);
    expect((await run).verdict).toEqual({ kind: 'exited', exitCode: 0 });
  });

  it('kills the group within the read that passes it by one byte, and keeps nothing of that read', async () => {
    const { program, run } = watch();
    program.write('stdout', '1234567890');
    expect(program.signals).toEqual([]);
    program.write('stderr', '1');
    expect(program.signals).toEqual(['SIGKILL']);
    expect(await run).toMatchObject({
      verdict: { kind: 'output-ceiling' },
      counted: { stdout: 10, stderr: 1 },
      stderr: new Uint8Array(),
    });
  });
});

describe('an interruption', () => {
  it('stops the program as a timeout does', async () => {
    const controller = new AbortController();
    const { program, clock, result } = watch({}, controller.signal);
    await clock.advance(10);
    controller.abort();
    await clock.advance(0);
    expect(program.signals).toEqual(['SIGTERM']);
    expect(result()?.verdict).toEqual({ kind: 'interrupted' });
  });

  it('counts when it came before the program', async () => {
    const { clock, result } = watch({}, AbortSignal.abort());
    await clock.advance(0);
    expect(result()?.verdict).toEqual({ kind: 'interrupted' });
  });
});

describe('real programs', { timeout: 20_000 }, () => {
  const { clock, processes } = nodePorts();

  async function run(script: string, bounds: Partial<Bounds> = {}) {
    const env = new Map([['PATH', '/usr/bin:/bin']]);
    const running = processes.start({ program: '/bin/sh', argv0: 'sh', args: ['-c', script], env, cwd: '/' });
    const began = performance.now();
    const result = await runBounded(running, { timeoutMs: 20_000, maxOutputBytes: 1e6, ...bounds }, clock);
    return { ...result, tookMs: performance.now() - began, leftAlive: running.groupAlive() };
  }

  it('return soon after a timeout though a grandchild holds the pipe, and leave nothing behind', async () => {
    const result = await run('(sleep 60; echo never) & sleep 60', { timeoutMs: 1000 });
    expect(result.verdict).toEqual({ kind: 'timeout' });
    expect(result.tookMs).toBeLessThan(3500);
    expect(result.leftAlive).toBe(false);
  });

  it('are killed when they ignore SIGTERM, with everything they started', async () => {
    const result = await run('trap "" TERM; (sleep 60) & while :; do sleep 60; done', { timeoutMs: 1000 });
    expect(result.verdict).toEqual({ kind: 'timeout' });
    expect(result.tookMs).toBeGreaterThan(2900);
    expect(result.tookMs).toBeLessThan(5000);
    expect(result.leftAlive).toBe(false);
  });

  it('hand on their result though a grandchild sleeps on with the pipe open', async () => {
    const result = await run('sleep 60 & echo hi; exit 4');
    expect([result.verdict, text(result.stdout)]).toEqual([{ kind: 'exited', exitCode: 4 }, 'hi\n']);
    expect(result.tookMs).toBeLessThan(3000);
    expect(result.leftAlive).toBe(false);
  });

  it('cannot leave a quiet descendant behind', async () => {
    const result = await run('sleep 60 >/dev/null 2>&1 & echo hi');
    expect(result.verdict).toEqual({ kind: 'exited', exitCode: 0 });
    expect(result.leftAlive).toBe(false);
  });

  it.each(['', ' >&2'])('cannot flood: a gigabyte%s meets a megabyte of ceiling', async (redirect) => {
    const before = process.memoryUsage().rss;
    const result = await run(`head -c 1000000000 /dev/zero${redirect}; echo end`, { maxOutputBytes: 1e6 });
    expect(result.verdict).toEqual({ kind: 'output-ceiling' });
    expect(result.stdout.length + result.stderr.length).toBeLessThanOrEqual(1e6);
    expect(result.counted.stdout + result.counted.stderr).toBeLessThan(3e6);
    expect(process.memoryUsage().rss - before).toBeLessThan(100e6);
    expect(result.leftAlive).toBe(false);
  });

  it('may write exactly up to the ceiling', async () => {
    const exactly = await run('head -c 100000 /dev/zero; head -c 100000 /dev/zero >&2', {
      maxOutputBytes: 200_000,
    });
    expect([exactly.verdict, exactly.stdout.length, exactly.stderr.length]).toEqual([
      { kind: 'exited', exitCode: 0 },
      100_000,
      100_000,
    ]);
    const over = await run('head -c 100000 /dev/zero; head -c 100001 /dev/zero >&2', {
      maxOutputBytes: 200_000,
    });
    expect(over.verdict).toEqual({ kind: 'output-ceiling' });
  });

  it('do not hang on a full stderr', async () => {
    const result = await run('head -c 800000 /dev/zero >&2; echo ok');
    expect([result.verdict, text(result.stdout)]).toEqual([{ kind: 'exited', exitCode: 0 }, 'ok\n']);
  });
});
