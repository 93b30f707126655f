import { isCore } from '../../model/capability.ts';
import { groupBy } from '../../model/group-by.ts';
import { byCapability, type ClauseRow, countStates, passShare, type State, states } from '../clause-rows.ts';
import { type Html, html, nothing } from './markup.ts';
import { stateGlyphs, stateWords, swatch } from './state-marks.ts';

/** Capabilities down, clauses across: the whole run at a glance. Each cell leads to the cases of its clause. */
export function clauseGrid(rows: readonly ClauseRow[]): Html {
  if (rows.length === 0) return nothing;
  const counts = countStates(rows);
  return html`<section aria-labelledby="clauses">
<div class="section-head"><h2 id="clauses">Clauses by capability</h2>${legend(counts)}</div>
<table class="grid">
<thead class="hidden"><tr><th scope="col">Capability</th><th scope="col">Area</th><th scope="col">Clauses</th><th scope="col">Passed</th></tr></thead>
${byCapability(rows).map(({ capability, rows }) => capabilityRows(capability, isCore(capability), rows))}
</table>
<p class="readout" id="readout" aria-hidden="true">Squares are MUST, circles SHOULD. Point at one for its text, press it for its cases.</p>
</section>`;
}

function legend(counts: Readonly<Record<State, number>>): Html {
  const present = states.filter((state) => counts[state] > 0);
  return html`<ul class="legend">${present.map(
    (state) => html`<li>${swatch(state)} ${counts[state]} ${stateWords[state]}</li>`,
  )}</ul>`;
}

/** A line for each area of a capability: the part of a clause's id before its dot. */
function capabilityRows(capability: string, core: boolean, rows: readonly ClauseRow[]): Html {
  const areas = [...groupBy(rows, ({ clause }) => clause.id.split('.')[0] ?? '')];
  const name = html`<th scope="rowgroup" rowspan="${areas.length}">${capability}${core ? nothing : html` <small>optional</small>`}</th>`;
  const lines = areas.map(([area, found], index) => {
    return html`<tr>${index === 0 ? name : nothing}<td class="area">${area}</td><td class="cells">${found.map(cell)}</td><td class="figure">${figureOf(found)}</td></tr>`;
  });
  return html`<tbody>${lines}</tbody>`;
}

function figureOf(rows: readonly ClauseRow[]): string {
  const { passed, skipped } = countStates(rows);
  const applicable = rows.length - skipped;
  return applicable === 0 ? '–' : `${passed}/${applicable}`;
}

function cell(row: ClauseRow): Html {
  const { clause, cases, state } = row;
  const share = passShare(row);
  const summary = `${clause.id}, ${clause.level}: ${stateWords[state]}, ${share.passed} of ${share.of} ${share.of === 1 ? 'case passes' : 'cases pass'}`;
  const text = clause.text.trim().replaceAll(/\s+/g, ' ');
  const target = cases[0]?.started.id ?? '';
  return html`<a class="cell ${state} ${clause.level.toLowerCase()}" href="#${encodeURIComponent(target)}" data-clause="${clause.id}" data-text="${text}" aria-label="${summary}"><span aria-hidden="true">${stateGlyphs[state]}</span></a>`;
}
