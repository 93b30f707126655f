/**
 * The only doors to the world outside. `node.ts` implements them for real; tests hand in their own. Nothing
 * else in `runtime/` touches `node:fs`, a process, the clock or a stream.
 */

/** Time. */
export interface Clock {
  /** Wall clock, for records. */
  now(): Date;
  /** Milliseconds that only go forward, for durations. */
  monotonicMs(): number;
  /** Runs `action` once, `ms` from now. Calling the result takes it back. */
  after(ms: number, action: () => void): () => void;
}

/** Unguessable, unique names for runs, events and approval requests. */
export interface Ids {
  /** For example `run-01jd3k...`: the prefix, then characters of `[a-z0-9]`. */
  next(prefix: string): string;
}

export interface FileStatus {
  readonly kind: 'file' | 'directory' | 'other';
  /** Bytes. */
  readonly size: number;
  readonly executable: boolean;
}

/** `reason` is an errno name such as `EACCES`. */
export type RegularRead =
  | { readonly kind: 'file'; readonly bytes: Uint8Array }
  | { readonly kind: 'other' }
  | { readonly kind: 'unreadable'; readonly reason: string };

/** The file system, as the loader, program lookup, credentials and state need it. Paths are absolute. */
export interface Files {
  /** Follows symlinks. `undefined` where there is nothing (or a loop). */
  status(path: string): FileStatus | undefined;
  /** Sorted names, or `undefined` where it is no directory. */
  list(path: string): readonly string[] | undefined;
  /** The real path with every symlink resolved, or `undefined`. */
  real(path: string): string | undefined;
  /** At most `limit` bytes from the start; `undefined` where it cannot be read. */
  read(path: string, limit?: number): Uint8Array | undefined;
  /** The same of a path that a stranger named: what was opened is a regular file or is not read, and nothing waits. */
  readRegular(path: string, limit: number): RegularRead;
  /** Makes parents, then replaces the file in one step (write aside, rename). Only its owner may read it. */
  replace(path: string, content: string | Uint8Array): void;
  /** Creates the file; false when it is there already. */
  create(path: string, content: string): boolean;
  /** Moves a file, making parents; false when there is no such file: of two that try, one wins. */
  move(from: string, to: string): boolean;
  /** Appends in one write; with `durable`, returns only when the disk has it. Throws when it cannot. */
  append(path: string, content: string, durable: boolean): void;
  remove(path: string): void;
  /** A new, empty folder outside the workspace, and the way to be rid of it. */
  scratch(): { readonly path: string; remove(): void };
}

/** Why a started program is no longer there, or why it never was. */
export type ProcessEnd =
  | { readonly kind: 'exited'; readonly exitCode: number }
  | { readonly kind: 'signalled'; readonly signal: string }
  /** `reason` is an errno name such as `ENOENT` where the operating system gave one, else a phrase. */
  | { readonly kind: 'not-started'; readonly reason: string };

export interface ProcessSpec {
  /** Absolute path. Never looked up again. */
  readonly program: string;
  /** What the program sees as argv[0]. */
  readonly argv0: string;
  readonly args: readonly string[];
  /** Complete: nothing is inherited. */
  readonly env: ReadonlyMap<string, string>;
  readonly cwd: string;
}

/**
 * A program that runs in a session and process group of its own, with its stdin closed (end of file at once) and without a
 * controlling terminal. Nothing here knows of bounds: `execute/` decides when to stop reading and when to kill.
 */
export interface RunningProcess {
  /** Called with each chunk as it is read. Reading waits for nothing. */
  onOutput(listener: (stream: 'stdout' | 'stderr', chunk: Uint8Array) => void): void;
  /** The program itself is gone (descendants may live on and may hold the pipes). */
  readonly ended: Promise<ProcessEnd>;
  /** Both pipes are at their end. Never settles while a descendant holds one. */
  readonly drained: Promise<void>;
  /** Signals the whole process group. False when there is nothing left of it to signal. */
  signalGroup(signal: 'SIGTERM' | 'SIGKILL'): boolean;
  /** True while the program itself or a descendant in its group can still run. */
  groupAlive(): boolean;
  /** Lets go of the pipes, whoever still holds their other end. */
  release(): void;
}

/** A program that is spoken to: its stdin is a pipe that stays open until `hangUp`. */
export interface Conversation extends RunningProcess {
  /** Never waits and never fails: a program that no longer reads shows by its end. */
  say(text: string): void;
  /** Closes its stdin, which tells a well-behaved program to go. */
  hangUp(): void;
}

export interface Processes {
  start(spec: ProcessSpec): RunningProcess;
}

/** The same, for a server that speaks over its pipes. */
export interface Conversations {
  converse(spec: ProcessSpec): Conversation;
}

/** What the runtime was started with. */
export interface Host {
  readonly env: ReadonlyMap<string, string>;
  readonly cwd: string;
  readonly pid: number;
  readonly platform: string;
  /** True while a process with this id lives. */
  isAlive(pid: number): boolean;
}

/** stdout and stderr of the command line. */
export interface Output {
  out(text: string): void;
  err(text: string): void;
  readonly colour: boolean;
}

export interface Ports {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly files: Files;
  readonly processes: Processes;
  readonly conversations: Conversations;
  readonly host: Host;
}
