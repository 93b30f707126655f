import { propertiesOf, requiredOf } from '../execute/input-schema.ts';
import type { SkillId } from '../model/ids.ts';
import type { Json } from '../model/json.ts';
import { type Problem, problem } from '../model/problem.ts';
import type { Skill } from '../model/workspace.ts';
import { freeInputOf } from '../skills/free-input.ts';
import type { Broken, Declared } from '../validate/declare.ts';
import type { SkillDeclaration } from '../validate/schemas/skill.ts';
import type { Checked } from '../validate/validate.ts';

type Skills = ReadonlyMap<SkillId, Skill>;

/**
 * Composed skills against their members. Codes: `skill.composed-unknown`, `skill.composed-cycle`, and `skill.missing-input` for a
 * member of a sequence that has no single place for the text before it.
 */
export function composedProblems({ declarations }: Checked, skills: Skills): readonly Problem[] {
  const unknown = declarations.skills.flatMap((declared) =>
    unknownMembers(declared, skills, declarations.broken),
  );
  const cycles = declarations.skills.flatMap((declared) => cycleThrough(declared, skills));
  // What follows would walk in the same circles.
  if (cycles.length > 0) return [...unknown, ...cycles];
  return [...unknown, ...declarations.skills.flatMap((declared) => sequenceProblems(declared, skills))];
}

function membersOf(skill: Skill | undefined): readonly SkillId[] {
  return skill?.implementation.type === 'composed' ? skill.implementation.composes : [];
}

function unknownMembers(
  { value, at }: Declared<SkillDeclaration>,
  skills: Skills,
  broken: Broken,
): Problem[] {
  if (value.implementation.type !== 'composed') return [];
  return value.implementation.composes.flatMap((id, index) => {
    if (skills.has(id) || broken.has(`skill:${id}`)) return [];
    const message = `skill ${value.metadata.id} is composed of ${id}, which is no skill`;
    return [
      problem('skill.composed-unknown', message, {
        place: at('implementation', 'composes', index),
        hint: 'compose skills that the workspace has',
      }),
    ];
  });
}

/** A circle is told once, at the first of its skills. */
function cycleThrough({ value, at }: Declared<SkillDeclaration>, skills: Skills): Problem[] {
  const start = value.metadata.id;
  const trail = trailBack(start, start, skills, new Set());
  if (trail === undefined || [...trail].sort()[0] !== start) return [];
  const message = `composed skills go in a circle: ${[start, ...trail].join(' -> ')}`;
  return [
    problem('skill.composed-cycle', message, {
      place: at('implementation', 'composes'),
      hint: 'take one of them out',
    }),
  ];
}

/** The way from `from` back to `to`, or nothing. */
function trailBack(
  from: SkillId,
  to: SkillId,
  skills: Skills,
  seen: Set<SkillId>,
): readonly SkillId[] | undefined {
  for (const member of membersOf(skills.get(from))) {
    if (member === to) return [to];
    if (seen.has(member)) continue;
    seen.add(member);
    const trail = trailBack(member, to, skills, seen);
    if (trail !== undefined) return [member, ...trail];
  }
  return undefined;
}

function sequenceProblems({ value, at }: Declared<SkillDeclaration>, skills: Skills): Problem[] {
  const { implementation } = value;
  const composed = skills.get(value.metadata.id);
  if (
    implementation.type !== 'composed' ||
    implementation.strategy !== 'sequential' ||
    composed === undefined
  )
    return [];
  return implementation.composes.slice(1).flatMap((id, index) => {
    const member = skills.get(id);
    if (member === undefined || freeInputOf(member.inputs, composed.inputs) !== undefined) return [];
    const message = `in the sequence ${composed.id}, member ${id} has no single input for the text before it`;
    const hint = `of its inputs, all but one must be inputs of ${composed.id} as well`;
    return [
      problem('skill.missing-input', message, { place: at('implementation', 'composes', index + 1), hint }),
    ];
  });
}

/**
 * The inputs of a composed skill that declares none: those of its first member in a sequence, those of all members side by side. Members that
 * are composed themselves come first; in a circle, which is an error of its own, nothing is added.
 */
export function composedInputs(skill: Skill, skills: Skills, within: ReadonlySet<SkillId> = new Set()): Json {
  const { implementation } = skill;
  if (implementation.type !== 'composed' || skill.inputs !== undeclaredInputs || within.has(skill.id))
    return skill.inputs;
  const inner = new Set([...within, skill.id]);
  const inputs = implementation.composes.flatMap((id) => {
    const member = skills.get(id);
    return member === undefined ? [] : [composedInputs(member, skills, inner)];
  });
  return implementation.strategy === 'sequential' ? (inputs[0] ?? undeclaredInputs) : union(inputs);
}

/** A skill whose backing takes any object. One value, so that "says nothing" can be told from "says anything". */
export const undeclaredInputs: Json = new Map<string, Json>([['type', 'object']]);

function union(schemas: readonly Json[]): Json {
  return new Map<string, Json>([
    ['type', 'object'],
    ['properties', new Map(schemas.flatMap((schema) => [...propertiesOf(schema)]))],
    ['required', [...new Set(schemas.flatMap(requiredOf))]],
  ]);
}
