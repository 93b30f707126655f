import type { Report } from '../report-model.ts';
import { type Html, html } from './markup.ts';

/** What one has to know to run it again, or to compare it with another run. */
export function runFacts({ header, footer }: Report): Html {
  if (header === undefined) return html`<p>The stream has no header.</p>`;
  const facts: readonly (readonly [string, string])[] = [
    ['Runtime', header.command.join(' ')],
    ['Capabilities', header.runtime?.capabilities.join(' ') ?? 'unknown'],
    ['Suite', `${header.suite.cases} cases, digest ${header.suite.digest.slice(0, 12)}`],
    ['Planned', `${header.planned.ids.length} cases, digest ${header.planned.digest.slice(0, 12)}`],
    ['Kit', `${header.kit.name} ${header.kit.version}`],
    ['Started', header.at],
    ['Took', footer === undefined ? 'no end' : `${(footer.duration_ms / 1000).toFixed(1)} s`],
  ];
  return html`<dl class="run-facts">${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}
