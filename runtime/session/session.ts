import type { Ports } from '../ports/ports.ts';
import { type Envelope, invalid } from '../verbs/envelope.ts';
import { perform, type Reply } from '../verbs/perform.ts';
import { showEvent } from '../verbs/show-event.ts';
import { type ReadRequest, readRequest } from './read-request.ts';

/** Where requests come from and replies go to. */
export interface SessionDoor {
  /** Lines without their end; `undefined` for one that is no UTF-8 or longer than any request. */
  readonly lines: AsyncIterable<string | undefined>;
  reply(text: string): void;
}

/** Requests under way at once. Each may start a program; more of them wait in the pipe. */
const mostAtOnce = 32;

/**
 * The third thin door: requests as JSON Lines, each performed as the command line would, replies as they are ready. Ends when the
 * lines end or `signal` aborts, and every request that was taken has its reply. Nothing is kept from one request to the
 * next: a workspace is read anew each time, so what changed on disk in between is seen.
 */
export async function session(door: SessionDoor, ports: Ports, signal: AbortSignal): Promise<void> {
  const underWay = new Set<Promise<void>>();
  for await (const line of door.lines) {
    if (signal.aborted) break;
    const answering = answer(readRequest(line), ports, signal).then((text) => {
      door.reply(text);
      underWay.delete(answering);
    });
    underWay.add(answering);
    if (underWay.size >= mostAtOnce) await Promise.race(underWay);
  }
  await Promise.all(underWay);
}

async function answer(request: ReadRequest, ports: Ports, signal: AbortSignal): Promise<string> {
  const envelope = request.ok
    ? withEvents(await perform(request.verb, request.params, ports, signal))
    : { ...invalid('session', [request.problem]), verb: request.verb };
  return `${JSON.stringify({ id: request.id, envelope })}\n`;
}

/** `logs` prints its events as lines of their own; here they travel in the envelope, wherever the workspace loads. */
function withEvents({ envelope, events }: Reply): Envelope {
  const hasEvents = envelope.verb === 'logs' && envelope.outcome !== 'invalid';
  return hasEvents ? { ...envelope, events: events.map(showEvent) } : envelope;
}
