import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Json, own } from '../model/json.ts';
import { caseFolder } from '../prepare/case-folder.ts';
import { showEnded } from '../report/to-event.ts';
import { interrupted, releaseStreams, startChild, stopGroup } from './child.ts';
import { type Answer, type Conversation, converse, type Fault } from './conversation.ts';
import type { Ended, Exchange, Surroundings } from './exchange.ts';
import { notDriven } from './one-shot.ts';
import { killAll, type ProcessTable } from './process-table.ts';

/** What sessions that live side by side in one lane have to know of each other. */
export interface SessionHouse {
  /** argv of the runtime; the first element an absolute path. */
  readonly command: readonly string[];
  /** Processes that are no session's. */
  readonly processes: ProcessTable;
  /** Processes of living sessions: nobody's leftovers. */
  readonly owned: Set<number>;
  /** Paths in HOME and TMPDIR that a session made for itself before its first answer: they live as long as it does. */
  readonly belongings: Set<string>;
  /** What is being asked, in a phrase. */
  readonly about: () => string;
  readonly signal?: AbortSignal;
}

/** A runtime's process that answers one request after another. */
export interface Session {
  /** `body` as `requestBody` makes it. Never rejects: what goes wrong is in the exchange, and the session is over. */
  ask(body: string, verb: string, timeoutMs: number): Promise<Exchange>;
  /** It broke, and whoever it broke for has been told. */
  isOver(): boolean;
  /** How many requests it has had. */
  asked(): number;
  /** Ends its stdin, and kills what has not gone then. */
  close(): Promise<void>;
}

/** Of the describe that follows each reply: what was to come before it has come. */
const fenceMs = 5000;
/** From the end of its stdin to its own end. */
const farewellMs = 1000;

export function openSession(house: SessionHouse, place: Surroundings): Session {
  const argv = [...house.command, 'session', '--json'];
  const found = belongingsIn(place.root);
  const child = startChild(argv, place, 'pipe');
  if (child instanceof Error) return neverStarted(argv, child.message);
  const talk = converse(child);
  const mine = new Set(child.pid === undefined ? [] : [child.pid]);
  for (const pid of mine) house.owned.add(pid);
  const ready = comeUp(talk, house, place).then((fault) => {
    for (const { pid } of house.processes.of(place.root)) mine.add(pid);
    for (const pid of mine) house.owned.add(pid);
    for (const path of belongingsIn(place.root)) if (!found.has(path)) house.belongings.add(path);
    return fault;
  });
  let asked = 0;
  let isTold = false;
  let last = 'coming up';
  let stopping: Promise<void> | undefined;
  const stop = () => {
    stopping ??= (async () => {
      await stopGroup(child, talk.exited);
      for (const pid of mine) house.owned.delete(pid);
      await killAll(house.processes, place.root);
      releaseStreams(child);
    })();
    return stopping;
  };
  return {
    async ask(body, verb, timeoutMs) {
      asked += 1;
      const fault = (await ready) ?? whileIdle(talk.fault(), last);
      last = `${house.about()}, ${verb}`;
      const exchange =
        fault === undefined
          ? await askOnce(talk, house, body, { timeoutMs, about: last })
          : answered(new Uint8Array(), fault, 0);
      isTold = talk.fault() !== undefined;
      if (isTold) await stop();
      return { ...exchange, argv, stderr: talk.takeStderr(), pid: child.pid ?? null };
    },
    isOver: () => isTold,
    asked: () => asked,
    async close() {
      child.stdin?.end();
      await Promise.race([talk.exited, sleep(farewellMs, undefined, { ref: false })]);
      await stop();
    },
  };
}

function neverStarted(argv: readonly string[], reason: string): Session {
  return {
    ask: async () => notDriven(argv, null, reason),
    isOver: () => true,
    asked: () => 1,
    close: async () => {},
  };
}

const describe = '"verb":"describe","params":{}';

/** No verb of any contract. */
const noRequest = '"verb":"no-such-verb","params":{}';

/**
 * The first answers: to a question that needs no workspace, and to a line that is no request, behind which the session has to go
 * on (`session.bad-line`). What the session has by then is its own.
 */
async function comeUp(
  talk: Conversation,
  house: SessionHouse,
  { timeoutMs }: Surroundings,
): Promise<Fault | undefined> {
  const answer = await within(talk, describe, timeoutMs, house, 'coming up');
  if (answer.kind === 'fault') return answer;
  const refusal = await within(talk, noRequest, timeoutMs, house, 'a line that is no request');
  if (refusal.kind === 'fault') return refusal;
  if (isRefusal(refusal.line)) return undefined;
  const reason = 'a line that is no request was not answered with an envelope of outcome invalid';
  return { kind: 'fault', ended: { kind: 'broken', reason }, shown: refusal.line };
}

function isRefusal(line: Uint8Array): boolean {
  const reply = JSON.parse(Buffer.from(line).toString()) as Json;
  return own(own(reply, 'envelope'), 'outcome') === 'invalid';
}

/** Nobody was under way when it broke. Whoever comes next is told, and by whom it was asked last. */
function whileIdle(fault: Fault | undefined, last: string): Fault | undefined {
  if (fault === undefined) return undefined;
  const reason = `the session broke while nothing was asked of it (${showEnded(fault.ended)}), last asked by ${last}`;
  return { ...fault, ended: { kind: 'broken', reason } };
}

type Asked = Omit<Exchange, 'argv' | 'stderr' | 'pid'>;

/**
 * One request, then `describe`: a reply that comes twice, and a session that dies of what it was asked, show while
 * it is known whose doing that is.
 */
async function askOnce(
  talk: Conversation,
  house: SessionHouse,
  body: string,
  { timeoutMs, about }: { readonly timeoutMs: number; readonly about: string },
): Promise<Asked> {
  const started = performance.now();
  const answer = await within(talk, body, timeoutMs, house, about);
  const durationMs = performance.now() - started;
  if (answer.kind === 'fault') return answered(answer.sent, answer, durationMs);
  const fence = await within(talk, describe, fenceMs, house, `describe behind ${about}`);
  if (fence.kind === 'line') return answered(answer.sent, answer, durationMs);
  return answered(
    answer.sent,
    { ...fence, shown: Buffer.concat([answer.line, Buffer.from('\n'), fence.shown]) },
    durationMs,
  );
}

function answered(stdin: Uint8Array, answer: Answer, durationMs: number): Asked {
  return answer.kind === 'line'
    ? { stdin, stdout: answer.line, ended: { kind: 'replied' }, durationMs }
    : { stdin, stdout: answer.shown, ended: answer.ended, durationMs };
}

/** Asks, and gives up on the session when the time is up or the run is. */
async function within(
  talk: Conversation,
  body: string,
  timeoutMs: number,
  { signal }: SessionHouse,
  about: string,
): Promise<Answer & { readonly sent: Uint8Array }> {
  const { line, answer } = talk.ask(body, about);
  const settled = new AbortController();
  const first = await Promise.race<Answer | Ended>([
    answer,
    sleep(timeoutMs, { kind: 'timed-out', afterMs: timeoutMs } as const, { signal: settled.signal }),
    interrupted(signal, settled.signal),
  ]);
  settled.abort();
  const isAnswer = first.kind === 'line' || first.kind === 'fault';
  return { ...(isAnswer ? first : talk.fail(first)), sent: line };
}

function belongingsIn(root: string): ReadonlySet<string> {
  const { home, tmp } = caseFolder(root);
  return new Set([home, tmp].flatMap((folder) => namesIn(folder).map((name) => join(folder, name))));
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
