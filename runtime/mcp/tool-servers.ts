import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { failed, type Step } from '../model/failure.ts';
import type { ServerId } from '../model/ids.ts';
import { fromJson, type JsonMap, toJson } from '../model/json.ts';
import type { Server } from '../model/workspace.ts';
import { type Connection, connect } from './connection.ts';
import type { ListedTool } from './listed-tools.ts';
import { type ServerWorld, transportOpener } from './open-transport.ts';
import { schemaFault } from './schema-fault.ts';
import { type ToolText, toolText } from './tool-result.ts';

interface ToolRequest {
  readonly server: Server;
  readonly tool: string;
  readonly args: JsonMap;
  readonly signal: AbortSignal | undefined;
}

/** The MCP servers of a process: each started when it is first needed, kept for the calls that follow, one call at a time. */
export interface ToolServers {
  /** Codes: `mcp.*`, `credential.missing`. A failure is the call's alone: the next call finds the server started anew. */
  call(request: ToolRequest): Promise<Step<ToolText>>;
  /** What the server itself says of a tool: `true` where it claims that the tool only reads. */
  readOnlyHint(server: Server, tool: string, signal: AbortSignal | undefined): Promise<boolean | undefined>;
  close(): Promise<void>;
}

export function toolServers(world: ServerWorld): ToolServers {
  const open = transportOpener(world);
  const connections = new Map<ServerId, Connection>();
  const queues = new Map<ServerId, Promise<unknown>>();
  /** Calls of one server wait for each other, so that what it sends can be laid at one call's door. */
  const inTurn = <Value>(server: Server, work: () => Promise<Value>): Promise<Value> => {
    const turn = (queues.get(server.id) ?? Promise.resolve()).then(work);
    queues.set(
      server.id,
      turn.catch(() => undefined),
    );
    return turn;
  };
  const connected = async (server: Server, signal: AbortSignal | undefined): Promise<Step<Connection>> => {
    const known = connections.get(server.id);
    if (known !== undefined && !known.closed.aborted) return { ok: true, value: known };
    await known?.close();
    const fresh = await connect(server, open, world.ports.clock, signal);
    if (fresh.ok) connections.set(server.id, fresh.value);
    return fresh;
  };
  const toolOf = async (
    server: Server,
    name: string,
    signal: AbortSignal | undefined,
  ): Promise<Step<{ connection: Connection; tool: ListedTool }>> => {
    const connection = await connected(server, signal);
    if (!connection.ok) return connection;
    const tool = await connection.value.findTool(name, signal);
    if (!tool.ok) return tool;
    if (tool.value !== undefined)
      return { ok: true, value: { connection: connection.value, tool: tool.value } };
    return failed(
      'mcp.unknown-tool',
      `server ${server.id} has no tool ${JSON.stringify(name)}`,
      'see implementation.tool of the skill',
    );
  };
  return {
    call: ({ server, tool: name, args, signal }) =>
      inTurn(server, async () => {
        const found = await toolOf(server, name, signal);
        if (!found.ok) return found;
        const { connection, tool } = found.value;
        const timeoutMs = server.timeoutOverrides.get(name) ?? server.timeoutMs;
        const result = await connection.callTool(
          name,
          fromJson(args) as Record<string, unknown>,
          timeoutMs,
          signal,
        );
        return result.ok ? judgeResult(server, tool, result.value) : result;
      }),
    readOnlyHint: (server, name, signal) =>
      inTurn(server, async () => {
        const found = await toolOf(server, name, signal);
        return found.ok ? found.value.tool.annotations?.readOnlyHint : undefined;
      }),
    async close() {
      await Promise.all([...connections.values()].map((connection) => connection.close()));
      connections.clear();
    },
  };
}

/** A result is what the tool declares, or it is none: what a server says of itself is held against it. */
async function judgeResult(
  { id }: Server,
  tool: ListedTool,
  result: CallToolResult,
): Promise<Step<ToolText>> {
  const found = toolText(result);
  if (result.isError === true) {
    return failed(
      'mcp.tool-error',
      found.text.trim() === '' ? `tool ${tool.name} of server ${id} failed and did not say why` : found.text,
    );
  }
  if (tool.outputSchema === undefined) return { ok: true, value: found };
  const lie = `the result of ${tool.name} is not what server ${id} declares`;
  if (result.structuredContent === undefined)
    return failed('mcp.bad-result', `${lie}: it has no structured content`);
  const fault = await schemaFault(toJson(tool.outputSchema), toJson(result.structuredContent));
  return fault === undefined ? { ok: true, value: found } : failed('mcp.bad-result', `${lie}: ${fault}`);
}
