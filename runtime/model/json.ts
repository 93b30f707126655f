/** What JSON can say. Objects are Maps: their keys come from outside, and `__proto__` is a key like any other. */
export type Json = null | boolean | number | string | readonly Json[] | JsonMap;
export interface JsonMap extends ReadonlyMap<string, Json> {}

/** From `JSON.parse` or a YAML document to Maps, own keys only. */
export function toJson(value: unknown): Json {
  if (value === null || value === undefined) return null;
  if (typeof value === 'boolean' || typeof value === 'number' || typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(toJson);
  if (value instanceof Map) return new Map([...value].map(([key, each]) => [String(key), toJson(each)]));
  return new Map(
    Object.entries(value)
      .filter(([, each]) => each !== undefined)
      .map(([key, each]) => [key, toJson(each)]),
  );
}

/** Back to what `JSON.stringify` takes. Objects have no prototype, so every key is an own key. */
export function fromJson(value: Json): unknown {
  if (isJsonArray(value)) return value.map(fromJson);
  if (value instanceof Map) {
    const plain: Record<string, unknown> = Object.create(null);
    for (const [key, each] of value) plain[key] = fromJson(each);
    return plain;
  }
  return value;
}

export function isJsonArray(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

/** Whether a number was beyond the range of a double: `JSON.parse` makes it infinite, and written again it would be null. */
export function holdsInfinity(value: unknown): boolean {
  if (typeof value === 'number') return !Number.isFinite(value);
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsInfinity);
}

/** One spelling per value: keys sorted. For digests. */
export function canonicalJson(value: Json): string {
  if (isJsonArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (value instanceof Map) {
    const rows = [...value].sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${rows.map(([key, each]) => `${JSON.stringify(key)}:${canonicalJson(each)}`).join(',')}}`;
  }
  return JSON.stringify(value);
}
