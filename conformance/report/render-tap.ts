import { stringify } from 'yaml';
import type { RunEvent } from '../model/event.ts';
import { describeFailure, plain, visible } from './describe-failure.ts';
import { type Report, type ReportedCase, readReport, verdictIn } from './report-model.ts';

/**
 * TAP 14. A warning is `not ok` with the directive TODO, which consumers show and do not count. A run that is not
 * complete bails out, which they do.
 */
export function renderTap(events: readonly RunEvent[]): string {
  const report = readReport(events);
  const planned = report.header?.planned.ids.length ?? 0;
  return [
    'TAP version 14',
    planned === 0 ? '1..0 # SKIP no cases' : `1..${planned}`,
    ...report.cases.map((reported, index) => testPoint(reported, index + 1)),
    ...(report.complete ? [] : [`Bail out! ${whyIncomplete(report)}`]),
  ]
    .join('\n')
    .concat('\n');
}

function testPoint(reported: ReportedCase, number: number): string {
  const { started, ended } = reported;
  const verdict = verdictIn(reported);
  const name = `${number} - ${inLine(started.id)}`;
  const reason = inLine(ended?.reason ?? '');
  switch (verdict) {
    case 'pass':
      return `ok ${name}`;
    case 'skipped':
    case 'not-applicable':
    case 'not-run':
      return `ok ${name} # SKIP ${reason || verdict}`;
    case 'warn':
    case 'xfail':
      return `not ok ${name} # TODO ${verdict}: ${reason}\n${diagnostic(reported)}`;
    default:
      return `not ok ${name}\n${diagnostic(reported)}`;
  }
}

/** A YAML block, two spaces in. */
function diagnostic(reported: ReportedCase): string {
  const { started, ended } = reported;
  const fields = {
    verdict: verdictIn(reported),
    message: visible(ended?.reason || verdictIn(reported)),
    title: started.title,
    clauses: started.clauses.map(({ id, level }) => `${id} (${level})`),
    duration_ms: ended?.duration_ms ?? null,
    reproduce: started.reproduce,
    details: describeFailure(reported, plain),
  };
  const yaml = stringify(fields, { lineWidth: 0 }).trimEnd();
  return ['---', ...yaml.split('\n'), '...'].map((line) => (line === '' ? '' : `  ${line}`)).join('\n');
}

/** `#` would begin a directive, and `\` an escape. */
function inLine(text: string): string {
  return visible(text)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\\#]/g, (found) => `\\${found}`);
}

function whyIncomplete({ header }: Report): string {
  if (header === undefined) return 'the stream has no header';
  return header.runtime === null ? 'the runtime does not say what it is' : 'the run is not complete';
}
