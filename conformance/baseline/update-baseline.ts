import { type Document, isMap, isSeq, parseDocument, YAMLSeq } from 'yaml';
import type { BaselineEntry } from '../model/baseline.ts';

/** What is to become of a baseline file. */
export interface BaselineChanges {
  readonly add: readonly BaselineEntry[];
  /** Ids whose entries go. */
  readonly remove: ReadonlySet<string>;
  /** Fields to set, by id. */
  readonly change: ReadonlyMap<string, Partial<BaselineEntry>>;
}

const heading = ` Known failures of this runtime, each with its reason. They move the exit status of a run, never its score.
 Entries: id, expect (fail, crash or flaky), signature, reason, issue, expires.`;

/** The file's text with these changes. Comments, order and everything that is not changed stay as they are. */
export function updateBaseline(text: string, { add, remove, change }: BaselineChanges): string {
  const document: Document = parseDocument(text);
  const entries = entriesOf(document);
  for (const item of entries.items) {
    const fields = isMap(item) ? change.get(String(item.get('id'))) : undefined;
    for (const [name, value] of Object.entries(fields ?? {})) if (isMap(item)) item.set(name, value);
  }
  entries.items = entries.items.filter((item) => !(isMap(item) && remove.has(String(item.get('id')))));
  for (const entry of add) entries.add(document.createNode(entry));
  // an empty list is written in flow style, which would go on for what is added later
  entries.flow = entries.items.length === 0;
  return document.toString({ lineWidth: 0 });
}

function entriesOf(document: Document): YAMLSeq {
  if (isSeq(document.contents)) return document.contents;
  const entries = new YAMLSeq();
  document.contents = entries;
  if (document.commentBefore == null && document.comment == null) document.commentBefore = heading;
  return entries;
}
