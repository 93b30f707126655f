import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { groupAlive, signalGroup } from './node-group.ts';
import { nodeWatchdog } from './node-watchdog.ts';
import type { Conversation, Conversations, ProcessEnd, Processes, ProcessSpec } from './ports.ts';

/*
 * `node:child_process` itself and no library on top: of what a library adds (buffering, lookup on PATH, an inherited environment,
 * clean-up, verdicts) everything would have to be switched off, and its loading alone cost a third of a start of Node.
 *
 * `detached` is setsid(2): a session and a process group of its own and no controlling terminal. The environment is exactly what is given, and
 * the program an absolute path. The one way back to a shell is libuv's execvp(3), which hands a file that the kernel does not
 * know (ENOEXEC: text without `#!`) to `/bin/sh`; program lookup refuses such a file at load.
 */

/** `/dev/null`, at its end from the start; or a pipe, for a server that is spoken to. */
type Stdin = 'ignore' | 'pipe';

/** Real processes. Whatever still runs when this process goes away is killed, see `nodeWatchdog`. */
export function nodeProcesses(): Processes {
  return { start: starter('ignore') };
}

/** The same for servers that are spoken to. */
export function nodeConversations(): Conversations {
  return { converse: starter('pipe') };
}

function starter(stdin: Stdin): (spec: ProcessSpec) => Conversation {
  const live = new Set<number>();
  const watchdog = nodeWatchdog();
  // The watchdog would see to it as well; this leaves nothing alive even for the moment that it takes.
  const onExit = once(() =>
    process.on('exit', () => {
      for (const group of live) signalGroup(group, 'SIGKILL');
    }),
  );
  return (spec) => {
    onExit();
    const subprocess = begin(spec, stdin);
    if (typeof subprocess === 'string') return notStarted(subprocess);
    const { pid: group, stdout, stderr } = subprocess;
    if (group === undefined || stdout === null || stderr === null)
      return notStarted(whyNotStarted(subprocess));
    live.add(group);
    watchdog.watch(live);
    return running(subprocess, { group, stdout, stderr }, () => {
      if (live.delete(group)) watchdog.watch(live);
    });
  };
}

function once(action: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) action();
    isDone = true;
  };
}

/** The program, or why it could not even be tried (a NUL byte in the environment, for example). */
function begin({ program, argv0, args, env, cwd }: ProcessSpec, stdin: Stdin): ChildProcess | string {
  try {
    return spawn(program, args, {
      argv0,
      cwd,
      env: Object.fromEntries(env),
      detached: true,
      stdio: [stdin, 'pipe', 'pipe'],
    });
  } catch (error) {
    return reasonOf(error);
  }
}

interface Started {
  readonly group: number;
  readonly stdout: Readable;
  readonly stderr: Readable;
}

function running(
  subprocess: ChildProcess,
  { group, stdout, stderr }: Started,
  forget: () => void,
): Conversation {
  const { stdin } = subprocess;
  // A signal that could not be sent is told by signalGroup, and not thrown from here.
  subprocess.on('error', () => undefined);
  // A pipe that nobody reads any more is no error of ours.
  stdin?.on('error', () => undefined);
  return {
    say: (text) => void stdin?.write(text),
    hangUp: () => void stdin?.end(),
    onOutput(listener) {
      stdout.on('data', (chunk: Uint8Array) => listener('stdout', chunk));
      stderr.on('data', (chunk: Uint8Array) => listener('stderr', chunk));
    },
    ended: new Promise((resolve) => {
      subprocess.once('exit', (exitCode: number | null, name: string | null) =>
        resolve(endOf(exitCode, name)),
      );
    }),
    drained: Promise.all([closed(stdout), closed(stderr)]).then(() => undefined),
    signalGroup: (name) => signalGroup(group, name),
    groupAlive: () => groupAlive(group),
    release() {
      stdin?.destroy();
      stdout.destroy();
      stderr.destroy();
      if (!groupAlive(group)) forget();
    },
  };
}

function endOf(exitCode: number | null, name: string | null): ProcessEnd {
  return exitCode === null ? { kind: 'signalled', signal: name ?? 'unknown' } : { kind: 'exited', exitCode };
}

function closed(stream: Readable): Promise<void> {
  return new Promise((resolve) => {
    stream.once('close', resolve);
  });
}

function notStarted(reason: string | Promise<string>): Conversation {
  return {
    say: () => undefined,
    hangUp: () => undefined,
    onOutput: () => undefined,
    ended: Promise.resolve(reason).then((text) => ({ kind: 'not-started', reason: text })),
    drained: Promise.resolve(),
    signalGroup: () => false,
    groupAlive: () => false,
    release: () => undefined,
  };
}

/** A program that cannot be started says so by an event: its errno name, such as EACCES. */
function whyNotStarted(subprocess: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    subprocess.once('error', (error) => resolve(reasonOf(error)));
  });
}

/** The code alone where there is one: Node's own words may quote a value, which may be a secret. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'code' in error ? String(error.code) : error.message;
}
