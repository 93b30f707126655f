import type { Request } from './exchange.ts';

/**
 * A request as a session is sent it, without its id: `"verb": ..., "params": {...}`, JSON on one line. `undefined` for what cannot be said
 * in a session: a command line as it stands, arguments that are no JSON. Raw arguments go in byte for byte, so that numbers and
 * escapes reach the runtime as the case spells them. A call always has arguments, as it always has a stdin.
 */
export function requestBody({ verb, params }: Request): string | undefined {
  const { raw_arguments: raw, argv, arguments: values, ...named } = params;
  if (argv !== undefined) return undefined;
  if (verb === 'describe') return body(verb, []);
  const fields = Object.entries(named)
    .filter(([, value]) => !isEmptyList(value))
    .map(([name, value]) => field(name, JSON.stringify(value)));
  if (verb !== 'call') return body(verb, fields);
  const text = raw === undefined ? JSON.stringify(values ?? {}) : jsonLine(raw);
  return text === undefined ? undefined : body(verb, [...fields, field('arguments', text)]);
}

/** Attachments that are none are not said on the command line either. */
function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

function field(name: string, value: string): string {
  return `${JSON.stringify(name)}:${value}`;
}

function body(verb: string, fields: readonly string[]): string {
  return `"verb":${JSON.stringify(verb)},"params":{${fields.join(',')}}`;
}

/** The bytes as text, where they are one JSON value on one line. */
function jsonLine(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    JSON.parse(text);
    const line = text.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '');
    return /[\r\n]/.test(line) ? undefined : line;
  } catch {
    return undefined;
  }
}
