import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { Transport as SdkTransport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { type CallToolResult, CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js';
import type { Failure } from '../model/call.ts';
import { failure, type Step } from '../model/failure.ts';
import type { Server } from '../model/workspace.ts';
import type { Clock } from '../ports/ports.ts';
import { inTime } from './in-time.ts';
import { type ListedTool, ListedTools } from './listed-tools.ts';
import { createMeter } from './meter.ts';
import type { Broken } from './watch-for-cut.ts';

/** A way to reach a server, opened but not yet spoken over. */
export interface OpenedTransport {
  readonly transport: SdkTransport;
  /** What the server said of itself on the way down, where it can be had. */
  lastWords(): string;
}

export type TransportOpener = (server: Server, onBytes: (count: number) => void) => OpenedTransport | Failure;

/** A server that has answered. After a failure that is not the tool's own it is closed and never used again. */
export interface Connection {
  /** `undefined` where the server has no such tool. */
  findTool(name: string, signal: AbortSignal | undefined): Promise<Step<ListedTool | undefined>>;
  callTool(
    name: string,
    args: Record<string, unknown>,
    timeoutMs: number,
    signal: AbortSignal | undefined,
  ): Promise<Step<CallToolResult>>;
  /** Aborts when the connection is of no more use. */
  readonly closed: AbortSignal;
  close(): Promise<void>;
}

/** More pages than any server has tools for. */
const maxPages = 100;

/** Connects and shakes hands, within the server's timeout. Code: `mcp.not-started`, and those of `inTime`. */
export async function connect(
  server: Server,
  open: TransportOpener,
  clock: Clock,
  signal: AbortSignal | undefined,
): Promise<Step<Connection>> {
  const broken = new AbortController();
  const breakOff = (how: Broken) => {
    if (!broken.signal.aborted) broken.abort(how);
  };
  const meter = createMeter(server.maxOutputBytes, () => breakOff('output-ceiling'));
  const opened = open(server, meter.add);
  if ('code' in opened) return { ok: false, error: opened };
  // No capabilities: a server has nothing to ask of us.
  const client = new Client({ name: 'swarmkit', version: '1' }, { capabilities: {} });
  client.onclose = () => breakOff('closed');
  const close = async () => {
    breakOff('closed');
    await client.close().catch(() => undefined);
    await opened.transport.close().catch(() => undefined);
  };
  const bounds = { server, clock, signal, broken: broken.signal };
  const greeted = await inTime('initialize', server.timeoutMs, bounds, (options) =>
    client.connect(opened.transport, options),
  );
  if (!greeted.ok) {
    await close();
    return { ok: false, error: notStarted(server, greeted.error, opened.lastWords()) };
  }
  const ask = async <Value>(
    what: string,
    timeoutMs: number,
    over: AbortSignal | undefined,
    work: Parameters<typeof inTime<Value>>[3],
  ) => {
    meter.reset();
    const answer = await inTime(what, timeoutMs, { ...bounds, signal: over }, work);
    if (!answer.ok && answer.error.code !== 'mcp.tool-error') await close();
    return answer;
  };
  return {
    ok: true,
    value: {
      closed: broken.signal,
      close,
      findTool: (name, over) =>
        ask('tools/list', server.timeoutMs, over, async (options) => {
          let cursor: string | undefined;
          for (let page = 0; page < maxPages; page += 1) {
            const params = cursor === undefined ? {} : { cursor };
            const listed = await client.request({ method: 'tools/list', params }, ListedTools, options);
            const found = listed.tools.find((tool) => tool.name === name);
            if (found !== undefined || listed.nextCursor === undefined) return found;
            cursor = listed.nextCursor;
          }
          return undefined;
        }),
      callTool: (name, args, timeoutMs, over) =>
        ask(name, timeoutMs, over, (options) =>
          client.request(
            { method: 'tools/call', params: { name, arguments: args } },
            CallToolResultSchema,
            options,
          ),
        ),
    },
  };
}

/** Whatever stood in the way of the first answer, the server was not there for the call. */
function notStarted({ id }: Server, error: Failure, lastWords: string): Failure {
  if (error.code === 'mcp.interrupted') return error;
  const words = lastWords.replaceAll(/\s+/g, ' ').trim();
  const message = `server ${id} did not start: ${error.message}${words === '' ? '' : ` (it said: ${words})`}`;
  return failure('mcp.not-started', message, 'start it by hand to see what it lacks');
}
