import { type Document, isMap, isSeq, parseDocument } from 'yaml';
import type { BaselineEntry } from '../model/baseline.ts';
import type { LoadedBaseline, PlacedEntry } from './load-baseline.ts';
import { entryText } from './show-edit.ts';

/** What is to become of a baseline file. */
export interface BaselineChanges {
  readonly add: readonly BaselineEntry[];
  /** Ids whose entries go. */
  readonly remove: ReadonlySet<string>;
  /** Fields to set, by id. */
  readonly change: ReadonlyMap<string, Partial<BaselineEntry>>;
}

const heading = `# Known failures of this runtime, each with its reason. They move the exit status of a run, never its score.
# Entries: id, expect (fail, crash or flaky), signature, reason, issue, expires.

`;

/**
 * The file's text with these changes. Whatever is not changed stays byte for byte: the library writes the entries that change, and a
 * whole file written anew would move blank lines, and lose the comment above the first entry with it.
 */
export function updateBaseline(
  { text, entries }: Pick<LoadedBaseline, 'text' | 'entries'>,
  { add, remove, change }: BaselineChanges,
): string {
  const lines = text === '' ? [] : text.replace(/\n$/, '').split('\n');
  const written = new Map(entries.map((entry) => [entry.line, linesFor(entry, remove, change)]));
  const covered = new Set(entries.flatMap(({ line, lines: own }) => own.map((_, at) => line + at)));
  const last = Math.max(0, ...covered);
  const added = add.flatMap((entry) => indented(entryText(entry).split('\n'), indentOf(entries[0])));
  const before = [...lines.keys()].map((at) => at + 1);
  const body = before.flatMap((line) => [
    ...(written.get(line) ?? (covered.has(line) ? [] : [lines[line - 1] ?? ''])),
    ...(line === last ? added : []),
  ]);
  if (last > 0) return joined(body);
  const kept = lines.filter((line) => !/^\s*\[\s*\]\s*$/.test(line));
  const top = kept.some((line) => line.trim() !== '') ? joined(kept) : heading;
  return added.length === 0 ? text : `${top}${joined(added)}`;
}

function linesFor(
  entry: PlacedEntry,
  remove: BaselineChanges['remove'],
  change: BaselineChanges['change'],
): readonly string[] {
  if (remove.has(entry.id)) return [];
  const fields = change.get(entry.id);
  return fields === undefined ? entry.lines : withFields(entry, fields);
}

/** The entry as a document of its own, so that comments between its fields stay where they are. */
function withFields(entry: PlacedEntry, fields: Partial<BaselineEntry>): readonly string[] {
  const document: Document = parseDocument(entry.lines.join('\n'));
  const item = isSeq(document.contents) ? document.contents.items[0] : undefined;
  if (!isMap(item)) throw new Error('an entry that was read as a mapping is none');
  for (const [name, value] of Object.entries(fields)) item.set(name, value);
  return indented(document.toString({ lineWidth: 0 }).trimEnd().split('\n'), indentOf(entry));
}

function indentOf(entry: PlacedEntry | undefined): string {
  return /^ */.exec(entry?.lines[0] ?? '')?.[0] ?? '';
}

function indented(lines: readonly string[], indent: string): readonly string[] {
  return lines.map((line) => (line === '' ? line : `${indent}${line}`));
}

function joined(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}
