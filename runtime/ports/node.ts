import { randomBytes } from 'node:crypto';
import { nodeFiles } from './node-files.ts';
import { nodeConversations, nodeProcesses } from './node-processes.ts';
import type { Clock, Host, Ids, Output, Ports } from './ports.ts';

/** The world as it is: every port on Node's own. Make it once per process. */
export function nodePorts(): Ports {
  return {
    clock: nodeClock,
    ids: nodeIds,
    files: nodeFiles,
    processes: nodeProcesses(),
    conversations: nodeConversations(),
    host: nodeHost(),
  };
}

/** A timer longer than this fires at once, which would make a long timeout an instant one. */
const longestTimerMs = 2 ** 31 - 1;

const nodeClock: Clock = {
  now: () => new Date(),
  monotonicMs: () => performance.now(),
  after(ms, action) {
    const timer = setTimeout(action, Math.min(ms, longestTimerMs));
    return () => clearTimeout(timer);
  },
};

/** 100 random bits in base 32: unguessable, unique without asking anybody, and safe in a file name. */
const nodeIds: Ids = {
  next(prefix) {
    const digits = [...randomBytes(20)].map((byte) => (byte % 32).toString(32));
    return `${prefix}-${digits.join('')}`;
  },
};

function nodeHost(): Host {
  return {
    env: new Map(
      Object.entries(process.env).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
    ),
    cwd: process.cwd(),
    pid: process.pid,
    platform: process.platform,
    isAlive,
  };
}

/** EPERM means that it lives and is somebody else's. */
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** stdout and stderr of this process. */
export function nodeOutput(): Output {
  return {
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
    colour: hasColour(process.stdout.isTTY, process.env),
  };
}

/** Colour is for a terminal whose user has not said no (no-color.org: any value that is not empty). */
export function hasColour(isTerminal: boolean, env: Readonly<Record<string, string | undefined>>): boolean {
  return isTerminal === true && (env.NO_COLOR ?? '') === '' && env.TERM !== 'dumb';
}

const interruptions = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Aborts when somebody asks this process to stop, so that a running command ends as `command.interrupted` and
 * is on record. Asking a second time stops the process there and then, and its commands with it.
 */
export function interruption(): AbortSignal {
  const controller = new AbortController();
  const interrupt = (name: NodeJS.Signals) => {
    for (const each of interruptions) process.off(each, interrupt);
    controller.abort(name);
  };
  for (const each of interruptions) process.on(each, interrupt);
  return controller.signal;
}

/** Arguments are a few values, not a film: bytes. */
const largestStdin = 64 * 1024 * 1024;

/** All of stdin as text, a byte order mark included; `undefined` where it is no UTF-8 or longer than anybody's arguments. */
export async function readStdin(): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let total = 0;
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    total += chunk.length;
    if (total > largestStdin) return undefined;
    chunks.push(chunk);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.concat(chunks));
  } catch {
    return undefined;
  }
}
