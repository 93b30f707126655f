import * as z from 'zod';

/** What JSON can say. Keys come from outside: read them with `Object.hasOwn` or `Object.entries` only. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isJsonArray(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

/** The value under an own key, or `undefined`. `__proto__` and `constructor` are keys like any other. */
export function own(value: Json | undefined, key: string): Json | undefined {
  return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/**
 * Any JSON, handed on as it is. zod's own record drops a key named `__proto__`, and cases are made of such keys.
 */
export const AnyJson = z.custom<Json>((value) => value !== undefined && typeof value !== 'function');
export const AnyJsonObject = z.custom<JsonObject>(isJsonObject, { message: 'Expected a mapping' });
