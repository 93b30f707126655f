import { isJsonArray, isJsonObject, type Json, own } from '../model/json.ts';
import { assignAll } from './assign.ts';

/** The first place at which a value is not what a matcher asks for. */
export interface Difference {
  readonly path: readonly PropertyKey[];
  readonly wanted: Json;
  /** `undefined`: nothing is there. */
  readonly got: Json | undefined;
}

type Value = Json | undefined;

/**
 * Compares a value with a matcher: scalars equal, arrays equal element by element, objects match on the keys that the
 * matcher names, tagged forms as `matcherTags` says. `undefined` when it matches.
 */
export function match(matcher: Json, value: Value): Difference | undefined {
  if (isJsonArray(matcher)) return matchArray(matcher, value);
  if (!isJsonObject(matcher)) return matcher === value ? undefined : differs(matcher, value);
  const [tag = '', ...others] = Object.keys(matcher);
  const tagged = others.length === 0 && Object.hasOwn(tags, tag) ? tags[tag] : undefined;
  if (tagged === undefined) return matchObject(matcher, value);
  return tagged(matcher[tag] ?? null, value, matcher);
}

export function matches(matcher: Json, value: Value): boolean {
  return match(matcher, value) === undefined;
}

function differs(wanted: Json, got: Value): Difference {
  return { path: [], wanted, got };
}

function below(key: PropertyKey, difference: Difference | undefined): Difference | undefined {
  return difference && { ...difference, path: [key, ...difference.path] };
}

function matchArray(matcher: readonly Json[], value: Value): Difference | undefined {
  if (value === undefined || !isJsonArray(value)) return differs(matcher, value);
  for (const [index, each] of matcher.entries()) {
    if (index >= value.length) return below(index, differs(each, undefined));
    const difference = match(each, value[index]);
    if (difference !== undefined) return below(index, difference);
  }
  if (value.length === matcher.length) return undefined;
  return below(matcher.length, differs({ $absent: true }, value[matcher.length]));
}

function matchObject(matcher: Json, value: Value): Difference | undefined {
  if (!isJsonObject(value) || !isJsonObject(matcher)) return differs(matcher, value);
  for (const [key, each] of Object.entries(matcher)) {
    const difference = match(each, own(value, key));
    if (difference !== undefined) return below(key, difference);
  }
  return undefined;
}

type Tagged = (operand: Json, value: Value, matcher: Json) => Difference | undefined;

/** A tag that holds or does not, with nothing to point at inside. */
function whole(holds: (operand: Json, value: Value) => boolean): Tagged {
  return (operand, value, matcher) => (holds(operand, value) ? undefined : differs(matcher, value));
}

const tags: Readonly<Record<string, Tagged>> = {
  $regex: whole(
    (operand, value) => typeof value === 'string' && new RegExp(String(operand), 'u').test(value),
  ),
  $contains: whole(contains),
  $not: whole((operand, value) => !matches(operand, value)),
  $any: whole((operand, value) => kindOf(value) === operand),
  $length: whole((operand, value) => lengthOf(value) === operand),
  $absent: whole((_, value) => value === undefined || value === null),
  $unordered: whole((operand, value) => isList(value) && sameInAnyOrder(listOf(operand), value)),
  $sequence: whole((operand, value) => isList(value) && holdsInOrder(listOf(operand), value)),
  $one_of: whole((operand, value) => listOf(operand).some((each) => matches(each, value))),
  $exactly: exactly,
  $json: embeddedJson,
  $number: whole(isWithinBounds),
};

function contains(operand: Json, value: Value): boolean {
  if (typeof value === 'string') return typeof operand === 'string' && value.includes(operand);
  return isList(value) && value.some((each) => matches(operand, each));
}

function exactly(operand: Json, value: Value): Difference | undefined {
  const difference = matchObject(operand, value);
  if (difference !== undefined || !isJsonObject(value)) return difference;
  const extra = Object.keys(value).find((key) => own(operand, key) === undefined);
  return extra === undefined ? undefined : below(extra, differs({ $absent: true }, own(value, extra)));
}

function embeddedJson(operand: Json, value: Value, matcher: Json): Difference | undefined {
  if (typeof value !== 'string') return differs(matcher, value);
  try {
    return match(operand, JSON.parse(value) as Json);
  } catch {
    return differs(matcher, value);
  }
}

function isWithinBounds(operand: Json, value: Value): boolean {
  const [min, max] = [own(operand, 'min'), own(operand, 'max')];
  if (typeof value !== 'number') return false;
  return !(typeof min === 'number' && value < min) && !(typeof max === 'number' && value > max);
}

function sameInAnyOrder(matchers: readonly Json[], values: readonly Json[]): boolean {
  return matchers.length === values.length && assignAll(matchers, values, matches).unassigned === undefined;
}

/** Others may stand between. */
function holdsInOrder(matchers: readonly Json[], values: readonly Json[]): boolean {
  let next = 0;
  for (const value of values) {
    const matcher = matchers[next];
    if (matcher !== undefined && matches(matcher, value)) next += 1;
  }
  return next === matchers.length;
}

function kindOf(value: Value): string {
  if (value === undefined) return 'absent';
  if (value === null) return 'null';
  return isJsonArray(value) ? 'array' : typeof value;
}

function lengthOf(value: Value): number | undefined {
  if (typeof value === 'string') return Buffer.byteLength(value);
  return isList(value) ? value.length : undefined;
}

function isList(value: Value): value is readonly Json[] {
  return value !== undefined && isJsonArray(value);
}

function listOf(value: Json): readonly Json[] {
  return isJsonArray(value) ? value : [];
}
