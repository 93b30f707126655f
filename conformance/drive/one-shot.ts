import { type ChildProcess, spawn } from 'node:child_process';
import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { commandLine } from './command-line.ts';
import type { Ended, Exchange, Request, Runtime, Surroundings } from './exchange.ts';
import { killAll, type ProcessTable, signal } from './process-table.ts';

/** The most that is read of one stream: an envelope carries at most a command's ceiling, which defaults far below. */
const streamLimit = 64 * 1024 * 1024;
/** Between SIGTERM and SIGKILL, so that a runtime may take its commands with it. */
const graceMs = 500;
/** What a process that has ended may still have in its pipes; longer, and a descendant holds them. */
const drainMs = 1000;

export interface OneShotOptions {
  /** argv of the runtime; the first element an absolute path. */
  readonly command: readonly string[];
  readonly processes: ProcessTable;
  /** Stops whatever runs. */
  readonly signal?: AbortSignal;
}

/** Level 0: a process for each request, in a process group of its own, bounded in time and output. */
export function oneShotRuntime(options: OneShotOptions): Runtime {
  // every process under way listens for the end of the run: many at once are no leak
  if (options.signal !== undefined) setMaxListeners(0, options.signal);
  return {
    perform: (request, surroundings) => performOnce(options, request, surroundings),
    close: async () => {},
  };
}

async function performOnce(
  options: OneShotOptions,
  request: Request,
  where: Surroundings,
): Promise<Exchange> {
  const { args, stdin } = commandLine(request);
  const argv = [...options.command, ...args];
  const started = performance.now();
  const child = start(argv, where, stdin);
  if (child instanceof Error) return notDriven(argv, stdin, child.message);
  const output = collect(child);
  feed(child, stdin);
  const ended = await outcomeOf(child, output, where, options);
  await Promise.race([output.drained, sleep(drainMs, undefined, { ref: false })]);
  output.release();
  return {
    argv,
    stdin,
    stdout: Buffer.concat(output.chunks.stdout),
    stderr: Buffer.concat(output.chunks.stderr),
    ended,
    durationMs: performance.now() - started,
    pid: child.pid ?? null,
  };
}

function notDriven(argv: readonly string[], stdin: Uint8Array | null, reason: string): Exchange {
  const nothing = new Uint8Array();
  return {
    argv,
    stdin,
    stdout: nothing,
    stderr: nothing,
    ended: { kind: 'not-driven', reason },
    durationMs: 0,
    pid: null,
  };
}

/** `spawn` throws for what no process can be given, a NUL among the arguments for one. */
function start(argv: readonly string[], where: Surroundings, stdin: Uint8Array | null): ChildProcess | Error {
  const [program = '', ...args] = argv;
  try {
    return spawn(program, args, {
      cwd: where.cwd,
      env: Object.fromEntries(where.env),
      detached: true,
      stdio: [stdin === null ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    });
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** A runtime may answer without reading: a broken pipe is its right. */
function feed({ stdin }: ChildProcess, bytes: Uint8Array | null): void {
  stdin?.on('error', () => {});
  stdin?.end(bytes ?? undefined);
}

interface Collected {
  readonly chunks: Readonly<Record<'stdout' | 'stderr', Uint8Array[]>>;
  /** Settles when a stream passes the limit. */
  readonly flooded: Promise<'stdout' | 'stderr'>;
  /** Settles when both streams are at their end. */
  readonly drained: Promise<unknown>;
  /** Stops reading, whoever still holds the other end. */
  release(): void;
}

function collect(child: ChildProcess): Collected {
  const chunks = { stdout: [] as Uint8Array[], stderr: [] as Uint8Array[] };
  const streams = ['stdout', 'stderr'] as const;
  const flooded = new Promise<'stdout' | 'stderr'>((resolve) => {
    for (const name of streams) {
      let size = 0;
      child[name]?.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size <= streamLimit) chunks[name].push(chunk);
        else resolve(name);
      });
    }
  });
  const ends = streams.map((name) => new Promise((resolve) => child[name]?.once('close', resolve)));
  const release = () => {
    child.stdout?.destroy();
    child.stderr?.destroy();
    child.stdin?.destroy();
  };
  return { chunks, flooded, drained: Promise.all(ends), release };
}

async function outcomeOf(
  child: ChildProcess,
  output: Collected,
  { timeoutMs, root }: Surroundings,
  { processes, signal: abort }: OneShotOptions,
): Promise<Ended> {
  const exited = exitOf(child);
  const settled = new AbortController();
  const ended = await Promise.race<Ended>([
    exited,
    output.flooded.then((stream) => ({ kind: 'flooded', stream, limit: streamLimit })),
    sleep(timeoutMs, { kind: 'timed-out', afterMs: timeoutMs } as const, { signal: settled.signal }),
    abortedBy(abort, settled.signal),
  ]);
  settled.abort();
  if (ended.kind !== 'exited' && ended.kind !== 'signalled' && child.pid !== undefined) {
    signal(-child.pid, 'SIGTERM');
    await Promise.race([exited, sleep(graceMs)]);
    signal(-child.pid, 'SIGKILL');
    await killAll(processes, root);
  }
  return ended;
}

function exitOf(child: ChildProcess): Promise<Ended> {
  return new Promise((resolve) => {
    child.once('error', ({ message }) => resolve({ kind: 'not-driven', reason: message }));
    child.once('exit', (status, killedBy) =>
      resolve(status === null ? { kind: 'signalled', signal: String(killedBy) } : { kind: 'exited', status }),
    );
  });
}

function abortedBy(abort: AbortSignal | undefined, settled: AbortSignal): Promise<Ended> {
  return new Promise((resolve) => {
    const stop = () => resolve({ kind: 'not-driven', reason: 'the run was interrupted' });
    if (abort?.aborted === true) stop();
    abort?.addEventListener('abort', stop, { once: true, signal: settled });
  });
}
