import type { RunEvent } from '../../model/event.ts';
import { baselineNotes } from '../baseline-notes.ts';
import { clauseRows, countStates, isNews, type State, stateOf, states } from '../clause-rows.ts';
import { visible } from '../describe-failure.ts';
import { type Report, type ReportedCase, readReport, verdictIn } from '../report-model.ts';
import { runtimeName, standingOf } from '../standing.ts';
import { caseEntry, exchangeEntry, findingEntry } from './case-entry.ts';
import { clauseGrid } from './clause-grid.ts';
import { type Html, html, nothing } from './markup.ts';
import { page } from './page.ts';
import { runFacts } from './run-facts.ts';
import { stateWords, swatch } from './state-marks.ts';

/** So many failures stand open when the page is opened; the others are one press away. */
const firstOpen = 10;

/** The run as one page: standing, clauses by capability, then each case, failures first. */
export function renderHtml(events: readonly RunEvent[]): string {
  const report = readReport(events);
  const body = html`<main>
${heading(report)}
${notComplete(report)}
${noDescribe(report)}
${baselineSection(events)}
${clauseGrid(clauseRows(report))}
${caseList(report)}
</main>
<footer>${runFacts(report)}</footer>`;
  return page(`Conformance: ${runtimeName(report)}`, body);
}

function heading(report: Report): Html {
  const { tone, message } = standingOf(report);
  const runtime = report.header?.runtime;
  const name =
    runtime == null
      ? html`${runtimeName(report)}`
      : html`${runtime.name} ${runtime.version} <span class="faint">${runtime.language}</span>`;
  return html`<header>
<p class="overline">Command-pack conformance</p>
<h1>${name}</h1>
<p class="standing ${tone}">${message}</p>
${bar(countStates(report.cases.map((each) => ({ state: stateOf(verdictIn(each)) }))))}
</header>`;
}

/** Shares of the run. The figures stand beside the filter, so a screen reader loses nothing. */
export function bar(counts: Readonly<Record<State, number>>): Html {
  const present = states.filter((state) => counts[state] > 0);
  const total = present.reduce((sum, state) => sum + counts[state], 0);
  if (total === 0) return nothing;
  const parts = present.map((state, index) => {
    const before = present.slice(0, index).reduce((sum, each) => sum + counts[each], 0);
    return html`<rect class="${state}" x="${(before / total) * 1000}" width="${(counts[state] / total) * 1000}" height="8"/>`;
  });
  return html`<svg class="bar" viewBox="0 0 1000 8" preserveAspectRatio="none" aria-hidden="true">${parts}</svg>`;
}

function notComplete({ complete, header, cases }: Report): Html {
  if (complete) return nothing;
  const ended = cases.filter((each) => each.ended !== undefined && verdictIn(each) !== 'not-run').length;
  return html`<p class="notice" role="note"><strong>The run is not complete.</strong> ${ended} of ${header?.planned.ids.length ?? 0} planned cases have an end.</p>`;
}

function noDescribe({ header }: Report): Html {
  if (header === undefined || header.runtime !== null) return nothing;
  return html`<section class="step" aria-labelledby="describe"><h2 id="describe">The runtime does not say what it is, so no case was run</h2>
${header.describe.findings.map(findingEntry)}
${header.describe.exchange === null ? nothing : exchangeEntry(header.describe.exchange)}</section>`;
}

/** Where the run and its baseline do not agree, with the edits to make. */
function baselineSection(events: readonly RunEvent[]): Html {
  const notes = baselineNotes(events);
  if (notes.length === 0) return nothing;
  return html`<section aria-labelledby="baseline"><h2 id="baseline">Baseline</h2>
${notes.map((note) => html`<pre class="note" tabindex="0">${visible(note)}</pre>`)}</section>`;
}

function caseList({ cases }: Report): Html {
  if (cases.length === 0) return html`<p class="empty">No case was run.</p>`;
  const of = (wanted: readonly State[]) => cases.filter((each) => wanted.includes(stateOf(verdictIn(each))));
  const failed = of(['failed']);
  return html`<section aria-labelledby="cases">
<div class="section-head"><h2 id="cases">Cases</h2></div>
${filterBar(cases)}
${group(
  'Failures',
  failed.filter((each) => isNews(verdictIn(each))),
  firstOpen,
)}
${group('Warnings', of(['warned']), 0)}
${group(
  'Known failures',
  failed.filter((each) => !isNews(verdictIn(each))),
  0,
)}
${group('Not run', of(['not-run']), 0)}
${group('Passed', of(['passed']), 0)}
${group('Skipped', of(['skipped']), 0)}
<p class="empty" id="no-match" hidden>No case matches. <button type="button" id="clear">Clear the filter</button></p>
</section>`;
}

function filterBar(cases: readonly ReportedCase[]): Html {
  const counts = countStates(cases.map((each) => ({ state: stateOf(verdictIn(each)) })));
  const chips = states
    .filter((state) => counts[state] > 0)
    .map(
      (state) =>
        html`<button type="button" class="chip" data-state="${state}" aria-pressed="false">${swatch(state)}${counts[state]} ${stateWords[state]}</button>`,
    );
  return html`<form class="filter" role="search" data-noun="cases" hidden>
<input type="search" id="filter" autocomplete="off" spellcheck="false" aria-label="Filter cases by id, title, clause:, capability:, tag: or level:" placeholder="Filter: words, clause:x, capability:x, tag:x, level:must">
<div class="chips" role="group" aria-label="Show only">${chips}</div>
<output id="shown" aria-live="polite">${cases.length} cases</output>
</form>`;
}

function group(title: string, cases: readonly ReportedCase[], open: number): Html {
  if (cases.length === 0) return nothing;
  return html`<section class="group"><h3>${title} <span class="faint count">${cases.length}</span></h3>
${cases.map((reported, index) => caseEntry(reported, index < open))}</section>`;
}
