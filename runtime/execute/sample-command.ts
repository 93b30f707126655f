import type { Call, Permit } from '../model/call.ts';
import type { AgentId, CommandId, CredentialId, PackId, RunId, SkillId, TopologyId } from '../model/ids.ts';
import { type Json, type JsonMap, toJson } from '../model/json.ts';
import { anyModel } from '../model/model.ts';
import type { Command, Pack, Param, Skill } from '../model/workspace.ts';
import { parseTemplate, placeholdersOf } from '../template/template.ts';

/** For tests: a command, its pack, its skill and a permit, as the loader and `authorize` would make them. */
export interface Sample {
  readonly argv: readonly [string, ...string[]];
  readonly program?: string;
  readonly params?: Readonly<Record<string, Param>>;
  /** JSON Schema; without it, as synthesised: every placeholder a required scalar. */
  readonly inputs?: unknown;
  readonly pack?: Partial<Pack>;
  readonly command?: Partial<Command>;
  readonly arguments?: unknown;
}

export interface SampleCall {
  readonly pack: Pack;
  readonly command: Command;
  readonly skill: Skill;
  readonly arguments: JsonMap;
  readonly permit: Permit;
}

export function sampleCall(sample: Sample): SampleCall {
  const command = sampleCommand(sample);
  const pack: Pack = {
    id: 'tools' as PackId,
    permission: 'cautious',
    timeoutMs: 20_000,
    maxOutputBytes: 1_000_000,
    cwd: '/',
    env: new Map(),
    credential: null,
    commands: new Map([[command.id, command]]),
    ...sample.pack,
  };
  const skill: Skill = {
    id: 'tools-do' as SkillId,
    description: 'Does.',
    origin: 'pack',
    implementation: { type: 'command', pack: pack.id, command: command.id },
    inputs: sample.inputs === undefined ? synthesised(command) : toJson(sample.inputs),
    requiredScopes: [],
  };
  const values = toJson(sample.arguments ?? {});
  if (!(values instanceof Map)) throw new Error('the arguments of a sample are an object');
  const call: Call = {
    runId: 'run-1' as RunId,
    topology: 'main' as TopologyId,
    agent: sampleAgent(skill),
    skillId: skill.id,
    skill,
    target: {
      kind: 'command',
      provider: 'command',
      container: pack.id,
      member: command.id,
      effects: command.effects,
      tier: command.permission,
      pack,
      command,
    },
    arguments: values,
  };
  const decision = { allowed: true, code: null, reason: 'allowed', tier: command.permission };
  return { pack, command, skill, arguments: values, permit: { call, decision } as Permit };
}

function sampleCommand({ argv: [name, ...elements], program, params, command }: Sample): Command {
  return {
    id: 'do' as CommandId,
    pack: 'tools' as PackId,
    description: null,
    argv: [name, ...elements.map(parseTemplate)],
    program: program ?? `/bin/${name}`,
    effects: 'read',
    permission: 'cautious',
    timeoutMs: 20_000,
    parse: 'text',
    okExitCodes: new Set([0]),
    params: new Map(Object.entries(params ?? {})),
    ...command,
  };
}

function synthesised(command: Command): Json {
  const [, ...templates] = command.argv;
  const names = [...new Set(templates.flatMap(placeholdersOf))];
  const scalar: Json = new Map([['type', ['string', 'number', 'boolean']]]);
  return new Map<string, Json>([
    ['type', 'object'],
    ['properties', new Map(names.map((name) => [name, scalar]))],
    ['required', names],
    ['additionalProperties', false],
  ]);
}

function sampleAgent(skill: Skill): Call['agent'] {
  return {
    id: 'root' as AgentId,
    role: 'root',
    parent: null,
    archetype: null,
    prompt: null,
    description: null,
    model: anyModel,
    skills: [skill.id],
    scopes: new Set(),
    requires: new Map(),
  };
}

export const token = 'tok' as CredentialId;
