import type { Verdict } from '../model/verdict.ts';

/** Ends a run that only crashes: a runtime that no longer starts would take hours to say so case by case. */
export interface CrashBreaker {
  /** A case is over. */
  see(verdict: Verdict): void;
  /** The rest is not run. */
  isTripped(): boolean;
}

/** Trips at `limit` crashes and timeouts in a row, in the order in which cases end; 0: never. */
export function crashBreaker(limit: number): CrashBreaker {
  let inARow = 0;
  let tripped = false;
  return {
    see(verdict) {
      if (!wasDriven(verdict)) return;
      inARow = counts.has(verdict) ? inARow + 1 : 0;
      tripped ||= limit > 0 && inARow >= limit;
    },
    isTripped: () => tripped,
  };
}

const counts: ReadonlySet<Verdict> = new Set(['crash', 'timeout']);

function wasDriven(verdict: Verdict): boolean {
  return verdict !== 'not-applicable' && verdict !== 'skipped' && verdict !== 'not-run';
}
