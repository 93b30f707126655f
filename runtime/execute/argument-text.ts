import { done, failed, type Step } from '../model/failure.ts';
import { isJsonArray, type Json } from '../model/json.ts';

/**
 * One argument as the text that stands in argv: strings as they are, booleans as JSON writes them, numbers in plain decimals.
 * Messages name the parameter and the kind of value, never the value: it may be a secret.
 * Code: `command.bad-value`.
 */
export function argumentText(name: string, value: Json): Step<string> {
  const fault = faultOf(value);
  if (fault === undefined) return done(textOf(value));
  const hint =
    'a command takes text, numbers, true and false, each of which becomes part of one element of argv';
  return failed('command.bad-value', `argument ${showName(name)} ${fault}`, hint);
}

function textOf(value: Json): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? plainDecimal(value) : JSON.stringify(value);
}

/**
 * `0.0000001` and not `1e-7`: few programs take an exponent that nobody wrote. Only small numbers have one here; large whole ones are
 * refused before.
 */
function plainDecimal(value: number): string {
  const [digits = '', exponent] = JSON.stringify(value).split('e-');
  if (exponent === undefined) return digits;
  const sign = digits.startsWith('-') ? '-' : '';
  return `${sign}0.${digits.replace(/[-.]/g, '').padStart(Number(exponent) - 1 + digits.replace(/[-.]/g, '').length, '0')}`;
}

function faultOf(value: Json): string | undefined {
  if (typeof value === 'string') return faultOfText(value);
  if (typeof value === 'number') return faultOfNumber(value);
  if (typeof value === 'boolean') return undefined;
  if (value === null) return 'is null';
  return isJsonArray(value) ? 'is an array' : 'is an object';
}

function faultOfText(value: string): string | undefined {
  if (value.includes('\0')) return 'holds a NUL character, which no argument of a program can hold';
  // With the u flag, a surrogate matches only where it has no partner.
  if (/\p{Surrogate}/u.test(value)) return 'holds half a surrogate pair, which is no text';
  return undefined;
}

/**
 * JSON has no such limits, but what was sent is gone once it has been read as a double: the neighbour would
 * be passed.
 */
function faultOfNumber(value: number): string | undefined {
  if (!Number.isFinite(value)) return 'is a number too large to be kept; send it as text';
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
    return 'is an integer beyond 2^53 - 1, which is not kept exactly; send it as text';
  }
  return undefined;
}

/**
 * A parameter's name for a message. It may come from the caller: quoted, and not cut, since half a secret is
 * not redacted.
 */
export function showName(name: string): string {
  if (name.length > 64) return `(a name of ${name.length} characters)`;
  return /^[A-Za-z_][A-Za-z0-9_.-]*$/.test(name) ? name : JSON.stringify(name);
}
