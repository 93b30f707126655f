import pc from 'picocolors';
import type { RunEvent } from '../model/event.ts';
import { tallies, type Verdict, verdicts } from '../model/verdict.ts';
import { baselineNotes } from './baseline-notes.ts';
import {
  describeExchange,
  describeFailure,
  describeFinding,
  type Emphasis,
  plain,
} from './describe-failure.ts';
import { lastLine, type Report, readReport, verdictIn } from './report-model.ts';

/** For people at a terminal: every failure in full, then figures. Ends with the contract's last line. */
export function renderText(events: readonly RunEvent[], colour: boolean): string {
  const report = readReport(events);
  const emphasis = emphasisFor(colour);
  const failures = report.cases.filter((each) => each.ended !== undefined && needsTelling(verdictIn(each)));
  const parts = [
    ...noDescribe(report, emphasis),
    ...failures.map((each) => describeFailure(each, emphasis)),
    ...baselineNotes(events),
    figures(report, emphasis),
  ];
  return `${parts.join('\n\n')}\n${lastLine(report)}\n`;
}

/** A failure that the baseline knows has been told before. */
function needsTelling(verdict: Verdict): boolean {
  return (tallies[verdict] === 'failed' && verdict !== 'xfail') || verdict === 'warn';
}

function emphasisFor(colour: boolean): Emphasis {
  if (!colour) return plain;
  const { bold, dim, green, red } = pc.createColors(true);
  return { strong: bold, faint: dim, wanted: green, got: red };
}

/** Said once, in place of a failure for each case. */
function noDescribe({ header }: Report, emphasis: Emphasis): readonly string[] {
  if (header === undefined || header.runtime !== null) return [];
  const lines = [
    `${emphasis.strong('describe')}  The runtime does not say what it is, so no case was run.`,
    ...(header.describe.exchange === null ? [] : describeExchange(header.describe.exchange, emphasis)),
    ...header.describe.findings.flatMap((finding) => describeFinding(finding, emphasis)),
  ];
  return [lines.join('\n')];
}

function figures(report: Report, { strong, faint }: Emphasis): string {
  const { header, footer, cases, complete } = report;
  const runtime = header?.runtime;
  const who =
    runtime == null
      ? (header?.command.join(' ') ?? 'no runtime')
      : `${runtime.name} ${runtime.version} (${runtime.language})`;
  const counted = verdicts
    .map((verdict) => ({ verdict, count: cases.filter((each) => verdictIn(each) === verdict).length }))
    .filter(({ count }) => count > 0)
    .map(({ verdict, count }) => `${count} ${verdict}`);
  return [
    `${strong(who)}  ${counted.join(', ') || 'no cases'}`,
    faint(
      `suite ${header?.suite.digest.slice(0, 12) ?? '?'}, kit ${header?.kit.version ?? '?'}, ${seconds(footer?.duration_ms)}${howItRan(header)}`,
    ),
    ...(complete ? [] : [notComplete(footer)]),
  ].join('\n');
}

function howItRan(header: Report['header']): string {
  return [
    ...(header?.mode === 'session' ? [', in sessions'] : []),
    ...(header?.seed === undefined ? [] : [`, seed ${header.seed}`]),
    ...(header?.shard === undefined ? [] : [`, shard ${header.shard.index} of ${header.shard.of}`]),
  ].join('');
}

function notComplete(footer: Report['footer']): string {
  return footer?.stopped === 'crashes'
    ? 'The run is not complete: too many cases in a row crashed or timed out.'
    : 'The run is not complete.';
}

function seconds(ms: number | undefined): string {
  return ms === undefined ? 'no end' : `${(ms / 1000).toFixed(1)} s`;
}
