import type { ChildProcess } from 'node:child_process';
import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { drainMs, exitOf, interrupted, releaseStreams, startChild, stopGroup, streamLimit } from './child.ts';
import { commandLine } from './command-line.ts';
import type { Ended, Exchange, Request, Runtime, Surroundings } from './exchange.ts';
import { killAll, type ProcessTable } from './process-table.ts';

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
  const child = startChild(argv, where, stdin === null ? 'ignore' : 'pipe');
  if (child instanceof Error) return notDriven(argv, stdin, child.message);
  const output = collect(child);
  feed(child, stdin);
  const ended = await outcomeOf(child, output, where, options);
  await Promise.race([output.drained, sleep(drainMs, undefined, { ref: false })]);
  releaseStreams(child);
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

/** An exchange that never was. */
export function notDriven(argv: readonly string[], stdin: Uint8Array | null, reason: string): Exchange {
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
  return { chunks, flooded, drained: Promise.all(ends) };
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
    interrupted(abort, settled.signal),
  ]);
  settled.abort();
  if (ended.kind !== 'exited' && ended.kind !== 'signalled') {
    await stopGroup(child, exited);
    await killAll(processes, root);
  }
  return ended;
}
