import type { Json } from '../../model/json.ts';
import { type State, stateOf } from '../clause-rows.ts';
import { quoteForReading, visible } from '../describe-failure.ts';
import { type ReportedCase, verdictIn } from '../report-model.ts';
import { type Html, html, nothing, prose } from './markup.ts';
import { swatch } from './state-marks.ts';

type Step = ReportedCase['steps'][number];
type Exchange = NonNullable<Step['exchange']>;
type Finding = Step['findings'][number];

/** One case: a line, and behind it all that is known. */
export function caseEntry(reported: ReportedCase, open: boolean): Html {
  const { started, ended } = reported;
  const verdict = verdictIn(reported);
  const state = stateOf(verdict);
  const opened = open ? html` open` : nothing;
  return html`<details class="case" id="${started.id}" data-state="${state}" data-terms="${termsOf(reported)}"${opened}>
<summary>${swatch(state)}<span class="id">${started.id}</span><span class="title">${started.title}</span><span class="verdict ${state}">${verdict}</span><span class="time">${ended === undefined ? '' : `${ended.duration_ms} ms`}</span></summary>
<div class="body">${reasonOf(reported, state)}${badSteps(reported).map(stepEntry)}${background(reported)}${reproduce(started.reproduce)}</div>
</details>
`;
}

/** What the filter looks at: the fields of `--only`, and words of the title. */
function termsOf({ started }: ReportedCase): string {
  return [
    `id:${started.id}`,
    `level:${started.level.toLowerCase()}`,
    ...started.clauses.map(({ id }) => `clause:${id}`),
    ...new Set(
      [...started.requires, ...started.clauses.map(({ capability }) => capability)].map(
        (each) => `capability:${each}`,
      ),
    ),
    ...started.tags.map((tag) => `tag:${tag}`),
    started.title.toLowerCase(),
  ].join('\n');
}

function background({ started }: ReportedCase): Html {
  const clauses = started.clauses.map(
    ({ id, level, text }) =>
      html`<dd><code>${id}</code> <span class="level">${level}</span> ${prose(text)}</dd>`,
  );
  return html`<dl class="facts"><dt>${clauses.length === 1 ? 'Clause' : 'Clauses'}</dt>${clauses}<dt>Why</dt><dd>${prose(started.why)}</dd></dl>`;
}

/** Where no step shows it: not run, not applicable, a fault of the kit. */
function reasonOf(reported: ReportedCase, state: State): Html {
  if (state === 'passed' || badSteps(reported).length > 0) return nothing;
  const reason = reported.ended?.reason ?? 'the stream breaks off';
  return reason === '' ? nothing : html`<dl class="facts"><dt>Reason</dt><dd>${visible(reason)}</dd></dl>`;
}

function badSteps({ steps }: ReportedCase): readonly Step[] {
  return steps.filter(({ findings }) => findings.length > 0);
}

function stepEntry(step: Step): Html {
  const where = step.half === 'twin' ? `the twin, in which ${step.differs}` : 'the case';
  return html`<section class="step"><h3>Step ${step.index + 1} of ${where}: <code>${step.verb}</code></h3>
${step.findings.map(findingEntry)}
${step.exchange === null ? nothing : exchangeEntry(step.exchange)}</section>`;
}

export function findingEntry({ check, path, message, wanted, got }: Finding): Html {
  const place = path === '' ? nothing : html`, at <code>${visible(path)}</code>`;
  const sides = [
    ...(wanted === undefined ? [] : [side('wanted', 'Wanted', showJson(wanted))]),
    ...(got === undefined ? [] : [side('got', 'Got', showJson(got))]),
  ];
  return html`<div class="finding"><p><strong>${check}</strong>: ${visible(message)}${place}</p>${
    sides.length === 0 ? nothing : html`<div class="sides">${sides}</div>`
  }</div>`;
}

/** A page has room for what a terminal keeps on a line. */
function showJson(value: Json): string {
  const flat = JSON.stringify(value);
  return visible(flat.length <= 80 || typeof value === 'string' ? flat : JSON.stringify(value, null, 2));
}

function side(kind: string, label: string, text: string): Html {
  return html`<figure class="${kind}"><figcaption>${label}</figcaption>${block(text)}</figure>`;
}

export function exchangeEntry({ argv, stdin, stdout, stderr, ended, duration_ms }: Exchange): Html {
  return html`<dl class="exchange">
<dt>Sent</dt><dd>${block(argv.map(quoteForReading).join(' '))}</dd>
${stdin === null ? nothing : html`<dt>stdin</dt><dd>${block(visible(stdin))}</dd>`}
<dt>Came back</dt><dd>${ended}, ${duration_ms} ms</dd>
<dt>stdout</dt><dd>${stdout === '' ? html`<span class="faint">nothing</span>` : block(visible(stdout))}</dd>
${stderr === '' ? nothing : html`<dt>stderr</dt><dd>${block(visible(stderr))}</dd>`}
</dl>`;
}

function reproduce(command: string): Html {
  return html`<div class="again"><span>Again</span>${block(command)}<button type="button" class="copy" hidden>Copy</button></div>`;
}

/** Long blocks scroll, so they take the focus. */
function block(text: string): Html {
  return html`<pre tabindex="0">${text.replace(/\n+$/, '')}</pre>`;
}
