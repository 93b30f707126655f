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

/** What stands at a path now. */
type Found =
  | { readonly kind: 'file'; readonly bytes: Uint8Array }
  | { readonly kind: 'symlink'; readonly target: string }
  | { readonly kind: 'directory' }
  | { readonly kind: 'other' };

/** Compares the case's folder with what was planted. Folders named like `.<program>.witness` are the suite's own. */
export function readFolderState(root: string, planted: Layout): FolderState {
  const found = readTree(root);
  const made = parentsOf(planted.keys());
  const differing = [...found].filter(([path, now]) => !isAsPlanted(now, planted.get(path), made.has(path)));
  const changes = differing.map(
    ([path]): FolderChange => ({ path, what: isThere(planted.get(path)) ? 'changed' : 'appeared' }),
  );
  const gone = [...planted].flatMap(([path, entry]): FolderChange[] =>
    isThere(entry) && !found.has(path) && !path.split('/').some(isNotes) ? [{ path, what: 'is gone' }] : [],
  );
  return {
    changes: [...changes, ...gone],
    foreign: differing.flatMap(([path, now]) => (now.kind === 'file' ? [{ path, bytes: now.bytes }] : [])),
  };
}

function isAsPlanted(now: Found, before: Entry | undefined, isParent: boolean): boolean {
  switch (now.kind) {
    case 'directory':
      return isParent || before?.kind === 'directory';
    case 'file':
      return before?.kind === 'file' && Buffer.compare(before.bytes, now.bytes) === 0;
    case 'symlink':
      return before?.kind === 'symlink' && before.target === now.target;
    case 'other':
      return before?.kind === 'fifo';
  }
}

function isThere(entry: Entry | undefined): boolean {
  return entry !== undefined && entry.kind !== 'absent';
}

/** Everything below `root`, without the witnesses' notes. */
function readTree(root: string): ReadonlyMap<string, Found> {
  const tree = new Map<string, Found>();
  const visit = (path: string): void => {
    const found = readFound(join(root, path));
    if (found === undefined) return;
    tree.set(path, found);
    if (found.kind === 'directory') for (const name of namesIn(join(root, path))) visit(`${path}/${name}`);
  };
  for (const name of namesIn(root)) visit(name);
  return tree;
}

/** A file may go away between two looks. */
function readFound(at: string): Found | undefined {
  try {
    const status = lstatSync(at);
    if (status.isDirectory()) return { kind: 'directory' };
    if (status.isSymbolicLink()) return { kind: 'symlink', target: readlinkSync(at) };
    return status.isFile() ? { kind: 'file', bytes: readFileSync(at) } : { kind: 'other' };
  } catch {
    return undefined;
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => !isNotes(name))
      .sort();
  } catch {
    return [];
  }
}

function isNotes(name: string): boolean {
  return /^\..+\.witness$/.test(name);
}

function parentsOf(paths: Iterable<string>): ReadonlySet<string> {
  const parents = new Set(['workspace', 'bin', 'home', 'tmp']);
  for (const path of paths) {
    const parts = path.split('/');
    for (let length = 1; length < parts.length; length += 1) parents.add(parts.slice(0, length).join('/'));
  }
  return parents;
}
