import { type FakeProcess, type FakeProcesses, fakeProcesses } from './fake-processes.ts';
import type { Clock, Files, Host, Ids, Ports } from './ports.ts';

/** A world for tests: time stands still until it is told to go, and nothing leaves memory. */
export interface FakePorts extends Ports {
  readonly clock: FakeClock;
  readonly files: FakeFiles;
  readonly processes: FakeProcesses;
}

export interface FakeWorld {
  readonly env?: Readonly<Record<string, string>>;
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  /** What each started program does. Without it, a program ends at once with status 0. */
  readonly onStart?: (process: FakeProcess) => void;
  readonly pid?: number;
  readonly alive?: (pid: number) => boolean;
}

export function fakePorts(world: FakeWorld = {}): FakePorts {
  const processes = fakeProcesses(world.onStart);
  return {
    clock: fakeClock(),
    ids: fakeIds(),
    files: fakeFiles(world.files),
    processes,
    conversations: processes,
    host: fakeHost(world),
  };
}

export interface FakeClock extends Clock {
  /** Lets time pass; timers run in their order, and what they lead to settles before the next one. */
  advance(ms: number): Promise<void>;
}

const epoch = Date.UTC(2030, 0, 1);

export function fakeClock(): FakeClock {
  let elapsed = 0;
  const timers = new Set<{ readonly due: number; readonly action: () => void }>();
  const nextUntil = (end: number) => [...timers].sort((a, b) => a.due - b.due).find(({ due }) => due <= end);
  return {
    now: () => new Date(epoch + elapsed),
    monotonicMs: () => elapsed,
    after(ms, action) {
      const timer = { due: elapsed + ms, action };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    async advance(ms) {
      const end = elapsed + ms;
      await settle();
      for (let timer = nextUntil(end); timer !== undefined; timer = nextUntil(end)) {
        timers.delete(timer);
        elapsed = timer.due;
        timer.action();
        await settle();
      }
      elapsed = end;
    },
  };
}

/** Every promise that can go on has gone on. */
function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** `run-0001`, `event-0002`: one count for all prefixes. */
export function fakeIds(): Ids {
  let count = 0;
  return {
    next(prefix) {
      count += 1;
      return `${prefix}-${String(count).padStart(4, '0')}`;
    },
  };
}

export interface FakeFiles extends Files {
  /** Path to content, for looking at and for damaging. */
  readonly contents: Map<string, Uint8Array>;
  /** Every write from now on throws this. */
  failWrites(reason: string): void;
}

/** Regular files by absolute path; a folder is there when something is in it. No links, no permissions. */
export function fakeFiles(initial: Readonly<Record<string, string | Uint8Array>> = {}): FakeFiles {
  const contents = new Map(Object.entries(initial).map(([path, content]) => [path, toBytes(content)]));
  let failure: string | undefined;
  const write = (path: string, content: Uint8Array) => {
    if (failure !== undefined) throw new Error(failure);
    contents.set(path, content);
  };
  const namesIn = (folder: string) => {
    const prefix = folder.endsWith('/') ? folder : `${folder}/`;
    const below = [...contents.keys()].filter((path) => path.startsWith(prefix));
    return [...new Set(below.map((path) => path.slice(prefix.length).replace(/\/.*$/s, '')))].sort();
  };
  const isFolder = (path: string) => path === '/' || namesIn(path).length > 0;
  return {
    contents,
    failWrites(reason) {
      failure = reason;
    },
    status(path) {
      const content = contents.get(path);
      if (content !== undefined) return { kind: 'file', size: content.length, executable: false };
      return isFolder(path) ? { kind: 'directory', size: 0, executable: true } : undefined;
    },
    list: (path) => (isFolder(path) ? namesIn(path) : undefined),
    real: (path) => (contents.has(path) || isFolder(path) ? path : undefined),
    read: (path, limit) => contents.get(path)?.slice(0, limit),
    readRegular(path, limit) {
      const bytes = contents.get(path)?.slice(0, limit);
      if (bytes !== undefined) return { kind: 'file', bytes };
      return isFolder(path) ? { kind: 'other' } : { kind: 'unreadable', reason: 'ENOENT' };
    },
    replace: (path, content) => write(path, toBytes(content)),
    create(path, content) {
      if (contents.has(path) || isFolder(path)) return false;
      write(path, toBytes(content));
      return true;
    },
    move(from, to) {
      const content = contents.get(from);
      if (content === undefined) return false;
      write(to, content);
      contents.delete(from);
      return true;
    },
    append: (path, content) =>
      write(path, Buffer.concat([contents.get(path) ?? toBytes(''), toBytes(content)])),
    remove: (path) => {
      contents.delete(path);
    },
    scratch: () => ({ path: '/scratch', remove: () => undefined }),
  };
}

function fakeHost({ env = {}, pid = 100, alive = () => true }: FakeWorld): Host {
  return { env: new Map(Object.entries(env)), cwd: '/', pid, platform: 'linux', isAlive: alive };
}

function toBytes(content: string | Uint8Array): Uint8Array {
  return typeof content === 'string' ? new TextEncoder().encode(content) : content;
}
