import { isJsonArray, isJsonObject, type Json } from './json.ts';

/** `@{name}`, or `@{name:json}` for the value as JSON text. */
const reference = /@\{([a-z][a-z0-9.-]*)(:json)?\}/g;
const wholeReference = /^@\{([a-z][a-z0-9.-]*)\}$/;

export type Bindings = ReadonlyMap<string, Json>;

/** Names that stand for something in every case, whatever its rows and steps. */
export const standingNames = ['workspace', 'folder', 'bin', 'home', 'canary', 'nonce'] as const;

/** Every name that a text refers to. */
export function namesIn(text: string): readonly string[] {
  return [...text.matchAll(reference)].map(([, name]) => name ?? '');
}

/**
 * Fills in the references that `bindings` knows and leaves the others as they stand. One pass: what was filled in is not
 * looked at again. Keys of objects are filled in too.
 */
export function fillReferences(value: Json, bindings: Bindings): Json {
  return fill(value, bindings, fillScalar);
}

/** The same where only text can stand: a number becomes its digits, everything else its JSON. */
export function fillTexts(value: Json, bindings: Bindings): Json {
  return fill(value, bindings, fillText);
}

function fill(value: Json, bindings: Bindings, fillString: (text: string, bindings: Bindings) => Json): Json {
  if (isJsonArray(value)) return value.map((each) => fill(each, bindings, fillString));
  if (isJsonObject(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [fillText(key, bindings), fill(each, bindings, fillString)]),
    );
  }
  return typeof value === 'string' ? fillString(value, bindings) : value;
}

function fillScalar(text: string, bindings: Bindings): Json {
  const [, whole] = wholeReference.exec(text) ?? [];
  if (whole !== undefined) return bindings.get(whole) ?? (bindings.has(whole) ? null : text);
  return fillText(text, bindings);
}

function fillText(text: string, bindings: Bindings): string {
  return text.replace(reference, (asWritten: string, name: string, json: string | undefined) => {
    const value = bindings.get(name);
    if (value === undefined) return asWritten;
    return json !== undefined || typeof value !== 'string' ? JSON.stringify(value) : value;
  });
}

/** Spells out `{$repeat: [text, times]}` wherever it stands. */
export function expandRepeats(value: Json): Json {
  if (isJsonArray(value)) return value.map(expandRepeats);
  if (!isJsonObject(value)) return value;
  const [text, times] = repeatOf(value) ?? [];
  if (text !== undefined && times !== undefined) return text.repeat(times);
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, expandRepeats(each)]));
}

function repeatOf(value: Json): readonly [string, number] | undefined {
  if (!isJsonObject(value) || !Object.hasOwn(value, '$repeat') || !isJsonArray(value.$repeat ?? null)) return;
  const [text, times] = value.$repeat as readonly Json[];
  return typeof text === 'string' && typeof times === 'number' ? [text, times] : undefined;
}

/** Every string in a value, keys included. */
export function stringsIn(value: Json): readonly string[] {
  const found: string[] = [];
  collect(value, found);
  return found;
}

function collect(value: Json, into: string[]): void {
  if (typeof value === 'string') into.push(value);
  else if (isJsonArray(value)) for (const each of value) collect(each, into);
  else if (isJsonObject(value)) {
    for (const [key, each] of Object.entries(value)) {
      into.push(key);
      collect(each, into);
    }
  }
}
