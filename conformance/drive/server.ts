import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { exitOf, releaseStreams, startChild, stopGroup, streamLimit } from './child.ts';
import { commandLine } from './command-line.ts';
import type { Ended, Exchange, Request, Surroundings } from './exchange.ts';
import { askUntil } from './http-exchange.ts';
import { notDriven } from './one-shot.ts';

/** The server of a half: started, spoken to and ended by steps of its own. At most one at a time. */
export interface Server {
  perform(request: Request, where: Surroundings): Promise<Exchange>;
  /** While it lives, what its jobs have started lives with it. */
  isUp(): boolean;
  /** Ends it with everything in its group. */
  close(): Promise<void>;
}

interface Running {
  readonly child: ChildProcess;
  readonly exited: Promise<Ended>;
  readonly argv: readonly string[];
  readonly text: { out: string; err: string };
  port: number;
}

/** Whether a request is one of these steps. */
export function isForServer({ verb }: Request): boolean {
  return verb === 'serve' || verb === 'http' || verb === 'stop';
}

export function openServer(command: readonly string[]): Server {
  let running: Running | undefined;
  const perform = {
    async serve(request: Request, where: Surroundings) {
      const started = begin([...command, ...commandLine(request).args], where);
      if (started instanceof Error) return notDriven(command, null, started.message);
      running = started;
      const begun = performance.now();
      const ended = await address(started, where.timeoutMs);
      if (ended.kind === 'replied') return exchange(started, ended, begun);
      await stopGroup(started.child, started.exited);
      running = undefined;
      return exchange(started, ended, begun);
    },
    async http({ params: { http } }: Request, { timeoutMs }: Surroundings) {
      const port = running?.port;
      if (http === undefined || port === undefined) return notDriven([], null, 'no server was started');
      return askUntil(port, http, timeoutMs);
    },
    async stop({ params: { signal = 'SIGTERM' } }: Request, { timeoutMs }: Surroundings) {
      if (running === undefined) return notDriven([], null, 'no server was started');
      const { child, exited } = running;
      const stopped = running;
      const begun = performance.now();
      child.kill(signal);
      const ended = await Promise.race<Ended>([
        exited,
        sleep(timeoutMs, { kind: 'timed-out', afterMs: timeoutMs } as const, { ref: false }),
      ]);
      if (ended.kind === 'timed-out') await stopGroup(child, exited);
      running = undefined;
      releaseStreams(child);
      return { ...exchange(stopped, ended, begun), argv: [signal] };
    },
  };
  return {
    perform: (request, where) =>
      request.verb === 'serve'
        ? perform.serve(request, where)
        : request.verb === 'stop'
          ? perform.stop(request, where)
          : perform.http(request, where),
    isUp: () => running !== undefined,
    async close() {
      if (running === undefined) return;
      await stopGroup(running.child, running.exited);
      releaseStreams(running.child);
      running = undefined;
    },
  };
}

function begin(argv: readonly string[], where: Surroundings): Running | Error {
  const child = startChild(argv, where, 'ignore');
  if (child instanceof Error) return child;
  const text = { out: '', err: '' };
  child.stdout?.on('data', (part: Buffer) => {
    if (text.out.length < streamLimit) text.out += part.toString();
  });
  child.stderr?.on('data', (part: Buffer) => {
    if (text.err.length < streamLimit) text.err += part.toString();
  });
  return { child, exited: exitOf(child), argv, text, port: 0 };
}

/** Settles with the first line of stdout, with the end of the process, or when the time is over. */
async function address(running: Running, timeoutMs: number): Promise<Ended> {
  const { exited, text } = running;
  let gone: Ended | undefined;
  void exited.then((ended) => {
    gone = ended;
  });
  for (const begun = performance.now(); performance.now() - begun < timeoutMs; ) {
    const line = /^(.*)\n/.exec(text.out)?.[1];
    const port = /^https?:\/\/\S+:(\d+)\/?$/.exec(line ?? '')?.[1];
    // what refuses to serve prints an envelope and ends; anything else has to end as well, or its time does

    if (gone !== undefined) {
      await sleep(50);
      return gone;
    }
    if (port !== undefined) {
      running.port = Number(port);
      return { kind: 'replied' };
    }
    if (line !== undefined && !line.startsWith('{'))
      return { kind: 'broken', reason: `the first line of stdout is no address: ${line}` };
    await sleep(10);
  }
  return { kind: 'timed-out', afterMs: timeoutMs };
}

function exchange({ argv, text, child }: Running, ended: Ended, begun: number): Exchange {
  return {
    argv,
    stdin: null,
    stdout: Buffer.from(text.out),
    stderr: Buffer.from(text.err),
    ended,
    durationMs: performance.now() - begun,
    pid: child.pid ?? null,
  };
}
