import type { RequestOptions } from '@modelcontextprotocol/sdk/shared/protocol.js';
import { McpError } from '@modelcontextprotocol/sdk/types.js';
import type { Failure } from '../model/call.ts';
import { failure, type Step } from '../model/failure.ts';
import type { Server } from '../model/workspace.ts';
import type { Clock } from '../ports/ports.ts';
import { type Cut, watchForCut } from './watch-for-cut.ts';

export interface ExchangeBounds {
  readonly server: Server;
  readonly clock: Clock;
  /** The person's. */
  readonly signal: AbortSignal | undefined;
  /** Aborts with a `Broken` as its reason. */
  readonly broken: AbortSignal;
}

/** The SDK's own timer is kept out of the way: what it throws cannot be told from an error that the server sends. */
const never = 2 ** 31 - 1;

/**
 * One exchange with a server, ended by its answer, by time, by the person, or by the connection's end, whichever is first. Codes: `mcp.timeout`,
 * `mcp.interrupted`, `mcp.output-ceiling`, `mcp.tool-error` (the server answered with an error), `mcp.bad-result`, `mcp.protocol`.
 */
export async function inTime<Value>(
  what: string,
  timeoutMs: number,
  { server, clock, signal, broken }: ExchangeBounds,
  work: (options: RequestOptions) => Promise<Value>,
): Promise<Step<Value>> {
  const watch = watchForCut(timeoutMs, clock, signal, broken);
  const cutShort = (cut: Cut): Step<Value> => ({
    ok: false,
    error: cutFailure(cut, what, timeoutMs, server),
  });
  try {
    const working = work({ signal: watch.signal, timeout: never, maxTotalTimeout: never });
    working.catch(() => undefined);
    // A transport that neither answers nor fails must not hold the call.
    return await Promise.race([
      working.then((value): Step<Value> => ({ ok: true, value })),
      watch.happened.then(cutShort),
    ]);
  } catch (error) {
    const cut = watch.cut();
    const saysMore = cut === undefined || (cut === 'closed' && !(error instanceof McpError));
    return saysMore ? { ok: false, error: thrownFailure(error, what, server) } : cutShort(cut);
  } finally {
    watch.end();
  }
}

function cutFailure(cut: Cut, what: string, timeoutMs: number, { id, maxOutputBytes }: Server): Failure {
  switch (cut) {
    case 'timeout':
      return failure(
        'mcp.timeout',
        `server ${id} did not answer ${what} within ${timeoutMs / 1000} s and was stopped`,
        'raise timeout on the server, or ask for less',
      );
    case 'output-ceiling':
      return failure(
        'mcp.output-ceiling',
        `server ${id} sent more than ${maxOutputBytes} bytes during ${what} and was stopped`,
        'raise max_output on the server, or ask for less',
      );
    case 'interrupted':
      return failure('mcp.interrupted', `interrupted during ${what} of server ${id}`);
    case 'closed':
      return failure(
        'mcp.protocol',
        `server ${id} went away during ${what}`,
        'the next call starts it again',
      );
  }
}

function thrownFailure(error: unknown, what: string, { id }: Server): Failure {
  const message = error instanceof Error ? error.message : String(error);
  const words = message.replaceAll(/\s+/g, ' ').slice(0, 500);
  if (error instanceof McpError)
    return failure('mcp.tool-error', `server ${id} answered ${what} with an error: ${words}`);
  const isShape = error instanceof Error && (error.name === 'ZodError' || error.name === '$ZodError');
  if (isShape)
    return failure(
      'mcp.bad-result',
      `server ${id} answered ${what} with something else than the protocol asks for`,
    );
  return failure('mcp.protocol', `server ${id} broke off ${what}: ${causeOf(error, words)}`);
}

/** `fetch failed` says nothing; its cause has the system's error. */
function causeOf(error: unknown, words: string): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : undefined;
  return (cause as NodeJS.ErrnoException | undefined)?.code ?? cause?.message ?? words;
}
