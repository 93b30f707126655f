import type { TopologyId } from '../model/ids.ts';
import type { Problem } from '../model/problem.ts';
import type { Topology, Workspace } from '../model/workspace.ts';
import { toModelChoice } from '../validate/providers.ts';
import type { Checked } from '../validate/validate.ts';
import { archetypeEntries, resolveAgents } from './agents.ts';
import { expandGrants } from './grants.ts';
import { resolveSkills } from './skills.ts';

/** A checked workspace -> packs as skills, grants expanded, archetypes merged. Nothing is left to look up. */
export function resolve(
  checked: Checked,
  stateDir: string,
): { workspace: Workspace; problems: readonly Problem[] } {
  const { skills, problems: skillProblems } = resolveSkills(checked);
  const surroundings = { checked, skills };
  const resolved = checked.declarations.topologies.map((declared) => {
    const { agents, problems } = resolveAgents(declared, surroundings);
    const topology: Topology = { id: declared.value.metadata.name as TopologyId, agents };
    return { topology, problems };
  });
  // An archetype that no agent uses yet is checked all the same.
  const archetypeProblems = checked.declarations.archetypes.flatMap((archetype) => {
    const entries = [
      ...archetypeEntries(archetype, 'skills'),
      ...archetypeEntries(archetype, 'skills_additional'),
    ];
    return expandGrants(entries, checked, skills).problems;
  });
  const problems = [...skillProblems, ...archetypeProblems, ...resolved.flatMap((each) => each.problems)];
  const workspace: Workspace = {
    id: checked.declarations.workspace.metadata?.id ?? 'workspace',
    root: checked.declarations.root,
    stateDir,
    governance: checked.governance,
    credentials: checked.credentials,
    packs: checked.packs,
    servers: checked.servers,
    skills,
    topologies: new Map(resolved.map(({ topology }) => [topology.id, topology])),
    serve: checked.serve,
    providers: checked.providers,
    model: toModelChoice(checked.declarations.workspace.model),
  };
  return { workspace, problems: unique(problems) };
}

/** Agents that share an archetype share its faults: each is told once. */
function unique(problems: readonly Problem[]): Problem[] {
  const byPlace = new Map(
    problems.map((each) => [[each.code, each.path, each.line, each.column, each.message].join('\n'), each]),
  );
  return [...byPlace.values()];
}
