import type { RunEvent } from '../model/event.ts';
import type { Verdict } from '../model/verdict.ts';
import { baselineNotes } from './baseline-notes.ts';
import { byCapability, clauseRows, countStates, isNews, type State, states } from './clause-rows.ts';
import { describeFailure, plain } from './describe-failure.ts';
import { lastLine, type Report, type ReportedCase, readReport, verdictIn } from './report-model.ts';
import { runtimeName, standingOf } from './standing.ts';

/** A step summary holds 1 MiB; a page that long helps nobody either. */
const mostDetails = 40;
const mostCharacters = 4000;

/** For a step summary or a pull request: figures, clauses by capability, each failure folded up. */
export function renderMarkdown(events: readonly RunEvent[]): string {
  const report = readReport(events);
  return [
    `## Command-pack conformance: ${inline(runtimeName(report))}`,
    `**${standingOf(report).message}.** ${lastLine(report)}.`,
    ...(report.complete ? [] : ['> [!WARNING]\n> The run is not complete.']),
    ...noDescribe(report),
    ...capabilityTable(report),
    ...baseline(events),
    ...details(report, isNews, 'Failures'),
    ...details(report, (verdict) => verdict === 'warn', 'Warnings'),
    ...details(report, (verdict) => verdict === 'xfail', 'Known failures'),
    provenance(report),
  ]
    .join('\n\n')
    .concat('\n');
}

function noDescribe({ header }: Report): readonly string[] {
  if (header === undefined || header.runtime !== null) return [];
  const found = header.describe.findings.map(({ check, message }) => `- ${inline(`${check}: ${message}`)}`);
  return [['The runtime does not say what it is, so no case was run.', '', ...found].join('\n')];
}

function baseline(events: readonly RunEvent[]): readonly string[] {
  const notes = baselineNotes(events);
  return notes.length === 0 ? [] : ['### Baseline', fenced(notes.join('\n\n'))];
}

const headings: Readonly<Record<State, string>> = {
  failed: 'fail',
  warned: 'warn',
  'not-run': 'not run',
  passed: 'pass',
  skipped: 'skipped',
};

function capabilityTable(report: Report): readonly string[] {
  const groups = byCapability(clauseRows(report));
  if (groups.length === 0) return [];
  const rows = groups.map(({ capability, rows }) => {
    const counts = countStates(rows);
    return row([
      `\`${capability}\``,
      String(rows.length),
      ...states.map((state) => String(counts[state] || '')),
    ]);
  });
  return [
    [
      row(['capability', 'clauses', ...states.map((state) => headings[state])]),
      row(['---', ...states.map(() => '--:'), '--:']),
      ...rows,
    ].join('\n'),
  ];
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

function details(report: Report, wanted: (verdict: Verdict) => boolean, title: string): readonly string[] {
  const cases = report.cases.filter((each) => wanted(verdictIn(each)));
  if (cases.length === 0) return [];
  const rest = cases.slice(mostDetails).map(({ started }) => `- ${inline(started.id)}`);
  return [
    `### ${title}`,
    ...cases.slice(0, mostDetails).map(folded),
    ...(rest.length === 0 ? [] : [[`And ${rest.length} more:`, '', ...rest].join('\n')]),
  ];
}

function folded(reported: ReportedCase): string {
  const { id, title } = reported.started;
  const text = describeFailure(reported, plain);
  const short = text.length <= mostCharacters ? text : `${text.slice(0, mostCharacters)}\n[...]`;
  const heading = `<code>${escapeHtml(id)}</code> ${escapeHtml(title)} <b>${verdictIn(reported)}</b>`;
  return `<details><summary>${heading}</summary>\n\n${fenced(short)}\n\n</details>`;
}

/** A fence longer than any in the text: what a runtime printed stays inside. */
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}text\n${text}\n${fence}`;
}

function provenance({ header, footer }: Report): string {
  const digest = header?.suite.digest.slice(0, 12) ?? '?';
  const time = footer === undefined ? 'no end' : `${(footer.duration_ms / 1000).toFixed(1)} s`;
  return `<sub>kit ${header?.kit.version ?? '?'}, suite ${digest}, ${time}</sub>`;
}

function inline(text: string): string {
  return escapeHtml(text.replaceAll(/\s+/g, ' ')).replaceAll(/[\\`*_[\]|~]/g, (found) => `\\${found}`);
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
