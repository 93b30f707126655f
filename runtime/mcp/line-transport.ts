import { ReadBuffer, serializeMessage } from '@modelcontextprotocol/sdk/shared/stdio.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { killGroup, stopGroup } from '../execute/stop.ts';
import type { Clock, Conversation } from '../ports/ports.ts';

/** How long a server may take to go once its stdin is closed. Milliseconds. */
const farewellMs = 500;

export interface LineTransport extends Transport {
  /** The end of what the server wrote to stderr, for the message when it does not come up. */
  stderrTail(): string;
}

/**
 * MCP over the pipes of a program that our own port has started, in a process group of its own: the SDK's transport would leave its
 * descendants alive. `onBytes` sees the size of everything that is read, before it is kept.
 */
export function lineTransport(
  running: Conversation,
  clock: Clock,
  maxLine: number,
  onBytes: (count: number) => void,
): LineTransport {
  const buffer = new ReadBuffer({ maxBufferSize: maxLine });
  let stderr = '';
  const transport: LineTransport = {
    stderrTail: () => stderr,
    start() {
      running.onOutput((stream, chunk) => {
        onBytes(chunk.length);
        if (stream === 'stdout') readMessages(buffer, chunk, transport);
        else stderr = (stderr + new TextDecoder().decode(chunk)).slice(-500);
      });
      running.ended.then(() => running.drained).then(() => transport.onclose?.());
      return Promise.resolve();
    },
    send(message) {
      running.say(serializeMessage(message));
      return Promise.resolve();
    },
    async close() {
      running.hangUp();
      const until = clock.monotonicMs() + farewellMs;
      while (running.groupAlive() && clock.monotonicMs() < until)
        await new Promise<void>((resolve) => void clock.after(10, resolve));
      if (running.groupAlive()) await stopGroup(running, clock);
      await killGroup(running, clock);
      running.release();
      transport.onclose?.();
    },
  };
  return transport;
}

/** A line that is no message is told and passed over: many a server greets on stdout. */
function readMessages(buffer: ReadBuffer, chunk: Uint8Array, transport: LineTransport): void {
  try {
    buffer.append(Buffer.from(chunk));
  } catch (error) {
    transport.onerror?.(asError(error));
    return;
  }
  for (;;) {
    try {
      const message = buffer.readMessage();
      if (message === null) return;
      transport.onmessage?.(message);
    } catch (error) {
      transport.onerror?.(asError(error));
    }
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
