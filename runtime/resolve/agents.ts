import type { Path } from '../load/document.ts';
import type { AgentId, ArchetypeId, SkillId } from '../model/ids.ts';
import { type Problem, problem } from '../model/problem.ts';
import type { Agent, Skill } from '../model/workspace.ts';
import { type Declared, declaredAt } from '../validate/declare.ts';
import { toModelChoice } from '../validate/providers.ts';
import type {
  AgentDeclaration,
  ArchetypeDeclaration,
  TopologyDeclaration,
} from '../validate/schemas/topology.ts';
import type { Checked } from '../validate/validate.ts';
import { expandGrants, type GrantEntry } from './grants.ts';
import { type DeclaredRequires, resolvePrerequisites } from './prerequisites.ts';

/** What agents are resolved against. */
export interface Surroundings {
  readonly checked: Checked;
  readonly skills: ReadonlyMap<SkillId, Skill>;
}

interface Node {
  readonly declared: Declared<AgentDeclaration>;
  readonly parent: AgentId | null;
}

/** A topology's agents, root first, each with its archetype merged in and its grants expanded. */
export function resolveAgents(
  topology: Declared<TopologyDeclaration>,
  surroundings: Surroundings,
): { agents: ReadonlyMap<AgentId, Agent>; problems: readonly Problem[] } {
  const root = declaredAt(topology.value.agents.root, topology.source, ['agents', 'root']);
  const nodes = flatten(root, null);
  const agents = new Map<AgentId, Agent>();
  const problems: Problem[] = [];
  for (const node of nodes) {
    const id = agentId(node);
    if (id === undefined) {
      problems.push(
        problem('schema.required-field', 'a child agent lacks "id"', {
          place: node.declared.at(),
          hint: 'add id',
        }),
      );
      continue;
    }
    if (agents.has(id)) {
      problems.push(
        problem('agent.duplicate-id', `agent ${id} is declared twice`, {
          place: node.declared.at('id'),
          hint: 'rename one of them',
        }),
      );
      continue;
    }
    const resolved = resolveAgent(node, id, surroundings);
    agents.set(id, resolved.agent);
    problems.push(...resolved.problems);
  }
  return { agents, problems };
}

function flatten(declared: Declared<AgentDeclaration>, parent: AgentId | null): Node[] {
  const node = { declared, parent };
  const id = agentId(node) ?? parent;
  const children = (declared.value.children ?? []).flatMap((child, index) => {
    const path: Path = [...declared.path, 'children', index];
    return flatten(declaredAt(child, declared.source, path), id);
  });
  return [node, ...children];
}

/** The tutorial writes `agents: {root: {...}}`: there, id and role are both `root`. */
function agentId({ declared, parent }: Node): AgentId | undefined {
  return declared.value.id ?? (parent === null ? ('root' as AgentId) : undefined);
}

function resolveAgent(
  { declared, parent }: Node,
  id: AgentId,
  surroundings: Surroundings,
): { agent: Agent; problems: readonly Problem[] } {
  const { value } = declared;
  const archetypes = surroundings.checked.declarations.archetypes;
  const archetype = archetypes.find((each) => each.value.metadata.id === value.archetype);
  const problems = [
    ...archetypeProblems(declared, archetype, surroundings.checked),
    ...roleProblems(declared, parent),
  ];
  const granted = expandGrants(grantEntries(declared, archetype), surroundings.checked, surroundings.skills);
  const prerequisites = resolvePrerequisites(requiresOf(declared, archetype), granted.skills, surroundings);
  const defaults = archetype?.value.defaults;
  const agent: Agent = {
    id,
    role: value.role ?? (parent === null ? 'root' : (archetype?.value.role ?? 'worker')),
    parent,
    archetype: archetype === undefined ? null : (archetype.value.metadata.id as ArchetypeId),
    prompt: promptText(value.prompt ?? defaults?.prompt),
    description: value.description ?? archetype?.value.metadata.description ?? null,
    model: toModelChoice({ ...defaults?.model, ...value.model }),
    skills: granted.skills,
    scopes: new Set(value.iam?.base_scope ?? defaults?.iam?.base_scope ?? []),
    requires: prerequisites.requires,
  };
  return { agent, problems: [...problems, ...granted.problems, ...prerequisites.problems] };
}

/** The agent's own `requires` replaces its archetype's. */
function requiresOf(
  agent: Declared<AgentDeclaration>,
  archetype: Declared<ArchetypeDeclaration> | undefined,
): DeclaredRequires {
  const inherited = archetype?.value.defaults?.requires;
  if (agent.value.requires === undefined && archetype !== undefined && inherited !== undefined) {
    const at: DeclaredRequires['at'] = (inside, part) =>
      archetype.source.placeOf(['defaults', 'requires', ...inside], part);
    return { declared: inherited, at };
  }
  const at: DeclaredRequires['at'] = (inside, part) =>
    agent.source.placeOf([...agent.path, 'requires', ...inside], part);
  return { declared: agent.value.requires ?? new Map(), at };
}

/** `skills` replaces the archetype's list, even when empty; `skills_additional` is appended; expansion comes after. */
function grantEntries(
  agent: Declared<AgentDeclaration>,
  archetype: Declared<ArchetypeDeclaration> | undefined,
): GrantEntry[] {
  const own = agent.value.skills?.map((entry, index) => ({ entry, place: agent.at('skills', index) }));
  const inherited = archetypeEntries(archetype, 'skills');
  const additional = agent.value.skills_additional?.map((entry, index) => ({
    entry,
    place: agent.at('skills_additional', index),
  }));
  return [...(own ?? inherited), ...archetypeEntries(archetype, 'skills_additional'), ...(additional ?? [])];
}

/** The grants that an archetype hands to its agents. */
export function archetypeEntries(
  archetype: Declared<ArchetypeDeclaration> | undefined,
  field: 'skills' | 'skills_additional',
): GrantEntry[] {
  const entries = archetype?.value.defaults?.[field] ?? [];
  return entries.flatMap((entry, index) =>
    archetype === undefined ? [] : [{ entry, place: archetype.at('defaults', field, index) }],
  );
}

function archetypeProblems(
  agent: Declared<AgentDeclaration>,
  archetype: Declared<ArchetypeDeclaration> | undefined,
  { declarations }: Checked,
): Problem[] {
  const named = agent.value.archetype;
  if (named === undefined || archetype !== undefined || declarations.broken.has(`archetype:${named}`))
    return [];
  const known = declarations.archetypes.map((each) => each.value.metadata.id);
  const hint = known.length > 0 ? `declared here: ${known.join(', ')}` : 'archetypes/ holds none';
  return [
    problem('agent.unknown-archetype', `there is no archetype ${named}`, {
      place: agent.at('archetype'),
      hint,
    }),
  ];
}

function roleProblems(agent: Declared<AgentDeclaration>, parent: AgentId | null): Problem[] {
  const { role } = agent.value;
  if (role === undefined || (role === 'root') === (parent === null)) return [];
  const message =
    parent === null ? 'the entry agent has the role root' : 'a child agent is a leader or a worker';
  return [
    problem('schema.enum-mismatch', message, {
      place: agent.at('role'),
      hint: parent === null ? 'write role: root' : 'write role: worker',
    }),
  ];
}

function promptText(prompt: unknown): string | null {
  if (typeof prompt === 'string') return prompt;
  const system = (prompt as { system?: unknown } | null | undefined)?.system;
  return typeof system === 'string' ? system : null;
}
