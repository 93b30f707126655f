import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { Entry, Layout } from './layout.ts';

/**
 * Writes entries below `root`, making parents. Synchronous on purpose: a program that a worker thread still holds open for writing
 * cannot be executed (ETXTBSY), and a fork inherits the open file.
 */
export function writeLayout(root: string, layout: Layout): void {
  const made = new Set<string>();
  for (const [path, entry] of layout) {
    const at = join(root, path);
    const parent = dirname(at);
    if (!made.has(parent)) mkdirSync(parent, { recursive: true });
    made.add(parent);
    writeEntry(at, entry);
  }
}

function writeEntry(at: string, entry: Entry): void {
  if (entry.kind === 'directory') return void mkdirSync(at, { recursive: true });
  if (entry.kind !== 'file' || isNotPlainFile(at)) rmSync(at, { recursive: true, force: true });
  if (entry.kind === 'file') {
    writeFileSync(at, entry.bytes);
    if (entry.mode !== 0o644) chmodSync(at, entry.mode);
  }
  if (entry.kind === 'symlink') symlinkSync(entry.target, at);
  if (entry.kind === 'fifo') execFileSync('mkfifo', [at]);
}

function isNotPlainFile(at: string): boolean {
  return lstatSync(at, { throwIfNoEntry: false })?.isFile() === false;
}

/** A folder on disk as entries, by path relative to it. */
export function readLayout(folder: string): Layout {
  const layout = new Map<string, Entry>();
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  for (const name of names) layout.set(name, readEntry(join(folder, name)));
  return layout;
}

function readEntry(at: string): Entry {
  const status = lstatSync(at);
  if (status.isSymbolicLink()) return { kind: 'symlink', target: readlinkSync(at) };
  if (status.isDirectory()) return { kind: 'directory' };
  return { kind: 'file', bytes: readFileSync(at), mode: status.mode & 0o777 };
}
