import { after, type Element, hasPlaceholder, literal, prefix } from './element.ts';

/** How a program reads its options: which of them take a value. */
export interface OptionSyntax {
  /** Letters whose value is the rest of the element, else the next element: `n` in `-n5` and `-n 5`. */
  readonly valued?: string;
  /** Letters whose value can only be the rest of the element: perl's `-i.bak`. */
  readonly glued?: string;
  /** Names whose value follows `=` or is the next element; other long options only take it after `=`. */
  readonly longValued?: readonly string[];
  /** Whole names behind one dash (`emacs -eval CODE`); they take the next element. */
  readonly words?: readonly string[];
  /** Letters after whose value come no more options: python's `-c` and `-m`. */
  readonly last?: string;
  /** Options may begin with `+` as well, as a shell's do. */
  readonly plus?: boolean;
}

export interface Option {
  /** A letter or a name without dashes; `undefined` where a placeholder stands in the name. */
  readonly name: string | undefined;
  readonly element: Element;
  readonly value: Element | undefined;
}

export interface Options {
  readonly options: readonly Option[];
  /** From the first operand on. */
  readonly operands: readonly Element[];
}

/** The options at the start of `elements`, up to the first operand or `--`. */
export function readOptions(elements: readonly Element[], syntax: OptionSyntax): Options {
  const options: Option[] = [];
  let index = 0;
  for (let element = elements[index]; element !== undefined; element = elements[index]) {
    if (literal(element) === '--') return { options, operands: elements.slice(index + 1) };
    if (!isOption(element, syntax)) break;
    const next = elements[index + 1];
    const read = readElement(element, next, syntax);
    options.push(...read);
    index += read.some((option) => option.value !== undefined && option.value === next) ? 2 : 1;
    if (syntax.last?.includes(read.at(-1)?.name ?? '-')) break;
  }
  return { options, operands: elements.slice(index) };
}

function isOption(element: Element, syntax: OptionSyntax): boolean {
  const text = prefix(element);
  const dash = text.startsWith('-') || (syntax.plus === true && text.startsWith('+'));
  return dash && (text.length > 1 || hasPlaceholder(element));
}

function readElement(element: Element, next: Element | undefined, syntax: OptionSyntax): readonly Option[] {
  const text = prefix(element);
  const word = literal(element)?.slice(1);
  if (word !== undefined && syntax.words?.includes(word)) return [{ name: word, element, value: next }];
  return text.startsWith('--') ? [readLong(element, next, syntax)] : readCluster(element, next, syntax);
}

function readLong(element: Element, next: Element | undefined, syntax: OptionSyntax): Option {
  const text = prefix(element);
  const equals = text.indexOf('=');
  if (equals > 0) return { name: text.slice(2, equals), element, value: after(element, equals + 1) };
  if (hasPlaceholder(element)) return { name: undefined, element, value: undefined };
  const name = text.slice(2);
  return { name, element, value: syntax.longValued?.includes(name) ? next : undefined };
}

/** `-xvf FILE`, `-n5`: letters until one takes a value. */
function readCluster(element: Element, next: Element | undefined, syntax: OptionSyntax): readonly Option[] {
  const options: Option[] = [];
  const text = prefix(element);
  for (let at = 1; at < text.length; at += 1) {
    const name = text[at];
    const rest = after(element, at + 1);
    if (syntax.glued?.includes(name ?? '')) return [...options, { name, element, value: rest }];
    if (syntax.valued?.includes(name ?? '')) {
      return [...options, { name, element, value: rest.template.length > 0 ? rest : next }];
    }
    options.push({ name, element, value: undefined });
  }
  return hasPlaceholder(element) ? [...options, { name: undefined, element, value: undefined }] : options;
}
