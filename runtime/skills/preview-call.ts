import { previewArgv } from '../execute/execute-command.ts';
import type { Call } from '../model/call.ts';
import { canonicalJson } from '../model/json.ts';
import { bad, ok, type Result } from '../model/problem.ts';
import { toolArguments } from './call-tool.ts';

/**
 * What would run, for a person who is to decide; or why nothing could. A command is its argv; a tool its label and the arguments it would
 * be sent, as JSON. Not redacted.
 */
export async function previewCall(call: Call): Promise<Result<readonly string[]>> {
  const { target, skill } = call;
  if (target.kind === 'command') return previewArgv(call);
  const label = `${target.provider}:call:${target.container}:${target.member}`;
  if (skill.implementation.type !== 'mcp_tool') return ok([label, canonicalJson(call.arguments)]);
  const args = await toolArguments(call, skill.implementation);
  return args.ok ? ok([label, canonicalJson(args.value)]) : bad(args.error);
}
