import type { Suite, SuiteCase } from '../model/suite.ts';
import type { WrongRuntime } from './wrong-runtime.ts';

/** Cases to run against a wrong runtime, in this order. */
export interface Hunt {
  /** The clause that a case must fail for; `null` where every case counts. */
  readonly clause: string | null;
  readonly cases: readonly SuiteCase[];
}

/**
 * What to run against one wrong runtime. A fault is hunted clause by clause, each hunt ending at its first kill; `full` runs the whole
 * suite against it. Null runtimes meet every case, since the claim is that they pass none. The control and the harmless
 * change meet a broad sample.
 */
export function planHunts({ kind, breaks }: WrongRuntime, suite: Suite, full: boolean): readonly Hunt[] {
  if (kind === 'fault' && !full) {
    return breaks.map((clause) => ({ clause, cases: suite.cases.filter((each) => cites(each, clause)) }));
  }
  const everything = kind === 'null' || full;
  return [{ clause: null, cases: everything ? suite.cases : sampleOf(suite.cases) }];
}

export function cites({ clauses }: SuiteCase, clause: string): boolean {
  return clauses.some(({ id }) => id === clause);
}

/** One case of each file: the first row of each matrix. */
export function sampleOf(cases: readonly SuiteCase[]): readonly SuiteCase[] {
  const seen = new Set<string>();
  return cases.filter(({ file }) => !seen.has(file) && seen.add(file));
}
