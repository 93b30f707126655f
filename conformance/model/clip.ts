import { isJsonArray, isJsonObject, type Json } from './json.ts';

/** Characters of a text that an event keeps: enough to see what happened, too few to drown in. */
const keep = 6000;

/** A long text with its middle left out. */
export function clipText(text: string, limit = keep): string {
  if (text.length <= limit) return text;
  const head = Math.ceil(limit * 0.8);
  const tail = limit - head;
  return `${text.slice(0, head)}\n[... ${text.length - limit} characters left out ...]\n${text.slice(-tail)}`;
}

/** The same for every text in a value. */
export function clipJson(value: Json): Json {
  if (typeof value === 'string') return clipText(value, 1500);
  if (isJsonArray(value)) return value.map(clipJson);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, clipJson(each)]));
}
