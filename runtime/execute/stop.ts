import type { Clock, RunningProcess } from '../ports/ports.ts';

/** SIGTERM to the group; returns when nothing of it is left, at the latest after the two seconds of grace. */
export async function stopGroup(running: RunningProcess, clock: Clock): Promise<void> {
  running.signalGroup('SIGTERM');
  await groupGone(running, { forMs: 2000, everyMs: 20 }, clock);
}

/**
 * SIGKILL to what is left of the group. Nothing survives it, but the kernel takes a moment to make it so; a
 * process that is stuck in the kernel is not waited for.
 */
export async function killGroup(running: RunningProcess, clock: Clock): Promise<void> {
  if (!running.groupAlive()) return;
  running.signalGroup('SIGKILL');
  await groupGone(running, { forMs: 400, everyMs: 10 }, clock);
}

async function groupGone(
  running: RunningProcess,
  { forMs, everyMs }: { readonly forMs: number; readonly everyMs: number },
  clock: Clock,
): Promise<void> {
  const until = clock.monotonicMs() + forMs;
  while (running.groupAlive() && clock.monotonicMs() < until) await pause(everyMs, clock);
}

const tickMs = 50;
const quietTicks = 5;
const mostTicks = 20;

/**
 * After the program's own end, a descendant may still hold the pipes: one that finishes its work, or a daemon
 * that will hold them for ever. It gets until 250 ms pass without a byte, and at most a second. Silence is
 * five quiet ticks in a row and not one long timer: the event loop reads between two ticks, so that a busy
 * machine is not taken for a silent program.
 */
export async function drainAfterEnd(
  running: RunningProcess,
  total: () => number,
  clock: Clock,
): Promise<void> {
  let quiet = 0;
  for (let tick = 0; tick < mostTicks && quiet < quietTicks; tick += 1) {
    const before = total();
    if (await settlesWithin(running.drained, tickMs, clock)) return;
    quiet = total() === before ? quiet + 1 : 0;
  }
}

function pause(ms: number, clock: Clock): Promise<void> {
  return new Promise((resolve) => {
    clock.after(ms, resolve);
  });
}

function settlesWithin(promise: Promise<void>, ms: number, clock: Clock): Promise<boolean> {
  return new Promise((resolve) => {
    const cancel = clock.after(ms, () => resolve(false));
    promise.then(() => {
      cancel();
      resolve(true);
    });
  });
}
