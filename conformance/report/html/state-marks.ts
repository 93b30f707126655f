import type { State } from '../clause-rows.ts';
import { type Html, html } from './markup.ts';

/** Every state as a word and as a mark, so that colour is never all there is. */
export const stateWords: Readonly<Record<State, string>> = {
  failed: 'failed',
  warned: 'warned',
  'not-run': 'not run',
  passed: 'passed',
  skipped: 'skipped',
};

export const stateGlyphs: Readonly<Record<State, string>> = {
  failed: '×',
  warned: '!',
  'not-run': '?',
  passed: '',
  skipped: '',
};

/** A small square that says the state; beside it stands the word. */
export function swatch(state: State): Html {
  return html`<span class="swatch ${state}" aria-hidden="true">${stateGlyphs[state] || '\u00a0'}</span>`;
}
