import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isSeq, parseDocument } from 'yaml';
import { readYaml, type YamlDocument } from '../load/read-yaml.ts';
import { schemaProblems } from '../load/schema-problems.ts';
import { Baseline, type BaselineEntry } from '../model/baseline.ts';
import { type SuiteProblem, showSuiteProblem } from '../model/suite-problem.ts';

/** An entry and the lines that it takes up in its file. */
export interface PlacedEntry extends BaselineEntry {
  /** From 1. */
  readonly line: number;
  readonly lines: readonly string[];
}

export interface LoadedBaseline {
  /** As the person named it. */
  readonly file: string;
  /** SHA-256 of the file, hex. */
  readonly digest: string;
  readonly text: string;
  readonly entries: readonly PlacedEntry[];
}

/** A message for the person who keeps the file. */
export class BaselineError extends Error {}

/** Throws BaselineError with everything that is wrong with the file. */
export function loadBaseline(file: string): LoadedBaseline {
  return parseBaseline(file, readOr(file));
}

export function parseBaseline(file: string, text: string): LoadedBaseline {
  const document = readYaml(file, text);
  const parsed = Baseline.safeParse(document.value ?? []);
  const problems = [
    ...document.problems,
    ...flowList(document, text),
    ...(parsed.success ? doubles(document, parsed.data) : schemaProblems(document, parsed.error)),
  ];
  if (problems.length > 0 || !parsed.success)
    throw new BaselineError(problems.map(showSuiteProblem).join('\n'));
  const places = placesIn(text);
  return {
    file,
    digest: createHash('sha256').update(text).digest('hex'),
    text,
    entries: parsed.data.map((entry, index) => ({ ...entry, ...(places[index] ?? { line: 1, lines: [] }) })),
  };
}

function doubles(document: YamlDocument, entries: readonly BaselineEntry[]): readonly SuiteProblem[] {
  return entries.flatMap(({ id }, index) =>
    entries.findIndex((each) => each.id === id) < index
      ? [document.problemAt([index, 'id'], `${id} has an entry already`)]
      : [],
  );
}

/** Edits are told, and made, line by line. */
function flowList(document: YamlDocument, text: string): readonly SuiteProblem[] {
  const { contents } = parseDocument(text);
  const isFlow = isSeq(contents) && contents.flow === true && contents.items.length > 0;
  return isFlow
    ? [document.problemAt([], 'write the entries as a list with dashes, one below the other')]
    : [];
}

function placesIn(text: string): readonly { line: number; lines: readonly string[] }[] {
  const { contents } = parseDocument(text);
  const all = text.split('\n');
  const lineOf = (offset: number) => text.slice(0, offset).split('\n').length;
  return (isSeq(contents) ? contents.items : []).map((item) => {
    const [from, to] = (item as { range?: readonly number[] }).range ?? [0, 0];
    const line = lineOf(from ?? 0);
    // the end of the value is where the last character of it stands
    const last = lineOf(Math.max((to ?? 1) - 1, 0));
    return { line, lines: all.slice(line - 1, last) };
  });
}

function readOr(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new BaselineError(`${file}: the baseline cannot be read`);
  }
}
