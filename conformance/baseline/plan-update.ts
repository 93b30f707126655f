import type { BaselineEntry } from '../model/baseline.ts';
import { tallies } from '../model/verdict.ts';
import { type EndedCase, noReasonYet } from './assess.ts';
import type { LoadedBaseline } from './load-baseline.ts';
import type { BaselineChanges } from './update-baseline.ts';

export interface UpdateOptions {
  readonly allowCrash: boolean;
  /** Nothing may be added. */
  readonly noGrowth: boolean;
  /** For new entries. */
  readonly reason?: string;
}

/** The changes, or why there are none: a phrase for each case that stands in the way. */
export type UpdatePlan =
  | { readonly ok: true; readonly changes: BaselineChanges }
  | { readonly ok: false; readonly refused: readonly string[] };

/**
 * Brings a baseline up to a run: what fails and is not known is added, what passes goes, what looks different is noted. Entries of
 * cases that the run did not select stay. Pure.
 */
export function planUpdate(
  { entries }: Pick<LoadedBaseline, 'entries'>,
  ended: readonly EndedCase[],
  suiteIds: ReadonlySet<string>,
  options: UpdateOptions,
): UpdatePlan {
  const known = new Map(entries.map((entry) => [entry.id, entry]));
  const failures = ended.filter(({ verdict }) => isFailure(verdict));
  const added = failures.filter(({ id }) => !known.has(id));
  const changed = failures.filter(({ id }) => known.has(id));
  const refused = [
    ...failures.flatMap((each) => faultOf(each, known.get(each.id), options)),
    ...(options.noGrowth
      ? added.map(({ id }) => `${id}: not in the baseline, and --no-growth adds nothing`)
      : []),
  ];
  if (refused.length > 0) return { ok: false, refused };
  const settled = ended.filter(({ id, verdict }) => isSettled(verdict, known.get(id)));
  const gone = entries.filter(({ id }) => !suiteIds.has(id));
  return {
    ok: true,
    changes: {
      add: added.map((each) => ({ id: each.id, ...lookOf(each), reason: options.reason ?? noReasonYet })),
      remove: new Set([...settled, ...gone].map(({ id }) => id)),
      change: new Map(changed.map((each) => [each.id, lookOf(each)])),
    },
  };
}

function faultOf(
  { id, verdict }: EndedCase,
  entry: BaselineEntry | undefined,
  { allowCrash }: UpdateOptions,
): readonly string[] {
  if (verdict === 'harness-error')
    return [`${id}: a fault of the kit's own is no known failure of a runtime`];
  const isCrash = verdict === 'crash' || verdict === 'timeout';
  const isAllowed = allowCrash || entry?.expect === 'crash';
  return isCrash && !isAllowed ? [`${id}: a ${verdict} is not written without --allow-crash`] : [];
}

function lookOf({ verdict, signature }: EndedCase): Pick<BaselineEntry, 'expect' | 'signature'> {
  if (verdict === 'flaky') return { expect: 'flaky', signature };
  return { expect: verdict === 'crash' || verdict === 'timeout' ? 'crash' : 'fail', signature };
}

/** The entry has nothing to excuse any more. */
function isSettled(verdict: EndedCase['verdict'], entry: BaselineEntry | undefined): boolean {
  if (entry === undefined) return false;
  return verdict === 'xpass' || verdict === 'warn' || verdict === 'not-applicable';
}

/** Red of itself, not by what the baseline says of it. */
function isFailure(verdict: EndedCase['verdict']): boolean {
  return tallies[verdict] === 'failed' && verdict !== 'xfail' && verdict !== 'xpass';
}
