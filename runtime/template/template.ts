import type { Template, TemplatePart } from '../model/template.ts';

/**
 * A placeholder's name: an identifier that may hold dots, as in the seeds, or `credential.<id>`, whose id may
 * hold dashes too. Anything else in braces (`{}`, `{a,b}`, `{file-name}`, `{1..3}`) is text: jq, awk and find
 * are full of it.
 */
const name = String.raw`credential\.[A-Za-z0-9_.-]+|[A-Za-z_][A-Za-z0-9_.]*`;
const placeholder = new RegExp(String.raw`\{\{(?<literal>${name})\}\}|\{(?<filled>${name})\}`, 'g');

/**
 * From the text as written: `{name}` is a placeholder, `{{name}}` the literal `{name}`. Cannot
 * fail.
 */
export function parseTemplate(text: string): Template {
  const parts: TemplatePart[] = [];
  let end = 0;
  for (const match of text.matchAll(placeholder)) {
    addLiteral(parts, text.slice(end, match.index));
    const { literal, filled } = match.groups ?? {};
    if (filled !== undefined) parts.push({ kind: 'placeholder', name: filled });
    else addLiteral(parts, `{${literal}}`);
    end = match.index + match[0].length;
  }
  addLiteral(parts, text.slice(end));
  return parts;
}

/** Neighbouring literals become one, so that one text has one template. */
function addLiteral(parts: TemplatePart[], text: string): void {
  if (text === '') return;
  const last = parts.at(-1);
  if (last?.kind === 'literal') parts[parts.length - 1] = { kind: 'literal', text: last.text + text };
  else parts.push({ kind: 'literal', text });
}

/** Back to the text as written: `formatTemplate(parseTemplate(text)) === text`. */
export function formatTemplate(template: Template): string {
  return template.map(formatPart).join('');
}

function formatPart(part: TemplatePart): string {
  if (part.kind === 'placeholder') return `{${part.name}}`;
  return part.text.replace(placeholder, (braced) => `{${braced}}`);
}

/** The names a template needs, each once, in the order of their first use. */
export function placeholdersOf(template: Template): readonly string[] {
  const names = template.flatMap((part) => (part.kind === 'placeholder' ? [part.name] : []));
  return [...new Set(names)];
}

/**
 * One walk over the parts. A value is copied and never looked at: `{other}`, `$&` and quotes in it are text.
 * Every placeholder must have a value; the caller has checked that.
 */
export function fillTemplate(template: Template, values: ReadonlyMap<string, string>): string {
  return template.map((part) => (part.kind === 'literal' ? part.text : lookUp(part.name, values))).join('');
}

function lookUp(name: string, values: ReadonlyMap<string, string>): string {
  const value = values.get(name);
  if (value === undefined) throw new Error(`no value for the placeholder {${name}}`);
  return value;
}
