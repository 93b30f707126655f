import type * as z from 'zod';

/** `^[a-z][a-z0-9-]*$`: packs, commands, skills, agents, topologies. */
export const identifier = /^[a-z][a-z0-9-]*$/;

type Branded<Name extends string> = string & z.$brand<Name>;
export type PackId = Branded<'PackId'>;
export type CommandId = Branded<'CommandId'>;
export type SkillId = Branded<'SkillId'>;
export type AgentId = Branded<'AgentId'>;
export type ArchetypeId = Branded<'ArchetypeId'>;
export type TopologyId = Branded<'TopologyId'>;
export type ServerId = Branded<'ServerId'>;
export type ProviderId = Branded<'ProviderId'>;
export type CredentialId = Branded<'CredentialId'>;
export type RunId = Branded<'RunId'>;
export type RequestId = Branded<'RequestId'>;
