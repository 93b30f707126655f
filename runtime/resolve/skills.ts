import type { SkillId } from '../model/ids.ts';
import type { Json } from '../model/json.ts';
import { toJson } from '../model/json.ts';
import { type Place, type Problem, problem } from '../model/problem.ts';
import type { Command, Pack, Skill } from '../model/workspace.ts';
import { placeholdersOf } from '../template/template.ts';
import type { Declared } from '../validate/declare.ts';
import type { SkillDeclaration } from '../validate/schemas/skill.ts';
import type { Checked } from '../validate/validate.ts';
import { composedInputs, composedProblems, undeclaredInputs } from './composed.ts';
import { effectSentence } from './effect-sentence.ts';
import { promptInputs, toImplementation } from './implementation.ts';

/** A skill and where it was declared, for the message when two want one id. */
interface Candidate {
  readonly skill: Skill;
  /** `pack json-tools, command query`, or `skill json-tools-query`. */
  readonly party: string;
  readonly place: Place;
}

/** Hand-written skills, then one per pack command with the id `<pack>-<command>`. Two ways to one id are an error that names both. */
export function resolveSkills(checked: Checked): {
  skills: ReadonlyMap<SkillId, Skill>;
  problems: readonly Problem[];
} {
  const written = checked.declarations.skills.map((declared) => writtenSkill(declared, checked));
  const scopes = inheritedScopes(written.map((each) => each.skill));
  const synthesised = checked.declarations.packs.flatMap(({ header, commands }) => {
    const pack = checked.packs.get(header.value.id);
    return commands.flatMap((declared): Candidate[] => {
      const command = pack?.commands.get(declared.value.id);
      if (pack === undefined || command === undefined) return [];
      const party = `pack ${pack.id}, command ${command.id}`;
      return [
        {
          skill: synthesise(pack, command, scopes.get(targetKey(pack.id, command.id)) ?? []),
          party,
          place: declared.at('id'),
        },
      ];
    });
  });
  const skills = new Map<SkillId, Skill>();
  const owners = new Map<SkillId, Candidate>();
  const problems: Problem[] = [];
  for (const candidate of [...written, ...synthesised]) {
    const owner = owners.get(candidate.skill.id);
    if (owner !== undefined && owner.party !== candidate.party) problems.push(collision(candidate, owner));
    if (owner !== undefined) continue;
    owners.set(candidate.skill.id, candidate);
    skills.set(candidate.skill.id, candidate.skill);
  }
  for (const skill of skills.values()) {
    if (skill.implementation.type === 'composed')
      skills.set(skill.id, { ...skill, inputs: composedInputs(skill, skills) });
  }
  return { skills, problems: [...problems, ...composedProblems(checked, skills)] };
}

function collision(candidate: Candidate, owner: Candidate): Problem {
  const message = `two skills want the id ${candidate.skill.id}: ${owner.party}, and ${candidate.party}`;
  return problem('command-pack.id-collision', message, {
    place: candidate.place,
    related: [{ name: owner.party, ...owner.place }],
    hint: 'rename one of them: neither may shadow the other',
  });
}

function writtenSkill(declared: Declared<SkillDeclaration>, checked: Checked): Candidate {
  const { metadata, implementation, inputs, iam } = declared.value;
  const target =
    implementation.type === 'command'
      ? checked.packs.get(implementation.pack)?.commands.get(implementation.command)
      : undefined;
  const skill: Skill = {
    id: metadata.id,
    description: metadata.description ?? metadata.name ?? metadata.id,
    origin: 'file',
    implementation: toImplementation(implementation),
    inputs: inputs === undefined ? defaultInputs(implementation, target) : toJson(inputs),
    requiredScopes: iam?.required_scopes ?? [],
  };
  return { skill, party: `skill ${skill.id}`, place: declared.at('metadata', 'id') };
}

/** What a skill asks for that declares no inputs: what its command or its prompt has a place for, else anything. */
function defaultInputs(
  implementation: SkillDeclaration['implementation'],
  target: Command | undefined,
): Json {
  if (target !== undefined) return inputsOf(target);
  return implementation.type === 'llm_prompt' ? promptInputs(implementation.prompt) : undeclaredInputs;
}

function synthesise(pack: Pack, command: Command, requiredScopes: readonly string[]): Skill {
  return {
    id: `${pack.id}-${command.id}` as SkillId,
    description: describeCommand(pack, command),
    origin: 'pack',
    implementation: { type: 'command', pack: pack.id, command: command.id },
    inputs: inputsOf(command),
    requiredScopes,
  };
}

/** What a model reads: the author's words, then the effect. */
function describeCommand(pack: Pack, command: Command): string {
  const text = command.description ?? `Runs ${command.argv[0]} (${command.id} of pack ${pack.id}).`;
  return `${text.trim()} ${effectSentence(command.effects)}`;
}

/** Every placeholder is a required scalar, or what the pack author declared it to be. */
export function inputsOf(command: Command): Json {
  const [, ...templates] = command.argv;
  const names = [...new Set(templates.flatMap(placeholdersOf))].sort();
  const properties = names.map((name): [string, Json] => {
    const declared = command.params.get(name)?.schema;
    const base = declared instanceof Map ? declared : new Map<string, Json>();
    return [name, base.has('type') ? base : new Map<string, Json>([['type', scalar], ...base])];
  });
  return new Map<string, Json>([
    ['type', 'object'],
    ['properties', new Map(properties)],
    ['required', names],
    ['additionalProperties', false],
  ]);
}

const scalar: Json = ['string', 'number', 'boolean'];

/** A bulk grant never goes around a gate: the scopes that hand-written skills put before a command also stand before its synthesised skill. */
function inheritedScopes(written: readonly Skill[]): Map<string, readonly string[]> {
  const scopes = new Map<string, readonly string[]>();
  for (const { implementation, requiredScopes } of written) {
    if (implementation.type !== 'command') continue;
    const key = targetKey(implementation.pack, implementation.command);
    scopes.set(key, [...new Set([...(scopes.get(key) ?? []), ...requiredScopes])]);
  }
  return scopes;
}

/** Ids hold no slash, so this names one command and no other. */
export function targetKey(pack: string, command: string): string {
  return `${pack}/${command}`;
}
