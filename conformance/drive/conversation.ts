import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { isJsonObject, type Json, own } from '../model/json.ts';
import { exitOf, streamLimit } from './child.ts';
import type { Ended } from './exchange.ts';
import { splitLines } from './split-lines.ts';

/** A line that answers a request, or why there will be none. */
export type Answer =
  | { readonly kind: 'line'; readonly line: Uint8Array }
  | { readonly kind: 'fault'; readonly ended: Ended; readonly shown: Uint8Array };
export type Fault = Extract<Answer, { kind: 'fault' }>;

/** Request lines to a process, and reply lines back to who asked. One fault ends it for everybody. */
export interface Conversation {
  /** `body` as `requestBody` makes it. `about` names who asks, for a reply that comes where it does not belong. */
  ask(body: string, about: string): { readonly line: Uint8Array; readonly answer: Promise<Answer> };
  fail(ended: Ended): Fault;
  fault(): Fault | undefined;
  /** What came on stderr since the last look. */
  takeStderr(): Uint8Array;
  readonly exited: Promise<Ended>;
}

interface Waiting {
  readonly resolve: (answer: Answer) => void;
}

export function converse(child: ChildProcess): Conversation {
  const waiting = new Map<number, Waiting>();
  const asked: string[] = [];
  let fault: Fault | undefined;
  let stderr: Uint8Array[] = [];
  const exited = exitOf(child);
  const lines = splitLines(streamLimit);

  const fail = (ended: Ended, shown: Uint8Array = lines.rest()): Fault => {
    fault ??= { kind: 'fault', ended, shown: shown.subarray(0, mostShown) };
    for (const { resolve } of waiting.values()) resolve(fault);
    waiting.clear();
    return fault;
  };
  const deliver = (line: Uint8Array) => {
    const id = idIn(line);
    const waits = typeof id === 'number' ? waiting.get(id) : undefined;
    if (waits === undefined) return void fail({ kind: 'broken', reason: strayReply(id, asked) }, line);
    waiting.delete(Number(id));
    waits.resolve({ kind: 'line', line });
  };
  child.stdout?.on('data', (chunk: Buffer) => {
    if (fault !== undefined) return;
    for (const line of lines.push(chunk)) deliver(line);
    if (lines.isTooLong()) fail({ kind: 'flooded', stream: 'stdout', limit: streamLimit });
  });
  let size = 0;
  child.stderr?.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size <= streamLimit) stderr.push(chunk);
    else fail({ kind: 'flooded', stream: 'stderr', limit: streamLimit });
  });
  // a process that no longer reads shows by its end
  child.stdin?.on('error', () => {});
  void endOf(child, exited).then((ended) => fail(brokenOff(ended, lines.rest())));

  return {
    ask(body, about) {
      const id = asked.push(about);
      const line = Buffer.from(`{"id":${id},${body}}\n`);
      const answer = new Promise<Answer>((resolve) => {
        if (fault !== undefined) return resolve(fault);
        waiting.set(id, { resolve });
        child.stdin?.write(line);
      });
      return { line, answer };
    },
    fail,
    fault: () => fault,
    takeStderr: () => {
      const taken = Buffer.concat(stderr);
      stderr = [];
      size = 0;
      return taken;
    },
    exited,
  };
}

/** Of what broke a session, bytes. */
const mostShown = 64 * 1024;
/** From the end of a process to the end of its stdout, or the other way round; longer, and somebody else holds it, or it lives on without. */
const apartMs = 300;

/** Its end, once what it had written is read; or the end of its stdout alone, where it lives on without. */
async function endOf({ stdout }: ChildProcess, exited: Promise<Ended>): Promise<Ended | 'stdout'> {
  const closed = new Promise<'stdout'>((resolve) => stdout?.once('close', () => resolve('stdout')));
  const ended = await Promise.race([exited, closed]);
  if (ended === 'stdout') return Promise.race([exited, sleep(apartMs, 'stdout' as const)]);
  await Promise.race([closed, sleep(apartMs, undefined, { ref: false })]);
  return ended;
}

/** A crash stays a crash; a status of the closed list says nothing where an answer was due. */
function brokenOff(ended: Ended | 'stdout', rest: Uint8Array): Ended {
  const behind = rest.length === 0 ? '' : ', behind half a line';
  if (ended === 'stdout') return { kind: 'broken', reason: `the session closed its stdout${behind}` };
  if (ended.kind !== 'exited' || ended.status > 3) return ended;
  return { kind: 'broken', reason: `the session ended with exit status ${ended.status}${behind}` };
}

function idIn(line: Uint8Array): Json | undefined {
  try {
    const value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(line)) as Json;
    return isJsonObject(value) ? own(value, 'id') : undefined;
  } catch {
    return undefined;
  }
}

function strayReply(id: Json | undefined, asked: readonly string[]): string {
  if (id === undefined) return 'a line on stdout is no reply';
  const about = typeof id === 'number' ? asked[id - 1] : undefined;
  return about === undefined
    ? `a reply to id ${JSON.stringify(id)}, which nobody asked`
    : `a second reply to request ${JSON.stringify(id)} (${about})`;
}
