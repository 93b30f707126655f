import type { Attempt } from '../model/call.ts';
import type { Workspace } from '../model/workspace.ts';
import type { Backings } from './backings.ts';

export interface EffectsWorld {
  readonly workspace: Pick<Workspace, 'servers'>;
  readonly backings: Backings;
  readonly signal?: AbortSignal;
}

/**
 * A tool whose effect nobody has declared, of a server whose own word is trusted (`trust_annotations`), is what the server says. That has
 * to be asked for before the decision; for anybody who does not hold the skill, nothing is started. A server that cannot be asked leaves it unknown.
 */
export async function settleEffects(
  attempt: Attempt,
  { workspace, backings, signal }: EffectsWorld,
): Promise<Attempt> {
  const { skill, target, agent, skillId } = attempt;
  if (skill?.implementation.type !== 'mcp_tool' || target === null || target.kind === 'command')
    return attempt;
  const server = workspace.servers.get(skill.implementation.server);
  const isHeld = agent.skills.includes(skillId);
  if (target.effects !== 'unknown' || server?.trustAnnotations !== true || !isHeld) return attempt;
  const servers = await backings.servers();
  const hint = await servers.readOnlyHint(server, skill.implementation.tool, signal);
  if (hint === undefined) return attempt;
  return { ...attempt, target: { ...target, effects: hint ? 'read' : 'write' } };
}
