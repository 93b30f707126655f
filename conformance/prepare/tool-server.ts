import type { ToolBehaviour } from '../model/case.ts';

/**
 * The program that speaks MCP for a case, and its plan. It is started by the runtime with a PATH that need hold no Node, so its first
 * line names the Node that the suite itself runs on.
 */
export function toolServerFiles(
  program: Uint8Array,
  tools: Readonly<Record<string, ToolBehaviour>>,
): { readonly program: Uint8Array; readonly plan: Uint8Array } {
  const text = Buffer.from(program).toString('utf8').replace(/^#!.*/, `#!${process.execPath}`);
  return { program: Buffer.from(text), plan: Buffer.from(JSON.stringify(tools)) };
}
