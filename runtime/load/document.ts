import {
  isAlias,
  isCollection,
  isMap,
  LineCounter,
  type Node,
  parseAllDocuments,
  type YAMLError,
} from 'yaml';
import { type Place, type Problem, problem } from '../model/problem.ts';
import { documentData, keyText } from './document-data.ts';

/** A step into a document: a key or an index. */
export type Path = readonly (string | number)[];

/** One YAML artifact, read and parsed, with a way back from data to its place in the file. */
export interface Source {
  /** Relative to the workspace, with `/`. */
  readonly path: string;
  /** Plain data as YAML 1.2 (core schema) reads it. Own keys only; not validated. */
  readonly data: unknown;
  /** Where a value stands, or its key; the nearest place that exists where the path leads nowhere. */
  placeOf(path: Path, part?: 'value' | 'key'): Place;
}

/** Bytes. A thousand packs of twenty commands take about three million. */
export const maxDocumentBytes = 16 * 1024 * 1024;

/** Faults told per file: after the first few, a parser only stumbles over what went before. */
const maxFaults = 10;

/** C0 controls, which YAML holds nowhere as they are; the parser lets them pass inside quotes. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const control = /[\0-\x08\x0b\x0c\x0e-\x1f]/;

/**
 * Parses one file. Every fault of the text is a problem `workspace.yaml-parse` with its place: bad syntax, duplicate keys,
 * tags beyond the core schema, several documents, aliases that lead nowhere or grow out of proportion, control characters, bytes
 * that are no UTF-8.
 */
export function readDocument(path: string, bytes: Uint8Array): Source | readonly Problem[] {
  const at = (line: number | null, column: number | null): Place => ({ path, line, column, pointer: null });
  if (bytes.length > maxDocumentBytes) {
    return [parseProblem(`${path} is over ${maxDocumentBytes} bytes`, at(null, null), 'split it or trim it')];
  }
  const text = decode(bytes);
  if (text === undefined) {
    return [parseProblem(`${path} is not UTF-8 text`, at(null, null), 'save the file as UTF-8')];
  }
  try {
    return parse(path, text, at);
  } catch (error) {
    // The parser recurses; only nesting far beyond any artifact makes it run out of stack.
    if (error instanceof RangeError) {
      return [parseProblem(`${path} nests too deeply`, at(null, null), 'an artifact is a few levels deep')];
    }
    throw error;
  }
}

function parse(path: string, text: string, at: (line: number | null, column: number | null) => Place) {
  const lines = new LineCounter();
  const [first, second] = parseAllDocuments(text, {
    lineCounter: lines,
    prettyErrors: false,
    stringKeys: true,
  });
  const position = (offset: number) => {
    const { line } = lines.linePos(offset);
    const start = lines.lineStarts[line - 1] ?? 0;
    // In characters: a string counts one beyond U+FFFF as two.
    return at(line, [...text.slice(start, offset)].length + 1);
  };
  const odd = control.exec(text);
  if (odd !== null) {
    const name = `U+${odd[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
    const hint = 'write it as an escape in double quotes, such as "\\e"';
    return [parseProblem(`${path} holds the control character ${name}`, position(odd.index), hint)];
  }
  if (first === undefined) {
    return [
      parseProblem(`${path} is empty`, at(1, 1), 'an artifact is a YAML map: apiVersion, kind, metadata ...'),
    ];
  }
  if (second !== undefined) {
    const place = position(second.range[0]);
    return [parseProblem(`${path} holds several YAML documents`, place, 'keep one artifact per file')];
  }
  const faults = [...first.errors, ...first.warnings];
  if (faults.length > 0) {
    return faults
      .slice(0, maxFaults)
      .map((fault) => parseProblem(messageOf(fault), position(fault.pos[0]), hintFor(fault.code)));
  }
  const root = first.contents;
  if (!isMap(root)) {
    const place = root?.range ? position(root.range[0]) : at(1, 1);
    return [
      parseProblem(`${path} is no YAML map`, place, 'an artifact begins with apiVersion, kind, metadata'),
    ];
  }
  const read = documentData(root);
  if (!('targets' in read)) {
    return read
      .slice(0, maxFaults)
      .map(({ message, offset, hint }) => parseProblem(message, position(offset), hint));
  }
  const { data, targets } = read;
  const follow = (node: Node) => (isAlias(node) ? (targets.get(node) ?? node) : node);
  const placeOf: Source['placeOf'] = (steps, part = 'value') => {
    const offset = offsetOf(root, steps, part, follow);
    return { ...position(offset), pointer: pointerOf(steps) };
  };
  return { path, data, placeOf };
}

/** Where a path leads, aliases followed: what is wrong with a value stands at its anchor. */
function offsetOf(root: Node, path: Path, part: 'value' | 'key', follow: (node: Node) => Node): number {
  let node: Node = root;
  let offset = root.range?.[0] ?? 0;
  for (const [index, step] of path.entries()) {
    const pair = isMap(node) ? node.items.find((each) => keyText(each) === String(step)) : undefined;
    const child =
      pair === undefined
        ? isCollection(node)
          ? node.get(step, true)
          : undefined
        : (pair.value as Node | null);
    const keyOffset = (pair?.key as Node | undefined)?.range?.[0];
    if (part === 'key' && index === path.length - 1 && keyOffset !== undefined) return keyOffset;
    if (child === null || child === undefined || typeof child !== 'object') return keyOffset ?? offset;
    node = follow(child as Node);
    offset = node.range?.[0] ?? offset;
  }
  return offset;
}

/** RFC 6901. */
export function pointerOf(path: Path): string {
  return path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function parseProblem(message: string, place: Place, hint?: string): Problem {
  return problem('workspace.yaml-parse', message, hint === undefined ? { place } : { place, hint });
}

function messageOf({ code, message }: YAMLError): string {
  if (code === 'RESOURCE_EXHAUSTION') return 'the file nests too deeply';
  return message.charAt(0).toLowerCase() + message.slice(1).replaceAll(/\s+/g, ' ');
}

function hintFor(code: string): string {
  return hints.get(code) ?? 'mend the YAML here';
}

const hints = new Map([
  ['DUPLICATE_KEY', 'keep one of the two: which of them counts would be a guess'],
  ['TAG_RESOLVE_FAILED', 'artifacts use no tags: write plain YAML'],
  ['TAB_AS_INDENT', 'indent with spaces'],
]);
