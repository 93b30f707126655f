import { type Capability, coreCapabilities, optionalCapabilities } from '../model/capability.ts';
import { groupBy } from '../model/group-by.ts';
import { tallies, type Verdict } from '../model/verdict.ts';
import { type Report, type ReportedCase, verdictIn } from './report-model.ts';

/** What became of a clause, or of a case, in one word. Worst first. */
export const states = ['failed', 'warned', 'not-run', 'passed', 'skipped'] as const;
export type State = (typeof states)[number];

type Clause = ReportedCase['started']['clauses'][number];

/** A clause with the cases of this run that show it. */
export interface ClauseRow {
  readonly clause: Clause;
  readonly cases: readonly ReportedCase[];
  /** The worst of its cases. A case that was skipped says nothing: it counts only where there is no other. */
  readonly state: State;
}

/** A failure that nobody knew of. What a baseline knows is red all the same, but it is no news. */
export function isNews(verdict: Verdict): boolean {
  return tallies[verdict] === 'failed' && verdict !== 'xfail';
}

/** `not-run` is skipped in the last line's figures, and here it is a gap that somebody has to see. */
export function stateOf(verdict: Verdict): State {
  return verdict === 'not-run' ? 'not-run' : tallies[verdict];
}

export function worstState(found: readonly State[]): State {
  return states.find((state) => found.includes(state)) ?? 'skipped';
}

/** Every clause that the run's cases cite, in the order of the suite. */
export function clauseRows({ cases }: Report): readonly ClauseRow[] {
  const cited = cases.flatMap((reported) => reported.started.clauses.map((clause) => ({ clause, reported })));
  return [...groupBy(cited, ({ clause }) => clause.id).values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const shown = group.map(({ reported }) => reported);
    const state = worstState(shown.map((each) => stateOf(verdictIn(each))));
    return [{ clause: first.clause, cases: shown, state }];
  });
}

/** How many of a clause's cases pass, out of those that were not skipped. */
export function passShare({ cases }: ClauseRow): { readonly passed: number; readonly of: number } {
  const found = cases.map((each) => stateOf(verdictIn(each))).filter((state) => state !== 'skipped');
  return { passed: found.filter((state) => state === 'passed').length, of: found.length };
}

/** In the contract's order: the core, then what is optional. Capabilities without a row are left out. */
export function byCapability<Row extends { readonly clause: Clause }>(
  rows: readonly Row[],
): readonly { readonly capability: Capability; readonly rows: readonly Row[] }[] {
  const groups = groupBy(rows, ({ clause }) => clause.capability);
  return [...coreCapabilities, ...optionalCapabilities].flatMap((capability) => {
    const found = groups.get(capability);
    return found === undefined ? [] : [{ capability, rows: found }];
  });
}

export function countStates(rows: readonly { readonly state: State }[]): Readonly<Record<State, number>> {
  const counts = { failed: 0, warned: 0, 'not-run': 0, passed: 0, skipped: 0 };
  for (const { state } of rows) counts[state] += 1;
  return counts;
}
