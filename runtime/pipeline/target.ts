import type { OtherTarget, Target } from '../model/call.ts';
import type { SkillId } from '../model/ids.ts';
import type { Effects, Skill, Workspace } from '../model/workspace.ts';

/**
 * What backs a skill, with the fields that policy and audit go by. A command's tier and effects are its pack's word; a tool's are the
 * workspace's, and unknown where it says nothing: names are never read for a meaning.
 */
export function targetOf(skill: Skill, workspace: Workspace): Target {
  const { implementation } = skill;
  if (implementation.type === 'command') {
    const pack = workspace.packs.get(implementation.pack);
    const command = pack?.commands.get(implementation.command);
    if (pack === undefined || command === undefined) {
      throw new Error(`skill ${skill.id} passed the load without its command`);
    }
    const { effects, permission: tier } = command;
    return {
      kind: 'command',
      provider: 'command',
      container: pack.id,
      member: command.id,
      effects,
      tier,
      pack,
      command,
    };
  }
  if (implementation.type === 'mcp_tool') {
    const server = workspace.servers.get(implementation.server);
    const tier = server?.permissionOverrides.get(implementation.tool) ?? server?.permission ?? 'cautious';
    const effects = server?.effects.get(implementation.tool) ?? 'unknown';
    return other('mcp_tool', 'mcp', implementation.server, implementation.tool, effects, tier);
  }
  const effects =
    implementation.type === 'composed' ? effectsTogether(implementation.composes, workspace) : 'read';
  return other(implementation.type, implementation.type, 'workspace', skill.id, effects, 'cautious');
}

/** A composed skill does what its members do. A prompt changes nothing but the model's mind. */
function effectsTogether(members: readonly SkillId[], workspace: Workspace): Effects {
  const effects = members.flatMap((id) => {
    const member = workspace.skills.get(id);
    return member === undefined ? [] : [targetOf(member, workspace).effects];
  });
  if (effects.includes('write')) return 'write';
  return effects.includes('unknown') ? 'unknown' : 'read';
}

function other(
  kind: OtherTarget['kind'],
  provider: string,
  container: string,
  member: string,
  effects: Target['effects'],
  tier: Target['tier'],
): OtherTarget {
  return { kind, provider, container, member, effects, tier };
}
