import { done, failed, type Step } from '../model/failure.ts';
import type { JsonMap } from '../model/json.ts';
import type { Command, Skill } from '../model/workspace.ts';
import { placeholdersOf } from '../template/template.ts';
import { argumentText, showName } from './argument-text.ts';
import { checkSchema, propertiesOf, requiredOf } from './input-schema.ts';

/**
 * The arguments as sent -> one text per placeholder (`values.*`). The first fault in this order is
 * the answer, so that one call has one: a missing argument, an unknown one, a value no argv can hold, in the
 * order of the template, then what the skill's `inputs` and the pack author's `params` ask for. Codes:
 * `command.missing-argument`, `command.unknown-argument`, `command.bad-value`.
 */
export async function checkArguments(
  skill: Skill,
  command: Command,
  values: JsonMap,
): Promise<Step<ReadonlyMap<string, string>>> {
  const names = parametersOf(command);
  const needed = [...new Set([...names, ...requiredOf(skill.inputs)])];
  const misnamed = checkNames(needed, new Set([...needed, ...propertiesOf(skill.inputs).keys()]), values);
  if (!misnamed.ok) return misnamed;
  const texts = textsOf(names, values);
  if (!texts.ok) return texts;
  for (const schema of [skill.inputs, paramsSchema(command)]) {
    const checked = await checkSchema(schema, values);
    if (!checked.ok) return checked;
  }
  return texts;
}

/** The placeholders of a command, each once, in the order of its argv. */
export function parametersOf(command: Command): readonly string[] {
  const [, ...templates] = command.argv;
  return [...new Set(templates.flatMap(placeholdersOf))];
}

function checkNames(needed: readonly string[], known: ReadonlySet<string>, values: JsonMap): Step<JsonMap> {
  const missing = needed.filter((name) => !values.has(name));
  const unknown = [...values.keys()].filter((name) => !known.has(name)).sort();
  if (missing.length > 0) {
    const hint = unknown.length > 0 ? `sent, but not known: ${list(unknown)}` : `it takes ${list(needed)}`;
    return failed('command.missing-argument', `missing ${plural(missing)} ${list(missing)}`, hint);
  }
  if (unknown.length > 0) {
    const hint = needed.length > 0 ? `it takes ${list(needed)}` : 'it takes no arguments';
    return failed('command.unknown-argument', `unknown ${plural(unknown)} ${list(unknown)}`, hint);
  }
  return done(values);
}

function textsOf(names: readonly string[], values: JsonMap): Step<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  for (const name of names) {
    const text = argumentText(name, values.get(name) ?? null);
    if (!text.ok) return text;
    texts.set(name, text.value);
  }
  return done(texts);
}

/** What the pack author says of a parameter holds for hand-written skills too, whose inputs may say less. */
function paramsSchema(command: Command): JsonMap {
  return new Map([['properties', new Map([...command.params].map(([name, { schema }]) => [name, schema]))]]);
}

function plural(names: readonly string[]): string {
  return names.length === 1 ? 'argument' : 'arguments';
}

function list(names: readonly string[]): string {
  return names.map(showName).join(', ');
}
