import { fromJson } from '../model/json.ts';
import type { Problem } from '../model/problem.ts';
import type { Agent, Command, Pack, Skill, Topology, Workspace } from '../model/workspace.ts';
import { targetOf } from '../pipeline/target.ts';
import { formatTemplate } from '../template/template.ts';
import { type Envelope, envelope } from './envelope.ts';

/** The loaded workspace as data: what was granted to whom, under which tier and bounds. */
export function resolve(workspace: Workspace, warnings: readonly Problem[]): Envelope {
  return envelope('resolve', 'ok', warnings, {
    packs: [...workspace.packs.values()].map(showPack),
    skills: [...workspace.skills.values()].map((skill) => showSkill(skill, workspace)),
    topologies: [...workspace.topologies.values()].map(showTopology),
  });
}

function showPack(pack: Pack) {
  return {
    id: pack.id,
    permission: pack.permission,
    timeout_seconds: pack.timeoutMs / 1000,
    max_output_bytes: pack.maxOutputBytes,
    commands: [...pack.commands.values()].map((command) => showCommand(pack, command)),
  };
}

function showCommand(pack: Pack, command: Command) {
  const [program, ...templates] = command.argv;
  return {
    id: command.id,
    argv: [program, ...templates.map(formatTemplate)],
    effects: command.effects,
    permission: command.permission,
    timeout_seconds: command.timeoutMs / 1000,
    skill: `${pack.id}-${command.id}`,
  };
}

function showSkill(skill: Skill, workspace: Workspace) {
  const target = targetOf(skill, workspace);
  return {
    id: skill.id,
    type: skill.implementation.type,
    provider: target.provider,
    container: target.container,
    member: target.member,
    effects: target.effects,
    inputs: fromJson(skill.inputs),
    required_scopes: skill.requiredScopes,
  };
}

function showTopology(topology: Topology) {
  return { id: topology.id, agents: [...topology.agents.values()].map(showAgent) };
}

function showAgent(agent: Agent) {
  return {
    id: agent.id,
    role: agent.role,
    parent: agent.parent,
    skills: agent.skills,
    scopes: [...agent.scopes],
  };
}
