/** Conservative bounds for a pack that declares none, so that no command is without a ceiling. */
export const defaultTimeoutMs = 30_000;
export const defaultMaxOutputBytes = 1024 * 1024;

/** The longest timer that Node can hold: 2^31 - 1 ms, about 24 days. A longer one would fire at once. */
export const maxTimeoutMs = 2_147_483_647;

const durationUnits = new Map([
  ['ms', 1],
  ['s', 1000],
  ['m', 60_000],
  ['h', 3_600_000],
]);
const sizeUnits = new Map([
  ['B', 1],
  ['KB', 1e3],
  ['MB', 1e6],
  ['GB', 1e9],
  ['KiB', 2 ** 10],
  ['MiB', 2 ** 20],
  ['GiB', 2 ** 30],
]);

/** A bound, or what is wrong with it: its form or its size. */
export type Bound =
  | { readonly ok: true; readonly value: number }
  | {
      readonly ok: false;
      readonly code: 'schema.pattern-mismatch' | 'schema.range';
      readonly message: string;
    };

/** `500ms`, `30s`, `1.5m`, `1h` -> milliseconds, from 1 to `maxTimeoutMs`. */
export function parseDuration(text: string): Bound {
  return withUnit(text, durationUnits, maxTimeoutMs, 'a duration such as 500ms, 30s, 5m or 1h');
}

/** `500B`, `10MB` (powers of 1000), `64KiB` (powers of 1024) -> bytes. */
export function parseSize(text: string): Bound {
  return withUnit(text, sizeUnits, Number.MAX_SAFE_INTEGER, 'a size such as 500B, 64KiB or 10MB');
}

/** Whole seconds -> milliseconds. */
export function secondsToMs(seconds: number): Bound {
  return within(seconds * 1000, maxTimeoutMs, `${seconds} seconds`);
}

function withUnit(text: string, units: ReadonlyMap<string, number>, max: number, form: string): Bound {
  const match = /^(-?\d+(?:\.\d+)?)([A-Za-z]+)$/.exec(text);
  const unit = units.get(match?.[2] ?? '');
  if (match?.[1] === undefined || unit === undefined) {
    return {
      ok: false,
      code: 'schema.pattern-mismatch',
      message: `must be ${form}, not ${JSON.stringify(text)}`,
    };
  }
  return within(exactProduct(match[1], unit), max, JSON.stringify(text));
}

/** `0.1` of 1000 is 100 and not 100.00000000000001: decimals are counted in whole steps. */
function exactProduct(decimal: string, unit: number): number {
  const decimals = decimal.split('.')[1]?.length ?? 0;
  return (Number(decimal.replace('.', '')) * unit) / 10 ** decimals;
}

function within(value: number, max: number, shown: string): Bound {
  if (Number.isInteger(value) && value >= 1 && value <= max) return { ok: true, value };
  const why =
    value < 1 ? 'must be more than zero' : value > max ? `is over the most, ${max}` : 'is no whole number';
  return { ok: false, code: 'schema.range', message: `${why}: ${shown}` };
}
