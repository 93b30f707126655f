import { matcherTags } from '../model/case.ts';
import { isJsonArray, isJsonObject, type Json } from '../model/json.ts';

export interface MatcherProblem {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

type TagCheck = (operand: Json) => string | undefined;

const anyOf = ['string', 'number', 'boolean', 'object', 'array', 'null'];

/** What a tag's operand has to be, where not every value will do. */
const operandChecks: Readonly<Record<string, TagCheck>> = {
  $regex: (operand) =>
    typeof operand === 'string' ? brokenExpression(operand) : 'a regular expression is a string',
  $any: (operand) => (anyOf.includes(String(operand)) ? undefined : `one of ${anyOf.join(', ')}`),
  $length: (operand) => (typeof operand === 'number' ? undefined : 'a length is a number'),
  $absent: (operand) => (operand === true ? undefined : 'write {$absent: true}'),
  $unordered: needArray,
  $sequence: needArray,
  $one_of: needArray,
  $exactly: (operand) => (isJsonObject(operand) ? undefined : 'needs a mapping'),
  $number: (operand) =>
    isJsonObject(operand) && Object.entries(operand).every(([key, each]) => isBound(key, each))
      ? undefined
      : 'needs {min: n} or {max: n} or both',
  $repeat: (operand) =>
    isJsonArray(operand) &&
    typeof operand[0] === 'string' &&
    typeof operand[1] === 'number' &&
    operand.length === 2
      ? undefined
      : 'needs [text, times]',
};

function needArray(operand: Json): string | undefined {
  return isJsonArray(operand) && operand.length > 0 ? undefined : 'needs a list that is not empty';
}

function isBound(key: string, value: Json): boolean {
  return (key === 'min' || key === 'max') && typeof value === 'number';
}

/** Where a matcher is not one: an unknown tag, a tag beside other keys, an operand that makes no sense. */
export function matcherProblems(matcher: Json): readonly MatcherProblem[] {
  if (isJsonArray(matcher)) return matcher.flatMap((each, index) => below(index, each));
  if (!isJsonObject(matcher)) return [];
  const keys = Object.keys(matcher);
  const tags = keys.filter((key) => key.startsWith('$'));
  if (tags.length === 0) return Object.entries(matcher).flatMap(([key, each]) => below(key, each));
  return tags.flatMap((tag) => tagProblems(tag, matcher[tag] ?? null, keys.length > 1));
}

function below(key: PropertyKey, matcher: Json): readonly MatcherProblem[] {
  return matcherProblems(matcher).map(({ path, message }) => ({ path: [key, ...path], message }));
}

function tagProblems(tag: string, operand: Json, hasNeighbours: boolean): readonly MatcherProblem[] {
  const known: readonly string[] = [...matcherTags, '$repeat'];
  if (!known.includes(tag))
    return [{ path: [tag], message: `${tag} is no matcher; known: ${known.join(', ')}` }];
  if (hasNeighbours) return [{ path: [tag], message: `${tag} stands alone in its mapping` }];
  const wrong = operandChecks[tag]?.(operand);
  return [
    ...(wrong === undefined ? [] : [{ path: [tag], message: `${tag}: ${wrong}` }]),
    ...below(tag, operand),
  ];
}

function brokenExpression(text: string): string | undefined {
  try {
    new RegExp(text, 'u');
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : 'not a regular expression';
  }
}
