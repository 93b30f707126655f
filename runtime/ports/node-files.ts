import { randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  fdatasyncSync,
  fstatSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { FileStatus, Files, RegularRead } from './ports.ts';

/** State holds what agents sent and what people decided: for its owner only. */
const ownerOnly = 0o600;
const anyExecuteBit = 0o111;

export const nodeFiles: Files = {
  status: (path) => attempt(() => toStatus(statSync(path))),
  list: (path) => attempt(() => readdirSync(path).sort()),
  real: (path) => attempt(() => realpathSync.native(path)),
  read: (path, limit) => attempt(() => readBytes(path, limit)),
  readRegular,
  replace(path, content) {
    const aside = writeAside(path, content);
    renameSync(aside, path);
  },
  create: createWith(linkSync),
  move(from, to) {
    try {
      mkdirSync(dirname(to), { recursive: true });
      renameSync(from, to);
      return true;
    } catch (error) {
      if (errnoOf(error) === 'ENOENT') return false;
      throw error;
    }
  },
  append,
  remove: (path) => rmSync(path, { force: true }),
  scratch() {
    const path = mkdtempSync(join(tmpdir(), 'swarmkit-'));
    return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
  },
};

function attempt<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

function toStatus(stats: Stats): FileStatus {
  const kind = stats.isFile() ? 'file' : stats.isDirectory() ? 'directory' : 'other';
  return { kind, size: stats.size, executable: (stats.mode & anyExecuteBit) !== 0 };
}

// Without O_NONBLOCK, opening a FIFO that nobody writes to waits for ever.
const openForReading = constants.O_RDONLY | constants.O_NONBLOCK;

function readBytes(path: string, limit?: number): Uint8Array {
  const file = openSync(path, openForReading);
  try {
    return readOpened(file, limit);
  } finally {
    closeSync(file);
  }
}

/** What is judged is what was opened: a path may lead elsewhere a moment later. */
function readRegular(path: string, limit: number): RegularRead {
  try {
    const file = openSync(path, openForReading);
    try {
      return fstatSync(file).isFile() ? { kind: 'file', bytes: readOpened(file, limit) } : { kind: 'other' };
    } finally {
      closeSync(file);
    }
  } catch (error) {
    return { kind: 'unreadable', reason: String(errnoOf(error)) };
  }
}

/** Reads until the end or the limit; the size that `stat` gives is no guide (`/proc`, files that grow). */
function readOpened(file: number, limit = Number.POSITIVE_INFINITY): Uint8Array {
  const chunks: Uint8Array[] = [];
  for (let total = 0; total < limit; ) {
    const chunk = Buffer.allocUnsafe(Math.min(64 * 1024, limit - total));
    const count = readSync(file, chunk);
    if (count === 0) break;
    chunks.push(chunk.subarray(0, count));
    total += count;
  }
  return Buffer.concat(chunks);
}

/** Makes the folder and writes the content beside where it is to be, so that nobody ever sees half of it. */
function writeAside(path: string, content: string | Uint8Array): string {
  mkdirSync(dirname(path), { recursive: true });
  const aside = `${path}.${randomBytes(6).toString('hex')}.new`;
  writeFileSync(aside, content, { mode: ownerOnly, flag: 'wx' });
  return aside;
}

/** A hard link appears with its whole content or not at all. Not every file system has them. */
export function createWith(link: (existing: string, path: string) => void): Files['create'] {
  return (path, content) => {
    const aside = writeAside(path, content);
    try {
      link(aside, path);
      return true;
    } catch (error) {
      return errnoOf(error) === 'EEXIST' ? false : createInPlace(path, content);
    } finally {
      rmSync(aside, { force: true });
    }
  };
}

function createInPlace(path: string, content: string): boolean {
  try {
    writeFileSync(path, content, { mode: ownerOnly, flag: 'wx' });
    return true;
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/** One write at the end of the file, never through a symlink that somebody left in its place. */
function append(path: string, content: string, durable: boolean): void {
  mkdirSync(dirname(path), { recursive: true });
  const { O_APPEND, O_CREAT, O_WRONLY, O_NOFOLLOW } = constants;
  const file = openSync(path, O_APPEND | O_CREAT | O_WRONLY | O_NOFOLLOW, ownerOnly);
  try {
    const bytes = Buffer.from(content);
    const written = writeSync(file, bytes);
    if (written < bytes.length) throw new Error(`only ${written} of ${bytes.length} bytes were written`);
    if (!durable) return;
    fdatasyncSync(file);
  } finally {
    closeSync(file);
  }
  // A new file is only found again after a power cut once its folder is on disk as well.
  syncFolder(dirname(path));
}

function syncFolder(path: string): void {
  const folder = openSync(path, constants.O_RDONLY);
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

function errnoOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
