import type { Template } from '../model/template.ts';
import { formatTemplate, parseTemplate } from '../template/template.ts';

/** One element of an argv template, or a part of one, at its place in the argv. */
export interface Element {
  readonly index: number;
  readonly template: Template;
}

export function elementOf(text: string, index: number): Element {
  return { index, template: parseTemplate(text) };
}

export function hasPlaceholder({ template }: Element): boolean {
  return template.some((part) => part.kind === 'placeholder');
}

/** The text itself, or `undefined` where a placeholder stands in it. */
export function literal(element: Element): string | undefined {
  return hasPlaceholder(element) ? undefined : prefix(element);
}

/** The text up to the first placeholder. */
export function prefix({ template }: Element): string {
  const first = template[0];
  return first?.kind === 'literal' ? first.text : '';
}

/** The element without its first `length` characters, which must be literal. */
export function after(element: Element, length: number): Element {
  const [, ...rest] = element.template;
  const text = prefix(element).slice(length);
  return { ...element, template: text === '' ? rest : [{ kind: 'literal', text }, ...rest] };
}

/** As the author wrote it. */
export function written({ template }: Element): string {
  return formatTemplate(template);
}
