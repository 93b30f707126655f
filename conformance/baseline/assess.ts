import type { BaselineEntry } from '../model/baseline.ts';
import type { EventOf } from '../model/event.ts';
import { tallies, type Verdict } from '../model/verdict.ts';
import type { LoadedBaseline, PlacedEntry } from './load-baseline.ts';
import { addition, removal, replacement } from './show-edit.ts';

export type BaselineIssue = EventOf<'baseline'>;

/** How a case of this run ended. */
export interface EndedCase {
  readonly id: string;
  readonly verdict: Verdict;
  /** Empty for a pass. */
  readonly signature: string;
}

export interface Assessment {
  /** In the planned order. Cases that this run did not select are not among them. */
  readonly ended: readonly EndedCase[];
  /** Every id of the suite, selected or not. */
  readonly suiteIds: ReadonlySet<string>;
  /** `2026-01-31`, UTC. */
  readonly today: string;
}

/** What a new entry says until somebody says better. */
export const noReasonYet = 'not looked into yet';

/**
 * Every way in which a run and its baseline do not agree, in all directions: a failure that no entry knows, an entry whose
 * case passes, looks different or is not there, one whose day has passed. Pure.
 */
export function assess(
  { entries }: Pick<LoadedBaseline, 'entries'>,
  { ended, suiteIds, today }: Assessment,
): readonly BaselineIssue[] {
  const endings = new Map(ended.map((each) => [each.id, each]));
  const known = new Set(entries.map(({ id }) => id));
  return [
    ...ended.filter(({ id }) => !known.has(id)).flatMap(unknownFailure),
    ...entries.flatMap((entry) => judgeEntry(entry, endings.get(entry.id), suiteIds, today)),
  ];
}

/** The kit's own faults and what nobody ran are an incomplete run, which no baseline excuses. */
function unknownFailure({ id, verdict, signature }: EndedCase): readonly BaselineIssue[] {
  if (tallies[verdict] !== 'failed' || verdict === 'harness-error') return [];
  const edit = addition({ id, expect: expectationOf(verdict), signature, reason: noReasonYet });
  return [
    { type: 'baseline', id, kind: 'new-failure', message: `${verdict}, and no entry expects it`, edit },
  ];
}

function judgeEntry(
  entry: PlacedEntry,
  ended: EndedCase | undefined,
  suiteIds: ReadonlySet<string>,
  today: string,
): readonly BaselineIssue[] {
  if (!suiteIds.has(entry.id))
    return [issue(entry, 'matches-nothing', 'the suite has no such case', removal(entry))];
  if (ended === undefined || ended.verdict === 'skipped' || ended.verdict === 'not-run')
    return [issue(entry, 'out-of-scope', 'not run this time, so the entry had no say', '')];
  const expired = entry.expires !== undefined && entry.expires < today;
  return [
    ...judgeEnding(entry, ended),
    ...(expired
      ? [issue(entry, 'expired', `it held until ${entry.expires}: mend it, or look at it again`, '')]
      : []),
  ];
}

function judgeEnding(entry: PlacedEntry, { verdict, signature }: EndedCase): readonly BaselineIssue[] {
  const { expect } = entry;
  const pass = (message: string) => [issue(entry, 'unexpected-pass', message, removal(entry))];
  switch (verdict) {
    case 'xfail':
    case 'harness-error':
      return [];
    case 'pass':
    case 'flaky':
      return expect === 'flaky' ? [] : pass(`${verdict}, and the entry expects ${expect}`);
    case 'xpass':
      return pass(`it passes, and the entry expects ${expect}`);
    case 'warn':
      return pass('it is a warning, which needs no entry');
    case 'not-applicable':
      return pass('it does not apply: the runtime does not declare what it needs');
    default:
      return [unexcused(entry, verdict, signature)];
  }
}

function unexcused(entry: PlacedEntry, verdict: Verdict, signature: string): BaselineIssue {
  const expect = expectationOf(verdict);
  if (expect !== entry.expect && expect === 'crash') {
    const message = `a ${verdict} is never excused by expect: ${entry.expect}`;
    return issue(entry, 'new-failure', message, replacement(entry, { expect, signature }));
  }
  const fields = expect === entry.expect ? { signature } : { expect, signature };
  const message = `it is a ${verdict} of another kind than the entry knows`;
  return issue(entry, 'changed-signature', message, replacement(entry, fields));
}

function expectationOf(verdict: Verdict): BaselineEntry['expect'] {
  if (verdict === 'crash' || verdict === 'timeout') return 'crash';
  return verdict === 'flaky' ? 'flaky' : 'fail';
}

function issue(
  { id, line }: PlacedEntry,
  kind: BaselineIssue['kind'],
  message: string,
  edit: string,
): BaselineIssue {
  return { type: 'baseline', id, kind, message, edit, line };
}
