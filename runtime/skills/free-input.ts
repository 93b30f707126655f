import { propertiesOf, requiredOf } from '../execute/input-schema.ts';
import type { Json, JsonMap } from '../model/json.ts';

/**
 * The one input of a member that the text before it fills: its only required input, or the only one that the composed skill is
 * not itself given. `undefined` where there is none, or more than one: guessing would put a text where it does not belong.
 */
export function freeInputOf(memberInputs: Json, composedInputs: Json): string | undefined {
  const required = requiredOf(memberInputs);
  const names = required.length > 0 ? required : [...propertiesOf(memberInputs).keys()];
  if (names.length === 1) return names[0];
  const given = propertiesOf(composedInputs);
  const left = names.filter((name) => !given.has(name));
  return left.length === 1 ? left[0] : undefined;
}

/** Of the composed skill's arguments, those that a member has an input for; all of them for one that takes anything. */
export function argumentsFor(memberInputs: Json, values: JsonMap): JsonMap {
  const properties = propertiesOf(memberInputs);
  const takesAnything =
    properties.size === 0 &&
    !(memberInputs instanceof Map && memberInputs.get('additionalProperties') === false);
  return takesAnything ? values : new Map([...values].filter(([name]) => properties.has(name)));
}
