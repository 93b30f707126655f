import type { Clock } from '../ports/ports.ts';
import type { TurnFailure } from './failure.ts';
import { interrupted } from './failure.ts';
import { answered, type Turn, type TurnAnswer, unanswered } from './model.ts';

export type Attempt =
  | { readonly ok: true; readonly turn: Turn }
  | { readonly ok: false; readonly failure: TurnFailure };

/** Pauses between tries, in milliseconds, where the provider names none. Two more tries are what both official clients make. */
const pausesMs = [500, 2000] as const;

/** A provider that asks for a longer wait is not waited for: the person is told instead. Milliseconds. */
const longestWaitMs = 60_000;

/**
 * Tries a turn up to three times. The clients' own retries are off: they wait as long as a provider says, an hour included, and
 * an interruption does not wake them.
 */
export async function withRetries(
  attempt: () => Promise<Attempt>,
  clock: Clock,
  signal: AbortSignal | undefined,
): Promise<TurnAnswer> {
  for (const pauseMs of [...pausesMs, undefined]) {
    const result = await attempt();
    if (result.ok) return answered(result.turn);
    const { error, retry } = result.failure;
    const waitMs = retry === 'soon' ? pauseMs : retry;
    if (pauseMs === undefined || waitMs === undefined || waitMs === 'no' || waitMs > longestWaitMs)
      return unanswered(error);
    if (!(await pause(waitMs, clock, signal))) break;
  }
  return unanswered(interrupted().error);
}

/** False when `signal` aborted before the time was up. */
function pause(ms: number, clock: Clock, signal: AbortSignal | undefined): Promise<boolean> {
  return new Promise((resolve) => {
    const settle = (rested: boolean) => {
      cancel();
      signal?.removeEventListener('abort', interrupt);
      resolve(rested);
    };
    const interrupt = () => settle(false);
    const cancel = clock.after(ms, () => settle(true));
    signal?.addEventListener('abort', interrupt);
    if (signal?.aborted === true) interrupt();
  });
}
