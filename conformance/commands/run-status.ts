import type { RunEvent } from '../model/event.ts';
import { tallies, type Verdict } from '../model/verdict.ts';
import { baselineFails } from '../report/baseline-notes.ts';
import { type Report, readReport, verdictIn } from '../report/report-model.ts';
import { type ExitStatus, exitStatus } from './exit-status.ts';

/**
 * The exit status of a whole run, from its events alone. A regression outranks an incomplete run: both are red, and the first
 * can be acted upon. A run that was stopped because the runtime only crashed is incomplete before anything else.
 */
export function statusOf(events: readonly RunEvent[]): ExitStatus {
  const report = readReport(events);
  if (report.footer?.stopped === 'crashes') return exitStatus.incomplete;
  if (isRegression(report, events)) return exitStatus.regression;
  const verdicts = report.cases.map(verdictIn);
  const isFault = verdicts.includes('harness-error') || !report.complete;
  // nothing that was run is nothing that was shown
  return isFault || !verdicts.some(showsSomething) ? exitStatus.incomplete : exitStatus.clean;
}

/** Without a baseline every failure is one. */
function isRegression({ header, cases }: Report, events: readonly RunEvent[]): boolean {
  if (header?.baseline !== undefined) return baselineFails(events);
  return cases.some((each) => {
    const verdict = each.ended?.verdict;
    return verdict !== undefined && verdict !== 'harness-error' && tallies[verdict] === 'failed';
  });
}

function showsSomething(verdict: Verdict): boolean {
  return !['skipped', 'not-applicable', 'not-run'].includes(verdict);
}
