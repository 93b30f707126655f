import type { Readable } from 'node:stream';
import { execa, type Options } from 'execa';
import { groupAlive, signalGroup } from './node-group.ts';
import { nodeWatchdog } from './node-watchdog.ts';
import type { Conversation, Conversations, ProcessEnd, Processes, ProcessSpec } from './ports.ts';

/**
 * `detached` is setsid(2): a session and a process group of its own and no controlling terminal. Nothing of
 * our environment is handed on, nothing is buffered, and nothing is searched on PATH: the program is an
 * absolute path. The one way back to a shell is libuv's execvp(3), which hands a file that the kernel does
 * not know (ENOEXEC: text without `#!`) to `/bin/sh`; program lookup refuses such a file at load (decision
 * 6).
 */
const fixedOptions = {
  detached: true,
  stdout: 'pipe',
  stderr: 'pipe',
  buffer: false,
  encoding: 'buffer',
  extendEnv: false,
  preferLocal: false,
  reject: false,
  cleanup: false,
  verbose: 'none',
} as const satisfies Options;

/** `/dev/null`, at its end from the start; or a pipe, for a server that is spoken to. */
type Stdin = 'ignore' | 'pipe';

type Subprocess = ReturnType<typeof run>;

/** Real processes. Whatever still runs when this process goes away is killed, see `nodeWatchdog`. */
export function nodeProcesses(): Processes & Conversations {
  const live = new Set<number>();
  const watchdog = nodeWatchdog();
  // The watchdog would see to it as well; this leaves nothing alive even for the moment that it takes.
  process.on('exit', () => {
    for (const group of live) signalGroup(group, 'SIGKILL');
  });
  const start = (spec: ProcessSpec, stdin: Stdin): Conversation => {
    const subprocess = spawn(spec, stdin);
    if (typeof subprocess === 'string') return notStarted(subprocess);
    const group = subprocess.pid;
    if (group === undefined) return notStarted(whyNotStarted(subprocess));
    live.add(group);
    watchdog.watch(live);
    return running(subprocess, group, () => {
      if (live.delete(group)) watchdog.watch(live);
    });
  };
  return { start: (spec) => start(spec, 'ignore'), converse: (spec) => start(spec, 'pipe') };
}

/** The program, or why it could not even be tried (a NUL byte in the environment, for example). */
function spawn(spec: ProcessSpec, stdin: Stdin): Subprocess | string {
  try {
    return run(spec, stdin);
  } catch (error) {
    return reasonOf(error);
  }
}

function run({ program, argv0, args, env, cwd }: ProcessSpec, stdin: Stdin) {
  return execa(program, args, { ...fixedOptions, stdin, argv0, cwd, env: Object.fromEntries(env) });
}

function running(subprocess: Subprocess, group: number, forget: () => void): Conversation {
  const { stdin, stdout, stderr } = subprocess;
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

/** execa tells of a program that did not start through its result alone. */
async function whyNotStarted(subprocess: Subprocess): Promise<string> {
  const result = await subprocess;
  return result.code ?? result.originalMessage ?? 'unknown';
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
