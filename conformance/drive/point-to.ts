import { isJsonArray, type Json, own } from '../model/json.ts';

/** What a JSON pointer (RFC 6901) points to, or `undefined`. */
export function pointTo(value: Json | undefined, pointer: string): Json | undefined {
  const keys = pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
  return keys.reduce<Json | undefined>(
    (at, key) => (at !== undefined && isJsonArray(at) ? at[Number(key)] : own(at, key)),
    value,
  );
}
