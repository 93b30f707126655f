/** The style of every page. Colours come in pairs, light and dark; red and amber are kept for what needs a person. */
export const pageStyle = `
:root {
  color-scheme: light dark;
  --paper: light-dark(#faf9f7, #15171a);
  --card: light-dark(#ffffff, #1b1e22);
  --well: light-dark(#f3f1ed, #121417);
  --ink: light-dark(#1d2023, #e3e5e8);
  --faint: light-dark(#5d6268, #9ba2aa);
  --line: light-dark(#e2dfd9, #2d3238);
  --accent: light-dark(#1d5fb8, #82b4ff);
  --pass: light-dark(#c3dfcc, #2a5138);
  --pass-ink: light-dark(#1e6638, #8bd0a3);
  --fail: light-dark(#c43530, #d9534c);
  --fail-ink: light-dark(#b02a25, #ff938a);
  --warn: light-dark(#e5ae35, #c4942a);
  --warn-ink: light-dark(#775400, #e8c266);
  --mono: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
* { box-sizing: border-box; }
html { scroll-padding-top: 7rem; }
body {
  margin: 0; background: var(--paper); color: var(--ink);
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", "Helvetica Neue", Arial, sans-serif;
}
main, footer { max-width: 70rem; margin: 0 auto; padding: 0 1.5rem; }
main { padding-top: 2.5rem; }
h1, h2, h3, p, dl, dd, ul, figure { margin: 0; }
h1 { font-size: 1.75rem; line-height: 1.2; font-weight: 650; letter-spacing: -0.015em; overflow-wrap: anywhere; }
h1 .faint { font-weight: 400; }
h2 { font-size: 1.0625rem; font-weight: 650; }
h3 { font-size: 0.9375rem; font-weight: 600; }
code, pre, .id { font-family: var(--mono); font-size: 0.8125rem; }
.faint, .overline { color: var(--faint); }
.overline { font-size: 0.8125rem; margin-bottom: 0.25rem; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
[hidden] { display: none !important; }
a { color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }

.standing { font-size: 1.0625rem; margin: 0.5rem 0 1rem; font-weight: 500; }
.standing.good { color: var(--pass-ink); }
.standing.bad { color: var(--fail-ink); }
.standing.fair { color: var(--warn-ink); }
.bar { display: block; width: 100%; height: 6px; border-radius: 3px; background: var(--line); }
.bar .passed { fill: var(--pass); }
.bar .failed { fill: var(--fail); }
.bar .warned { fill: var(--warn); }
.bar .not-run, .bar .skipped { fill: var(--line); }
.notice { margin-top: 1.25rem; padding: 0.625rem 0.875rem; border-left: 3px solid var(--warn); background: var(--card); }
main > section { margin-top: 2.25rem; }
.section-head { display: flex; flex-wrap: wrap; gap: 0.25rem 1.5rem; align-items: baseline; justify-content: space-between; margin-bottom: 0.75rem; }
.note { margin-top: 0.625rem; background: var(--card); border: 1px solid var(--line); }
.empty { margin-top: 2rem; color: var(--faint); }

.swatch {
  display: inline-grid; place-items: center; width: 14px; height: 14px; border-radius: 3px; flex: none;
  font: 700 12px/1 system-ui, sans-serif; vertical-align: -2px; forced-color-adjust: none;
}
.swatch.passed, .cell.passed { background: var(--pass); }
.swatch.failed, .cell.failed { background: var(--fail); color: #fff; }
.swatch.warned, .cell.warned { background: var(--warn); color: #231900; }
.swatch.skipped, .cell.skipped { border: 1px solid light-dark(#c4c0b8, #454b53); }
.swatch.not-run, .cell.not-run { border: 1px dashed var(--faint); color: var(--faint); }
.legend { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; padding: 0; list-style: none; font-size: 0.8125rem; color: var(--faint); }

.grid { width: 100%; border-collapse: collapse; }
.grid tbody { border-top: 1px solid var(--line); }
.grid tbody:last-child { border-bottom: 1px solid var(--line); }
.grid .area { padding: 0.375rem 1.25rem 0.375rem 0; color: var(--faint); font-size: 0.8125rem; white-space: nowrap; vertical-align: top; line-height: 20px; }
.grid tr + tr > td { padding-top: 0.125rem; }
.grid th { text-align: left; font-weight: 500; padding: 0.375rem 1.25rem 0.375rem 0; white-space: nowrap; vertical-align: top; line-height: 20px; }
.grid th small { color: var(--faint); font-weight: 400; }
.grid .cells { width: 100%; padding: 0.375rem 0 0.125rem; line-height: 0; }
.grid .figure { padding: 0.375rem 0 0.375rem 1rem; text-align: right; font-variant-numeric: tabular-nums; color: var(--faint); vertical-align: top; line-height: 20px; }
.cell {
  display: inline-grid; place-items: center; width: 20px; height: 20px; margin: 0 4px 4px 0; border-radius: 4px; vertical-align: top;
  font: 700 14px/1 system-ui, sans-serif; text-decoration: none; forced-color-adjust: none;
}
.cell.should { border-radius: 50%; }
.cell:hover { outline: 2px solid var(--faint); outline-offset: 1px; }
.cell:focus-visible { outline: 2px solid var(--accent); }
.cell[aria-current] { outline: 2px solid var(--ink); outline-offset: 1px; }
.readout { min-height: 3em; margin-top: 0.625rem; font-size: 0.8125rem; color: var(--faint); max-width: 62rem; }
.readout code { color: var(--ink); }

.filter {
  position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: 0.5rem 0.75rem; align-items: center;
  padding: 0.625rem 0; background: var(--paper); border-bottom: 1px solid var(--line);
}
.filter input {
  flex: 1 1 18rem; min-width: 0; padding: 0.375rem 0.625rem; font: inherit; font-size: 0.875rem; color: inherit;
  background: var(--card); border: 1px solid light-dark(#b9b5ad, #4a5058); border-radius: 6px;
}
.filter input::placeholder { color: var(--faint); opacity: 1; }
.chips { display: flex; flex-wrap: wrap; gap: 0.375rem; }
button {
  font: inherit; font-size: 0.8125rem; color: inherit; background: none; border: 1px solid var(--line); border-radius: 6px;
  padding: 0.25rem 0.625rem; cursor: pointer;
}
button:hover { border-color: var(--faint); }
.chip { display: inline-flex; gap: 0.375rem; align-items: center; font-variant-numeric: tabular-nums; }
.chip[aria-pressed="true"] { background: var(--card); border-color: var(--ink); box-shadow: inset 0 0 0 1px var(--ink); }
#shown { font-size: 0.8125rem; color: var(--faint); font-variant-numeric: tabular-nums; min-width: 7.5rem; text-align: right; }

.group { margin-top: 1.5rem; }
.group > h3 { margin-bottom: 0.375rem; }
.group > h3 .faint { font-weight: 400; }
.case { border-top: 1px solid var(--line); }
.case:last-of-type { border-bottom: 1px solid var(--line); }
.case > summary {
  display: grid; grid-template-columns: 14px minmax(10rem, 17rem) 1fr auto 4.5rem; gap: 0 0.75rem; align-items: baseline;
  padding: 0.3125rem 0.375rem; cursor: pointer; list-style: none;
}
.case > summary::-webkit-details-marker { display: none; }
.case > summary:hover { background: light-dark(#f1efea, #1d2025); }
.case .id { overflow-wrap: anywhere; }
.case[open] > summary .id { font-weight: 650; }
.case .title { color: var(--faint); font-size: 0.875rem; }
.verdict { font-size: 0.8125rem; color: var(--faint); }
.verdict.failed { color: var(--fail-ink); font-weight: 600; }
.verdict.warned { color: var(--warn-ink); font-weight: 600; }
.verdict.passed { color: var(--pass-ink); }
.time { font-size: 0.8125rem; color: var(--faint); text-align: right; font-variant-numeric: tabular-nums; }
.case .body { margin: 0.25rem 0 1.25rem 1.75rem; padding: 0.875rem 1rem 1rem; background: var(--card); border: 1px solid var(--line); border-radius: 8px; }
.facts, .exchange { display: grid; grid-template-columns: 5.5rem minmax(0, 1fr); gap: 0.25rem 0.75rem; font-size: 0.875rem; }
.facts dd, .exchange dd { grid-column: 2; }
.facts dt, .exchange dt, .again > span, figcaption { color: var(--faint); font-size: 0.8125rem; line-height: 1.6; }
.facts + .facts, .step + .facts { margin-top: 1rem; padding-top: 0.875rem; border-top: 1px solid var(--line); }
.facts dd code { color: var(--ink); }
.level { font-size: 0.6875rem; letter-spacing: 0.04em; color: var(--faint); border: 1px solid var(--line); border-radius: 3px; padding: 0 0.25rem; }
.step + .step { margin-top: 1rem; padding-top: 0.875rem; border-top: 1px solid var(--line); }
.step h3 { margin-bottom: 0.5rem; }
.step h2 { margin-bottom: 0.75rem; }
.finding { margin-bottom: 0.875rem; font-size: 0.875rem; }
.sides { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 20rem), 1fr)); gap: 0.75rem; margin-top: 0.375rem; }
.wanted pre { border-left: 3px solid light-dark(#57a773, #4c9a69); }
.got pre { border-left: 3px solid var(--fail); }
pre {
  margin: 0; padding: 0.4375rem 0.625rem; background: var(--well); border-radius: 5px; line-height: 1.45;
  white-space: pre-wrap; overflow-wrap: anywhere; max-height: 22rem; overflow: auto;
}
.again { display: grid; grid-template-columns: 5.5rem minmax(0, 1fr) auto; gap: 0.75rem; align-items: start; margin-top: 0.875rem; }

footer { margin-top: 3rem; padding-top: 1rem; padding-bottom: 3rem; }
.run-facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 18rem), 1fr)); gap: 0.625rem 1.5rem; font-size: 0.8125rem; padding-top: 1rem; border-top: 1px solid var(--line); }
.run-facts dt { color: var(--faint); }
.run-facts dd { overflow-wrap: anywhere; }

.wide { overflow-x: auto; }
.matrix { border-collapse: collapse; font-size: 0.875rem; width: 100%; }
.matrix th, .matrix td { text-align: left; padding: 0.3125rem 1.25rem 0.3125rem 0; border-top: 1px solid var(--line); vertical-align: baseline; font-weight: 400; }
.matrix thead th { border-top: 0; font-weight: 600; }
.matrix thead small { display: block; font-weight: 400; color: var(--faint); }
.matrix .capability th { font-weight: 600; padding-top: 1.25rem; border-top: 0; }
.matrix .rule { color: var(--faint); display: block; font-size: 0.8125rem; max-width: 46rem; }
.matrix td { white-space: nowrap; font-variant-numeric: tabular-nums; }
.matrix td.none { color: var(--faint); }
.matrix .swatch { margin-right: 0.375rem; }
.matrix .bar { min-width: 8rem; }

.matrix .one-case th { padding-left: 1.25rem; }
.matrix .one-case th, .matrix .one-case td { border-top-style: dotted; }
.standings .rule { display: block; }
.standings .standing { margin: 0; font-size: 0.9375rem; }
@media (min-width: 46.01rem) { .standings th { white-space: nowrap; } }
.standings tr:first-child > * { border-top: 0; }
footer .run-facts + .run-facts { margin-top: 1.5rem; }

@media (max-width: 46rem) {
  main, footer { padding-left: 1rem; padding-right: 1rem; }
  main { padding-top: 1.5rem; }
  html { scroll-padding-top: 10rem; }
  .grid, .grid tbody { display: block; }
  .grid tbody { padding: 0.5rem 0 0.25rem; }
  .grid tr { display: grid; grid-template-columns: auto 1fr auto; column-gap: 0.75rem; }
  .grid th, .grid .area, .grid .figure, .grid tr + tr > td { padding: 0; }
  .grid .area, .grid .figure { grid-row: 2; }
  .grid .area { grid-column: 1; }
  .grid th { grid-column: 1 / -1; grid-row: 1; }
  .grid .figure { grid-column: 3; }
  .grid .cells { grid-column: 1 / -1; grid-row: 3; padding: 0.125rem 0 0.25rem; width: auto; }
  .matrix .rule { display: none; }
  .matrix th, .matrix td { padding-right: 0.75rem; }
  .case > summary { grid-template-columns: 14px 1fr auto; }
  .case .title { grid-column: 2 / -1; grid-row: 2; font-size: 0.875rem; }
  .case .time { display: none; }
  .case .body { margin-left: 0; padding: 0.75rem; }
  .facts, .exchange, .again { grid-template-columns: minmax(0, 1fr); gap: 0.125rem; }
  .facts dd, .exchange dd { grid-column: 1; margin-bottom: 0.375rem; }
  .again .copy { justify-self: start; margin-top: 0.375rem; }
  #shown { text-align: left; }
}
@media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }
@media print {
  .filter, .copy, .readout { display: none; }
  pre { max-height: none; }
}
`;
