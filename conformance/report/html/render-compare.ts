import { byCapability, countStates, passShare, type State, stateOf, states } from '../clause-rows.ts';
import {
  type ComparedCase,
  type ComparedClause,
  type Comparison,
  compareRuns,
  type NamedRun,
} from '../compare-runs.ts';
import { verdictIn } from '../report-model.ts';
import { standingOf } from '../standing.ts';
import { type Html, html, nothing, prose } from './markup.ts';
import { page } from './page.ts';
import { bar } from './render-html.ts';
import { runFacts } from './run-facts.ts';
import { stateWords, swatch } from './state-marks.ts';

/** Several runs side by side on one page: their standing, then each clause, and the cases on which they differ. */
export function renderCompare(runs: readonly NamedRun[]): string {
  const comparison = compareRuns(runs);
  const body = html`<main>
<header><p class="overline">Command-pack conformance</p><h1>${comparison.runs.length} runs side by side</h1></header>
${comparison.oneSuite ? nothing : html`<p class="notice" role="note"><strong>These runs are not of one suite.</strong> Their figures do not compare; run them again with one kit.</p>`}
${standings(comparison)}
${matrix(comparison)}
</main>
<footer>${comparison.runs.map(({ report }) => runFacts(report))}</footer>`;
  return page(`Conformance: ${comparison.runs.map(({ name }) => name).join(', ')}`, body);
}

function standings({ runs }: Comparison): Html {
  const rows = runs.map(({ name, file, report }) => {
    const { tone, message } = standingOf(report);
    const counts = countStates(report.cases.map((each) => ({ state: stateOf(verdictIn(each)) })));
    return html`<tr><th scope="row">${name}<span class="rule">${file}</span></th><td><span class="standing ${tone}">${message}</span></td><td>${bar(counts)}</td></tr>`;
  });
  return html`<section aria-label="Standing"><div class="wide"><table class="matrix standings">
<thead class="hidden"><tr><th scope="col">Runtime</th><th scope="col">Standing</th><th scope="col">Shares</th></tr></thead>
<tbody>${rows}</tbody></table></div></section>`;
}

function matrix({ runs, clauses }: Comparison): Html {
  if (clauses.length === 0) return html`<p class="empty">No case was run.</p>`;
  const columns = runs.map(({ name, file }) => html`<th scope="col">${name}<small>${file}</small></th>`);
  return html`<section aria-labelledby="clauses">
<div class="section-head"><h2 id="clauses">Clauses</h2></div>
${filterBar(clauses)}
<div class="wide"><table class="matrix">
<thead><tr><th scope="col">Clause</th>${columns}</tr></thead>
${byCapability(clauses).map(
  ({ capability, rows }) =>
    html`<tbody class="group"><tr class="capability"><th scope="rowgroup" colspan="${runs.length + 1}">${capability}</th></tr>${rows.map(clauseRow)}</tbody>`,
)}
</table></div>
<p class="empty" id="no-match" hidden>No clause matches. <button type="button" id="clear">Clear the filter</button></p>
</section>`;
}

function filterBar(clauses: readonly ComparedClause[]): Html {
  const differing = clauses.filter(({ differs }) => differs).length;
  const present = states.filter((state) =>
    clauses.some(({ rows }) => rows.some((row) => row?.state === state)),
  );
  return html`<form class="filter" role="search" data-noun="rows" hidden>
<input type="search" id="filter" autocomplete="off" spellcheck="false" aria-label="Filter clauses by words, clause:, capability: or level:" placeholder="Filter: words, clause:x, capability:x, level:must">
<div class="chips" role="group" aria-label="Show only">
<button type="button" class="chip" data-state="differs" aria-pressed="false">${differing} differ</button>
${present.map((state) => html`<button type="button" class="chip" data-state="${state}" aria-pressed="false">${swatch(state)}${stateWords[state]}</button>`)}
</div>
<output id="shown" aria-live="polite"></output>
</form>`;
}

function clauseRow({ clause, rows, differs, cases }: ComparedClause): Html {
  const terms = [
    `clause:${clause.id}`,
    `capability:${clause.capability}`,
    `level:${clause.level.toLowerCase()}`,
    clause.text.toLowerCase(),
  ];
  const cells = rows.map((row) => {
    if (row === undefined) return html`<td class="none">no case</td>`;
    const { passed, of } = passShare(row);
    return html`<td>${swatch(row.state)}${stateWords[row.state]} <span class="faint">${of === 0 ? '' : `${passed}/${of}`}</span></td>`;
  });
  const found = [...new Set(rows.flatMap((row) => row?.state ?? []))];
  return html`<tr ${rowData(found, differs, terms)}><th scope="row"><code>${clause.id}</code> <span class="level">${clause.level}</span><span class="rule">${prose(clause.text)}</span></th>${cells}</tr>
${cases.map((each) => caseRow(each, terms))}`;
}

function caseRow({ id, title, verdicts }: ComparedCase, terms: readonly string[]): Html {
  const found = [...new Set(verdicts.flatMap((verdict) => (verdict === undefined ? [] : stateOf(verdict))))];
  const cells = verdicts.map((verdict) =>
    verdict === undefined
      ? html`<td class="none">not in this run</td>`
      : html`<td><span class="verdict ${stateOf(verdict)}">${verdict}</span></td>`,
  );
  return html`<tr class="one-case" ${rowData(found, true, [...terms, `id:${id}`, title.toLowerCase()])}><th scope="row"><span class="id">${id}</span></th>${cells}</tr>`;
}

function rowData(found: readonly State[], differs: boolean, terms: readonly string[]): Html {
  const words = [...found, ...(differs ? ['differs'] : [])].join(' ');
  return html`data-state="${words}" data-terms="${terms.join('\n')}"`;
}
