import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Ended } from './exchange.ts';
import { signal } from './process-table.ts';

/** The most that is read of one stream: an envelope carries at most a command's ceiling, which defaults far below. */
export const streamLimit = 64 * 1024 * 1024;
/** Between SIGTERM and SIGKILL, so that a runtime may take its commands with it. */
const graceMs = 500;
/** What a process that has ended may still have in its pipes; longer, and a descendant holds them. */
export const drainMs = 1000;

/**
 * Starts a runtime in a process group and session of its own. `spawn` throws for what no process can be given, a NUL among the
 * arguments for one.
 */
export function startChild(
  argv: readonly string[],
  where: { readonly cwd: string; readonly env: ReadonlyMap<string, string> },
  stdin: 'ignore' | 'pipe',
): ChildProcess | Error {
  const [program = '', ...args] = argv;
  try {
    return spawn(program, args, {
      cwd: where.cwd,
      env: Object.fromEntries(where.env),
      detached: true,
      stdio: [stdin, 'pipe', 'pipe'],
    });
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

export function exitOf(child: ChildProcess): Promise<Ended> {
  return new Promise((resolve) => {
    child.once('error', ({ message }) => resolve({ kind: 'not-driven', reason: message }));
    child.once('exit', (status, killedBy) =>
      resolve(status === null ? { kind: 'signalled', signal: String(killedBy) } : { kind: 'exited', status }),
    );
  });
}

/** SIGTERM to the group, a grace, SIGKILL. */
export async function stopGroup({ pid }: ChildProcess, exited: Promise<Ended>): Promise<void> {
  if (pid === undefined) return;
  signal(-pid, 'SIGTERM');
  await Promise.race([exited, sleep(graceMs, undefined, { ref: false })]);
  signal(-pid, 'SIGKILL');
}

/** Stops reading, whoever still holds the other end. */
export function releaseStreams({ stdin, stdout, stderr }: ChildProcess): void {
  stdout?.destroy();
  stderr?.destroy();
  stdin?.destroy();
}

/** Settles when the run is interrupted, unless `settled` aborts before. */
export function interrupted(abort: AbortSignal | undefined, settled: AbortSignal): Promise<Ended> {
  return new Promise((resolve) => {
    const stop = () => resolve({ kind: 'not-driven', reason: 'the run was interrupted' });
    if (abort?.aborted === true) stop();
    abort?.addEventListener('abort', stop, { once: true, signal: settled });
  });
}
