import { done, failed, type Step } from '../model/failure.ts';
import type { Template } from '../model/template.ts';
import type { Command, Skill } from '../model/workspace.ts';
import { fillTemplate, formatTemplate, placeholdersOf } from '../template/template.ts';
import { isNumeric, propertySchema } from './input-schema.ts';

/**
 * Linux's MAX_ARG_STRLEN is 131,072 bytes with the closing NUL, for one argument. The whole of argv may fill
 * a quarter of the stack limit, 2 MiB where that is the usual 8 MiB; what else the system refuses comes back
 * from it as E2BIG.
 */
const longestElementBytes = 131_071;
const longestArgvBytes = 2 * 1024 * 1024;

/**
 * One template element -> exactly one element of argv, the program's name first (the injection boundary of
 * the whole runtime). `values` has passed `checkArguments`. Codes: `command.option-like-value`,
 * `command.too-long`.
 */
export function fillArgv(
  skill: Skill,
  command: Command,
  values: ReadonlyMap<string, string>,
): Step<readonly [string, ...string[]]> {
  const [name, ...templates] = command.argv;
  const argv: [string, ...string[]] = [name];
  let optionsEnded = false;
  for (const template of templates) {
    const element = fillTemplate(template, values);
    if (!optionsEnded && isOptionLike(template, element, skill, command)) return optionLike(template);
    if (Buffer.byteLength(element) > longestElementBytes)
      return tooLong(template, Buffer.byteLength(element));
    optionsEnded ||= isLiteral(template, '--');
    argv.push(element);
  }
  const total = argv.reduce((sum, element) => sum + Buffer.byteLength(element) + 1, 0);
  return total > longestArgvBytes ? argvTooLong(total) : done(argv);
}

/** The values alone make up the element, it begins with `-`, and nobody has said that it may. */
function isOptionLike(template: Template, element: string, skill: Skill, command: Command): boolean {
  if (!element.startsWith('-') || template.some((part) => part.kind === 'literal')) return false;
  return !placeholdersOf(template).every((name) => mayBeginWithDash(name, skill, command));
}

function mayBeginWithDash(name: string, skill: Skill, command: Command): boolean {
  const param = command.params.get(name);
  return (
    param?.allowLeadingDash === true ||
    isNumeric(param?.schema) ||
    isNumeric(propertySchema(skill.inputs, name))
  );
}

function isLiteral(template: Template, text: string): boolean {
  const [part, ...others] = template;
  return part?.kind === 'literal' && part.text === text && others.length === 0;
}

function optionLike(template: Template): Step<never> {
  const names = placeholdersOf(template);
  const [first] = names;
  const message = `argument ${names.join(', ')} begins with "-" and would be read as an option`;
  const allow = `params: {${first}: {allow_leading_dash: true}}`;
  const hint = `for the pack's author: put "--" before {${first}} in argv if the program knows it, or declare ${allow}`;
  return failed('command.option-like-value', message, hint);
}

function tooLong(template: Template, bytes: number): Step<never> {
  const names = placeholdersOf(template);
  const what = names.length > 0 ? `argument ${names.join(', ')}` : 'an argument';
  const element = shorten(formatTemplate(template));
  const message = `${what} makes ${element} ${bytes} bytes long; the system takes ${longestElementBytes}`;
  return failed('command.too-long', message, 'put the text into a file and pass its path');
}

function argvTooLong(bytes: number): Step<never> {
  const message = `the arguments are ${bytes} bytes long together; the system takes ${longestArgvBytes}`;
  return failed('command.too-long', message, 'put the text into a file and pass its path');
}

function shorten(text: string): string {
  return text.length > 64 ? `${text.slice(0, 64)}…` : text;
}
