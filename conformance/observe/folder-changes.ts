import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { Entry, Layout } from '../prepare/layout.ts';

/** A file that the case did not plant, or that is not any more what it planted. Paths relative to the case's folder. */
export interface FolderChange {
  readonly path: string;
  readonly what: 'appeared' | 'changed' | 'is gone';
}

export interface FolderState {
  readonly changes: readonly FolderChange[];
  /** Every file that differs from what was planted, for the search for secrets. */
  readonly foreign: readonly { readonly path: string; readonly bytes: Uint8Array }[];
}

/** Compares the case's folder with what was planted. Folders named like `.<program>.witness` are the suite's own. */
export function readFolderState(root: string, planted: Layout): FolderState {
  const changes: FolderChange[] = [];
  const foreign: { path: string; bytes: Uint8Array }[] = [];
  const plantedFolders = parentsOf(planted.keys());
  const met = new Set<string>();
  const visit = (path: string): void => {
    met.add(path);
    const before = planted.get(path);
    const status = lstatSync(join(root, path), { throwIfNoEntry: false });
    if (status === undefined) return;
    if (status.isDirectory()) {
      if (before?.kind !== 'directory' && !plantedFolders.has(path)) changes.push({ path, what: 'appeared' });
      for (const name of listOf(join(root, path))) if (!isNotes(name)) visit(`${path}/${name}`);
      return;
    }
    if (status.isFile()) {
      const bytes = readOr(join(root, path));
      if (before?.kind === 'file' && Buffer.compare(before.bytes, bytes) === 0) return;
      foreign.push({ path, bytes });
    } else if (isSame(before, status.isSymbolicLink() ? readlinkSync(join(root, path)) : null)) return;
    changes.push({ path, what: isThere(before) ? 'changed' : 'appeared' });
  };
  for (const name of listOf(root)) visit(name);
  for (const [path, entry] of planted) {
    if (isThere(entry) && !met.has(path) && !path.split('/').some(isNotes)) changes.push({ path, what: 'is gone' });
  }
  return { changes, foreign };
}

function isNotes(name: string): boolean {
  return /^\..+\.witness$/.test(name);
}

function isThere(entry: Entry | undefined): boolean {
  return entry !== undefined && entry.kind !== 'absent';
}

function isSame(before: Entry | undefined, target: string | null): boolean {
  return target === null ? before?.kind === 'fifo' : before?.kind === 'symlink' && before.target === target;
}

function parentsOf(paths: Iterable<string>): ReadonlySet<string> {
  const parents = new Set(['workspace', 'bin', 'home', 'tmp']);
  for (const path of paths) {
    const parts = path.split('/');
    for (let length = 1; length < parts.length; length += 1) parents.add(parts.slice(0, length).join('/'));
  }
  return parents;
}

function readOr(path: string): Uint8Array {
  try {
    return readFileSync(path);
  } catch {
    return new Uint8Array();
  }
}

function listOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}
