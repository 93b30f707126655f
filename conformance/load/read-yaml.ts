import { isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml';
import type { Json } from '../model/json.ts';
import type { SuiteProblem } from '../model/suite-problem.ts';

/** A path into a document: keys and indexes from the root. */
export type DocumentPath = readonly PropertyKey[];

export interface YamlDocument {
  readonly file: string;
  readonly value: Json;
  readonly problems: readonly SuiteProblem[];
  /** A problem at the deepest node on the path that exists; with `key`, at that key of the mapping there. */
  problemAt(path: DocumentPath, message: string, key?: string): SuiteProblem;
}

/** Reads one YAML 1.2 document. Never throws: what is wrong with it is in `problems`. */
export function readYaml(file: string, text: string): YamlDocument {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, version: '1.2' });
  const place = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return { file, line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  const problems = [...document.errors, ...document.warnings].map(({ pos, message }) => ({
    ...place(pos[0]),
    message,
  }));
  return {
    file,
    value: document.errors.length === 0 ? (document.toJS() as Json) : null,
    problems,
    problemAt: (path, message, key) => ({ ...place(offsetOf(document.contents, path, key)), message }),
  };
}

function offsetOf(root: Node | null, path: DocumentPath, key: string | undefined): number {
  let node: unknown = root;
  let offset = root?.range?.[0] ?? 0;
  for (const step of path) {
    const next = childOf(node, step);
    if (next === undefined) return offset;
    node = next.value;
    offset = startOf(next.value) ?? startOf(next.key) ?? offset;
  }
  const named = key === undefined ? undefined : childOf(node, key);
  return startOf(named?.key) ?? offset;
}

function childOf(node: unknown, step: PropertyKey): { key?: unknown; value: unknown } | undefined {
  if (isSeq(node)) {
    const value = node.items[Number(step)];
    return value === undefined ? undefined : { value };
  }
  if (!isMap(node)) return undefined;
  return node.items.find(({ key }) => isScalar(key) && String(key.value) === String(step));
}

function startOf(node: unknown): number | undefined {
  return (node as Node | null | undefined)?.range?.[0];
}
