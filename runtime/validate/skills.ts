import type { PackId, ServerId } from '../model/ids.ts';
import { toJson } from '../model/json.ts';
import { type Problem, problem } from '../model/problem.ts';
import type { Command, Pack, Server } from '../model/workspace.ts';
import { placeholdersOf } from '../template/template.ts';
import type { Declarations, Declared } from './declare.ts';
import type { SkillDeclaration } from './schemas/skill.ts';

/** Hand-written skills against what they name: packs, commands, servers, placeholders. */
export function skillProblems(
  declarations: Declarations,
  packs: ReadonlyMap<PackId, Pack>,
  servers: ReadonlyMap<ServerId, Server>,
): readonly Problem[] {
  return declarations.skills.flatMap((skill) => {
    const implementation = skill.value.implementation;
    if (implementation.type === 'command') return commandTargetProblems(skill, declarations, packs);
    if (implementation.type === 'mcp_tool') return serverTargetProblems(skill, declarations, servers);
    return [];
  });
}

function commandTargetProblems(
  skill: Declared<SkillDeclaration>,
  declarations: Declarations,
  packs: ReadonlyMap<PackId, Pack>,
): Problem[] {
  const { implementation } = skill.value;
  if (implementation.type !== 'command') return [];
  const name = skill.value.metadata.id;
  const pack = packs.get(implementation.pack);
  if (pack === undefined) {
    if (declarations.broken.has(`pack:${implementation.pack}`)) return [];
    const hint = `declared here: ${[...packs.keys()].join(', ') || 'no pack at all'}`;
    const message = `skill ${name} names pack ${implementation.pack}, which the workspace does not declare`;
    return [problem('skill.unknown-pack', message, { place: skill.at('implementation', 'pack'), hint })];
  }
  const command = pack.commands.get(implementation.command);
  if (command !== undefined) return inputProblems(skill, command);
  if (declarations.broken.has(`command:${implementation.pack}/${implementation.command}`)) return [];
  const hint = `its commands: ${[...pack.commands.keys()].sort().join(', ') || 'none'}`;
  const message = `skill ${name} names command ${implementation.command}, which pack ${pack.id} does not have`;
  return [problem('skill.unknown-command', message, { place: skill.at('implementation', 'command'), hint })];
}

function serverTargetProblems(
  skill: Declared<SkillDeclaration>,
  declarations: Declarations,
  servers: ReadonlyMap<ServerId, Server>,
): Problem[] {
  const { implementation } = skill.value;
  if (implementation.type !== 'mcp_tool' || servers.has(implementation.server)) return [];
  if (declarations.broken.has(`server:${implementation.server}`)) return [];
  const message = `skill ${skill.value.metadata.id} names server ${implementation.server}, which mcp_servers does not declare`;
  const hint = `declared here: ${[...servers.keys()].join(', ') || 'no server at all'}`;
  return [problem('skill.unknown-server', message, { place: skill.at('implementation', 'server'), hint })];
}

/** A skill with inputs of its own must ask for every placeholder, or the command could never be filled. */
function inputProblems(skill: Declared<SkillDeclaration>, command: Command): Problem[] {
  const { inputs } = skill.value;
  if (inputs === undefined) return [];
  const schema = toJson(inputs);
  const properties = schema instanceof Map ? schema.get('properties') : undefined;
  const asked = new Set(properties instanceof Map ? properties.keys() : []);
  const [, ...templates] = command.argv;
  const lacking = [...new Set(templates.flatMap(placeholdersOf))].filter((name) => !asked.has(name));
  if (lacking.length === 0) return [];
  const message = `the inputs of skill ${skill.value.metadata.id} lack ${lacking.join(', ')}, which ${command.pack}/${command.id} fills in`;
  const hint = `add ${lacking.join(', ')} to inputs.properties`;
  return [problem('skill.missing-input', message, { place: skill.at('inputs'), hint })];
}
