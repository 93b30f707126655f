import type { Clock, ProcessEnd, RunningProcess } from '../ports/ports.ts';
import { collectOutput } from './collect-output.ts';
import { drainAfterEnd, killGroup, stopGroup } from './stop.ts';

/** Milliseconds and bytes. The ceiling counts stdout and stderr together. */
export interface Bounds {
  readonly timeoutMs: number;
  readonly maxOutputBytes: number;
}

/** What a program did under its bounds. Where we stopped it, what it had written is no result. */
export interface BoundedRun {
  readonly verdict: ProcessEnd | Stopped;
  readonly stdout: Uint8Array;
  readonly stderr: Uint8Array;
  /** Every byte that was read, also those past the ceiling, which were not kept. */
  readonly counted: { readonly stdout: number; readonly stderr: number };
  /** Until the program ended or we stopped it. */
  readonly durationMs: number;
}

export interface Stopped {
  readonly kind: 'timeout' | 'output-ceiling' | 'interrupted';
}

/**
 * Watches a program that has just been started until nothing of it is left (`bounds.*`).
 *
 * - It ends: what a descendant still writes is waited for, for a moment; then the descendants are killed.
 * - The time is up, or `signal` aborts: SIGTERM to its group, two seconds, SIGKILL.
 * - One byte past the ceiling: SIGKILL to its group at once, and nothing more is kept.
 *
 * Never rejects. Keeps no more than the ceiling in memory, and the room to grow there.
 */
export async function runBounded(
  running: RunningProcess,
  bounds: Bounds,
  clock: Clock,
  signal?: AbortSignal,
): Promise<BoundedRun> {
  const began = clock.monotonicMs();
  const output = collectOutput(running, bounds.maxOutputBytes);
  const first = await firstOf(running, output.overflow, bounds.timeoutMs, clock, signal);
  const durationMs = Math.round(clock.monotonicMs() - began);
  if (first.kind === 'timeout' || first.kind === 'interrupted') await stopGroup(running, clock);
  else await drainAfterEnd(running, output.total, clock);
  await killGroup(running, clock);
  running.release();
  return {
    verdict: output.overflowed() && !isStopped(first) ? ceiling : first,
    ...output.kept(),
    durationMs,
  };
}

const ceiling: Stopped = { kind: 'output-ceiling' };

function isStopped(verdict: ProcessEnd | Stopped): boolean {
  return verdict.kind === 'timeout' || verdict.kind === 'interrupted';
}

/** Whichever comes first. What comes later changes nothing. */
function firstOf(
  running: RunningProcess,
  overflow: Promise<void>,
  timeoutMs: number,
  clock: Clock,
  signal: AbortSignal | undefined,
): Promise<ProcessEnd | Stopped> {
  return new Promise((resolve) => {
    const settle = (verdict: ProcessEnd | Stopped) => {
      stopTimer();
      signal?.removeEventListener('abort', interrupt);
      resolve(verdict);
    };
    const interrupt = () => settle({ kind: 'interrupted' });
    const stopTimer = clock.after(timeoutMs, () => settle({ kind: 'timeout' }));
    signal?.addEventListener('abort', interrupt);
    if (signal?.aborted === true) interrupt();
    running.ended.then(settle);
    overflow.then(() => settle(ceiling));
  });
}
