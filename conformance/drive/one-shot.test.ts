import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { shRuntime } from '../testing/sh-runtime.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import type { Exchange, Request } from './exchange.ts';
import { oneShotRuntime } from './one-shot.ts';
import { killAll, lingering, openProcessTable } from './process-table.ts';

const processes = openProcessTable();
const validate: Request = { verb: 'validate', params: { workspace: 'w' } };

interface Options {
  readonly request?: Request;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  readonly root?: string;
}

function perform(command: readonly string[], options: Options = {}): Promise<Exchange> {
  const { request = validate, timeoutMs = 10_000, signal, root = temporaryFolder() } = options;
  const runtime = oneShotRuntime({ command, processes, ...(signal && { signal }) });
  const env = new Map([
    ['PATH', '/usr/bin:/bin'],
    ['HOME', `${root}/home`],
  ]);
  return runtime.perform(request, { env, cwd: root, timeoutMs, root });
}

const text = (bytes: Uint8Array) => Buffer.from(bytes).toString();

describe('a process for each request', () => {
  it('gets the command line of its verb, and arguments on stdin', async () => {
    const request: Request = {
      verb: 'call',
      params: { workspace: 'w', skill: 's', arguments: { a: '\ud800' } },
    };
    const exchange = await perform([shRuntime('echo "$@"; cat >&2')], { request });
    expect(text(exchange.stdout)).toBe('call w --skill s --json\n');
    expect(text(exchange.stderr)).toBe('{"a":"\\ud800"}');
    expect(exchange.ended).toEqual({ kind: 'exited', status: 0 });
    expect(exchange.pid).toBeGreaterThan(1);
  });

  it('gets the environment that was built and no more, an empty stdin, a group of its own', async () => {
    const exchange = await perform([shRuntime('cat; env | cut -d= -f1 | sort; ps -o pgid= -p $$; echo $$')]);
    const [, , , group = '', pid] = text(exchange.stdout)
      .split('\n')
      .filter((line) => line !== '_');
    expect(text(exchange.stdout)).toMatch(/^HOME\nPATH\nPWD\n/);
    expect(group.trim()).toBe(pid);
  });

  it('may answer without reading its stdin', async () => {
    const request: Request = { verb: 'call', params: { raw_arguments: Buffer.alloc(2_000_000) } };
    const { ended } = await perform([shRuntime('exec <&-; echo early')], { request });
    expect(ended).toEqual({ kind: 'exited', status: 0 });
  });

  it('is seen to die by a signal', async () => {
    const { ended } = await perform([shRuntime('kill -s SEGV $$')]);
    expect(ended).toEqual({ kind: 'signalled', signal: 'SIGSEGV' });
  });

  it('cannot be started where there is no such program, or an argument holds a NUL', async () => {
    expect((await perform(['/nowhere/runtime'])).ended).toMatchObject({
      kind: 'not-driven',
      reason: /ENOENT/,
    });
    const request: Request = { verb: 'validate', params: { workspace: 'a\0b' } };
    expect((await perform(['/bin/true'], { request })).ended).toMatchObject({
      kind: 'not-driven',
      reason: /null byte/,
    });
  });
});

describe('a runtime that misbehaves', () => {
  it('is killed with all it started when its time is up, deaf to SIGTERM or not', async () => {
    const root = temporaryFolder();
    const body = `trap '' TERM; setsid sleep 61 & sleep 62 & sleep 63`;
    const exchange = await perform([shRuntime(body)], { timeoutMs: 200, root });
    expect(exchange.ended).toEqual({ kind: 'timed-out', afterMs: 200 });
    expect(exchange.durationMs).toBeLessThan(5000);
    expect(processes.of(root)).toEqual([]);
  });

  it('may clean up at SIGTERM before it is killed', async () => {
    const root = temporaryFolder();
    await perform(
      [shRuntime(`trap 'echo cleaned > ${root}/note; exit' TERM; while :; do sleep 0.02; done`)],
      {
        timeoutMs: 150,
        root,
      },
    );
    expect(readFileSync(join(root, 'note'), 'utf8')).toBe('cleaned\n');
  });

  it('is stopped when it floods a stream, and what was read stays within bounds', async () => {
    const exchange = await perform([shRuntime('yes floods >&2')]);
    expect(exchange.ended).toMatchObject({ kind: 'flooded', stream: 'stderr' });
    expect(exchange.stderr.byteLength).toBeLessThanOrEqual(64 * 1024 * 1024);
  });

  it('does not hold the kit when a descendant holds its pipes', async () => {
    const root = temporaryFolder();
    const exchange = await perform([shRuntime('echo done; setsid sleep 64 &')], { root });
    expect(text(exchange.stdout)).toBe('done\n');
    expect(exchange.ended).toEqual({ kind: 'exited', status: 0 });
    expect(exchange.durationMs).toBeLessThan(5000);
    expect((await lingering(processes, root)).map(({ command }) => command)).toEqual(['sleep 64']);
    await killAll(processes, root);
    expect(processes.of(root)).toEqual([]);
  });

  it('is stopped when the run is', async () => {
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 100);
    const { ended } = await perform([shRuntime('sleep 65')], { signal: stop.signal });
    expect(ended).toEqual({ kind: 'not-driven', reason: 'the run was interrupted' });
    expect((await perform([shRuntime('sleep 66')], { signal: stop.signal })).ended.kind).toBe('not-driven');
  });
});

describe('the process table', () => {
  it('finds a process by its current directory alone', async () => {
    const root = temporaryFolder();
    await perform([shRuntime(`cd ${root}; env -i setsid sleep 67 >/dev/null 2>&1 &`)], { root });
    expect(processes.of(root)).toHaveLength(1);
    await killAll(processes, root);
  });

  it('is empty where there is no /proc', () => {
    expect(openProcessTable('/nowhere').of('/tmp')).toEqual([]);
  });
});
