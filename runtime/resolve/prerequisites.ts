import type { SkillId } from '../model/ids.ts';
import type { Place } from '../model/problem.ts';
import { type Problem, problem } from '../model/problem.ts';
import type { Surroundings } from './agents.ts';
import { targetKey } from './skills.ts';

type Requires = ReadonlyMap<SkillId, readonly SkillId[]>;

/** `requires` as an agent or its archetype declares it, with the way back to the file. */
export interface DeclaredRequires {
  readonly declared: ReadonlyMap<string, readonly SkillId[]>;
  at(inside: readonly (string | number)[], part?: 'value' | 'key'): Place;
}

/**
 * An agent's `requires`: each guarded skill and what must have succeeded before it. A guard on a hand-written skill also stands before the
 * synthesised skill over the same command, so that a bulk grant is no way around it.
 */
export function resolvePrerequisites(
  { declared, at }: DeclaredRequires,
  held: readonly SkillId[],
  { skills, checked }: Surroundings,
): { requires: Requires; problems: readonly Problem[] } {
  const isBroken = (id: string) => checked.declarations.broken.has(`skill:${id}`);
  const isHeld = (id: string) => held.some((each) => each === id) || isBroken(id);
  const unknown = [...declared].flatMap(([guarded, first]) => [
    ...(isHeld(guarded) ? [] : [notHeld(guarded, at([guarded], 'key'))]),
    ...first.flatMap((id, index) => (isHeld(id) ? [] : [notHeld(id, at([guarded, index]))])),
  ]);
  const requires = new Map([...declared].map(([guarded, first]) => [guarded as SkillId, first]));
  const cycle = findCycle(requires);
  const cycles =
    cycle === undefined
      ? []
      : [
          problem('agent.requires-cycle', `requires goes in a circle: ${cycle.join(' -> ')}`, {
            place: at([cycle[0] ?? '']),
            hint: 'none of these could ever be called first',
          }),
        ];
  return { requires: withInherited(requires, skills), problems: [...unknown, ...cycles] };
}

function notHeld(id: string, place: Place): Problem {
  const hint = 'grant it to this agent, or take it out of requires';
  return problem('agent.requires-unknown-skill', `requires names ${id}, which this agent does not hold`, {
    place,
    hint,
  });
}

function findCycle(requires: Requires): readonly SkillId[] | undefined {
  const cleared = new Set<SkillId>();
  const walk = (id: SkillId, trail: readonly SkillId[]): readonly SkillId[] | undefined => {
    const start = trail.indexOf(id);
    if (start >= 0) return [...trail.slice(start), id];
    if (cleared.has(id)) return undefined;
    for (const first of requires.get(id) ?? []) {
      const found = walk(first, [...trail, id]);
      if (found !== undefined) return found;
    }
    cleared.add(id);
    return undefined;
  };
  for (const id of requires.keys()) {
    const found = walk(id, []);
    if (found !== undefined) return found;
  }
  return undefined;
}

function withInherited(requires: Requires, skills: Surroundings['skills']): Requires {
  const byTarget = new Map<string, SkillId[]>();
  for (const [guarded, first] of requires) {
    const implementation = skills.get(guarded)?.implementation;
    if (implementation?.type !== 'command') continue;
    const key = targetKey(implementation.pack, implementation.command);
    byTarget.set(key, [...(byTarget.get(key) ?? []), ...first]);
  }
  const inherited = new Map(requires);
  for (const skill of skills.values()) {
    const { implementation } = skill;
    if (skill.origin !== 'pack' || implementation.type !== 'command') continue;
    const first = byTarget.get(targetKey(implementation.pack, implementation.command));
    if (first === undefined) continue;
    const all = [...(requires.get(skill.id) ?? []), ...first].filter((id) => id !== skill.id);
    if (all.length > 0) inherited.set(skill.id, [...new Set(all)]);
  }
  return inherited;
}
