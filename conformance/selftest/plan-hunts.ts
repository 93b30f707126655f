import type { Suite, SuiteCase } from '../model/suite.ts';
import type { WrongRuntime } from './wrong-runtime.ts';

/** Cases to run against a wrong runtime, in this order. */
export interface Hunt {
  /** The clause that a case must fail for; `null` where every case counts. */
  readonly clause: string | null;
  readonly cases: readonly SuiteCase[];
  /** In a session, where what is said in every case is held to the clauses on sessions. */
  readonly sessions: boolean;
}

/**
 * What to run against one wrong runtime. A fault is hunted clause by clause, each hunt ending at its first kill; `full` runs the whole
 * suite against it. Null runtimes meet every case, since the claim is that they pass none. The control and the harmless
 * changes meet a broad sample.
 */
export function planHunts({ kind, breaks }: WrongRuntime, suite: Suite, full: boolean): readonly Hunt[] {
  if (kind === 'fault' && !full) return breaks.map((clause) => huntFor(clause, suite));
  const everything = kind === 'null' || full;
  return [{ clause: null, cases: everything ? suite.cases : sampleOf(suite.cases), sessions: false }];
}

function huntFor(clause: string, { cases, requirements }: Suite): Hunt {
  if (requirements.get(clause)?.capability === 'session')
    return { clause, cases: sampleOf(cases), sessions: true };
  return { clause, cases: cases.filter((each) => cites(each, clause)), sessions: false };
}

export function cites({ clauses }: SuiteCase, clause: string): boolean {
  return clauses.some(({ id }) => id === clause);
}

/** Every other file of each area, and of its matrix the first row. */
export function sampleOf(cases: readonly SuiteCase[]): readonly SuiteCase[] {
  const files = [...new Set(cases.map(({ file }) => file))].filter((_, index) => index % 2 === 0);
  return files.flatMap((wanted) => cases.find(({ file }) => file === wanted) ?? []);
}

/** A case passes only where all its halves do, so who fails the first need not be asked the second. */
export function firstHalfOf(suiteCase: SuiteCase): SuiteCase {
  return { ...suiteCase, halves: suiteCase.halves.slice(0, 1) };
}
