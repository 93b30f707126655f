import type { CredentialId } from '../model/ids.ts';
import { isJsonArray, type Json } from '../model/json.ts';
import { patternsOf } from './secret-patterns.ts';

/** Takes every credential out of a text: `[credential:<id>]` stands where its value was (`redaction.*`). */
export type Redactor = (text: string) => string;

interface Span {
  readonly start: number;
  readonly end: number;
  readonly id: CredentialId;
}

/**
 * Finds the values raw, URL- and JSON-escaped in any mixture, base64 and hexadecimal; of a value of several
 * lines, each line too. All finds are marked first and taken out afterwards, overlapping ones together:
 * replacing one after the other would leave the rest of a longer secret behind a shorter one.
 *
 * This keeps accidents out of logs. It is no boundary: a program that has a secret can write it in ways
 * nobody looks for.
 */
export function createRedactor(secrets: ReadonlyMap<CredentialId, string>): Redactor {
  const needles = [...secrets].flatMap(([id, value]) =>
    patternsOf(value).map((pattern) => ({ id, pattern })),
  );
  if (needles.length === 0) return (text) => text;
  return (text) => {
    const spans = needles.flatMap(({ id, pattern }): Span[] =>
      [...text.matchAll(pattern)].map(({ index, 0: found }) => ({
        start: index,
        end: index + found.length,
        id,
      })),
    );
    return replaceSpans(text, spans);
  };
}

function replaceSpans(text: string, spans: readonly Span[]): string {
  let redacted = '';
  let end = 0;
  for (const span of [...spans].sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (span.start >= end) redacted += `${text.slice(end, span.start)}[credential:${span.id}]`;
    end = Math.max(end, span.end);
  }
  return redacted + text.slice(end);
}

/** The same for a value, keys included. A number that spells a secret becomes text. */
export function redactJson(redact: Redactor, value: Json): Json {
  if (typeof value === 'string') return redact(value);
  if (typeof value === 'number') return redactNumber(redact, value);
  if (isJsonArray(value)) return value.map((each) => redactJson(redact, each));
  if (value instanceof Map) {
    return new Map([...value].map(([key, each]) => [redact(key), redactJson(redact, each)]));
  }
  return value;
}

function redactNumber(redact: Redactor, value: number): Json {
  const text = String(value);
  const redacted = redact(text);
  return redacted === text ? value : redacted;
}
