import { stringify } from 'yaml';
import type { BaselineEntry } from '../model/baseline.ts';
import type { PlacedEntry } from './load-baseline.ts';

/** Edits to a baseline, as lines that go (`-`) and lines that come (`+`). */

export function addition(entry: BaselineEntry): string {
  return marked('+', entryText(entry).split('\n'));
}

export function removal({ lines }: PlacedEntry): string {
  return marked('-', lines);
}

/** Of an entry, the lines of some fields replaced. A field that has no line of its own yet is added behind the last. */
export function replacement(entry: PlacedEntry, fields: Partial<BaselineEntry>): string {
  const edits = Object.entries(fields).map(([name, value]) => {
    const old = entry.lines.filter((line) => line.trimStart().replace(/^- */, '').startsWith(`${name}:`));
    const dash = old[0]?.trimStart().startsWith('- ') === true ? '- ' : '  ';
    const now = stringify({ [name]: value }, { lineWidth: 0 }).trimEnd();
    return [...(old.length > 0 ? [marked('-', old)] : []), marked('+', [`${dash}${now}`])].join('\n');
  });
  return edits.join('\n');
}

export function entryText(entry: BaselineEntry): string {
  return stringify([entry], { lineWidth: 0 }).trimEnd();
}

function marked(mark: '-' | '+', lines: readonly string[]): string {
  return lines.map((line) => `${mark} ${line}`.trimEnd()).join('\n');
}
