import { schemaFault } from '../mcp/schema-fault.ts';
import type { Call } from '../model/call.ts';
import { failed, type Step } from '../model/failure.ts';
import type { JsonMap } from '../model/json.ts';
import type { Implementation } from '../model/workspace.ts';
import type { Backings } from './backings.ts';
import type { Produced } from './produced.ts';

type ToolImplementation = Extract<Implementation, { type: 'mcp_tool' }>;

/** What a tool is sent: the caller's arguments, which must fit the skill's inputs, and the fixed ones. Code: `mcp.bad-arguments`. */
export async function toolArguments(
  { skill, arguments: values }: Call,
  { fixed }: ToolImplementation,
): Promise<Step<JsonMap>> {
  const taken = [...fixed.keys()].filter((name) => values.has(name));
  if (taken.length > 0)
    return failed('mcp.bad-arguments', `${taken.join(', ')} is fixed by the skill and cannot be sent`);
  const fault = await schemaFault(skill.inputs, values);
  if (fault !== undefined)
    return failed('mcp.bad-arguments', `the arguments do not fit: ${fault}`, 'see the inputs of the skill');
  return { ok: true, value: new Map([...values, ...fixed]) };
}

export async function callTool(
  call: Call,
  implementation: ToolImplementation,
  { backings, signal }: { readonly backings: Backings; readonly signal: AbortSignal | undefined },
): Promise<Produced> {
  const args = await toolArguments(call, implementation);
  if (!args.ok) return { kind: 'failed', error: args.error };
  const servers = await backings.servers();
  const server = backings.workspace.servers.get(implementation.server);
  if (server === undefined) throw new Error(`skill ${call.skill.id} passed the load without its server`);
  const answer = await servers.call({ server, tool: implementation.tool, args: args.value, signal });
  return answer.ok ? { kind: 'ok', ...answer.value } : { kind: 'failed', error: answer.error };
}
