import type { RunEvent } from '../model/event.ts';
import { type Report, type ReportedCase, readReport, tallyOf, verdictIn } from './report-model.ts';

/** One JSON document for programs: each case with `id` and `verdict`, and what was found where it is not a pass. */
export function renderJson(events: readonly RunEvent[]): string {
  return `${JSON.stringify(jsonReport(readReport(events)), null, 2)}\n`;
}

function jsonReport(report: Report) {
  const { header, footer, complete } = report;
  return {
    format: 'swarmkit-conformance-report/1',
    complete,
    kit: header?.kit ?? null,
    suite: header?.suite ?? null,
    planned:
      header === undefined ? null : { cases: header.planned.ids.length, digest: header.planned.digest },
    target: header?.target ?? null,
    command: header?.command ?? [],
    runtime: header?.runtime ?? null,
    describe: header?.describe.findings ?? [],
    started_at: header?.at ?? null,
    duration_ms: footer?.duration_ms ?? null,
    summary: tallyOf(report),
    cases: report.cases.map(jsonCase),
  };
}

function jsonCase(reported: ReportedCase) {
  const { started, ended, steps } = reported;
  return {
    id: started.id,
    verdict: verdictIn(reported),
    reason: ended?.reason ?? '',
    title: started.title,
    level: started.level,
    clauses: started.clauses.map(({ id }) => id),
    requires: started.requires,
    tags: started.tags,
    duration_ms: ended?.duration_ms ?? null,
    reproduce: started.reproduce,
    failed_steps: steps
      .filter(({ findings }) => findings.length > 0)
      .map(({ type: _, id: __, ...step }) => step),
  };
}
