import type { Verdict } from '../model/verdict.ts';

/** Ends a run that only crashes: a runtime that no longer starts would take hours to say so case by case. */
export interface CrashBreaker {
  /** A case is over. */
  see(verdict: Verdict): void;
  /** Why the rest is not run, or `undefined`. */
  tripped(): string | undefined;
}

/** Trips at `limit` crashes and timeouts in a row, in the order in which cases end; 0: never. */
export function crashBreaker(limit: number): CrashBreaker {
  let inARow = 0;
  let reason: string | undefined;
  return {
    see(verdict) {
      if (!wasDriven(verdict)) return;
      inARow = counts.has(verdict) ? inARow + 1 : 0;
      if (limit > 0 && inARow >= limit) reason ??= `${inARow} crashes or timeouts in a row`;
    },
    tripped: () => reason,
  };
}

const counts: ReadonlySet<Verdict> = new Set(['crash', 'timeout']);

function wasDriven(verdict: Verdict): boolean {
  return verdict !== 'not-applicable' && verdict !== 'skipped' && verdict !== 'not-run';
}
