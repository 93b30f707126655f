import { type AuditEvent, eventTypes } from '../model/audit-event.ts';
import { canonicalJson, type JsonMap } from '../model/json.ts';

/**
 * C0 and C1 controls, line and paragraph separators, and the characters that change the direction of text or
 * are not seen: what a terminal obeys, or a reader is fooled by.
 */
const obeyed = new RegExp(
  [
    String.raw`[\p{Cc}\u2028\u2029]`,
    String.raw`[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]`,
    String.raw`[\u200b\u2060-\u2065\u206a-\u206f\ufeff\u{e0000}-\u{e007f}]`,
    String.raw`\p{Surrogate}`,
  ].join('|'),
  'gu',
);

/**
 * The text with everything that a terminal would obey shown as `\u{1b}`. `keepLines` lets line breaks and
 * tabs through.
 */
export function visible(text: string, { keepLines = false }: { readonly keepLines?: boolean } = {}): string {
  const kept = keepLines ? '\n\t' : '';
  return text.replace(obeyed, (character) => (kept.includes(character) ? character : escaped(character)));
}

function escaped(character: string): string {
  return shortForms.get(character) ?? `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

const shortForms: ReadonlyMap<string, string> = new Map([
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
]);

/** One event as one line for people: when, which run, what kind, who, how it went, and what it was about. */
export function renderEvent(event: AuditEvent): string {
  const { timestamp, run_id, event_type, agent_id, skill_id, payload } = event;
  const who = [agent_id, skill_id].filter((part) => part !== null).join(' ');
  const parts = [timestamp, run_id, event_type.padEnd(longestType), who, resultOf(event), subjectOf(payload)];
  return visible(parts.filter((part) => part !== '').join('  '));
}

const longestType = Math.max(...eventTypes.map((type) => type.length));

function resultOf({ decision, payload }: AuditEvent): string {
  if (decision !== null) return `${decision.allowed ? 'allowed' : 'denied'}: ${decision.reason}`;
  const words = ['outcome', 'code', 'exit_code'].flatMap((key) => {
    const value = payload.get(key) ?? null;
    if (value === null) return [];
    return key === 'exit_code' ? [`exit ${value}`] : [String(value)];
  });
  return words.join(' ');
}

/** The backing, and what was run, or else asked for; or what was attached. */
function subjectOf(payload: JsonMap): string {
  const [provider, container, member, effects] = ['provider', 'container', 'member', 'effects'].map((key) =>
    payload.get(key),
  );
  const backing = typeof provider === 'string' ? `${provider} ${container}/${member} (${effects})` : '';
  const asked = payload.get('argv') ?? payload.get('arguments') ?? payload.get('attachments');
  return [backing, asked === undefined ? '' : shorten(canonicalJson(asked))]
    .filter((part) => part !== '')
    .join(' ');
}

/** The line is for the eye; the whole value is in the journal. */
function shorten(text: string): string {
  return text.length > 400 ? `${text.slice(0, 400)}…` : text;
}
