import * as z from 'zod';
import { AgentScope, apiVersion, id, Metadata, mapOf, Provenance, Scope } from './common.ts';
import { ModelDeclaration } from './model.ts';

const Iam = z.strictObject({
  base_scope: z.array(AgentScope).optional(),
  elevated_scopes: z.array(Scope).optional(),
});

/** A grant entry is checked by hand: its own codes say more than a pattern could. */
const GrantEntries = z.array(z.unknown());

const SkillIds = z.array(id<'SkillId'>()).min(1);

const abilities = {
  model: ModelDeclaration.optional(),
  prompt: z.unknown().optional(),
  skills: GrantEntries.optional(),
  skills_additional: GrantEntries.optional(),
  requires: mapOf(SkillIds).optional(),
  iam: Iam.optional(),
};

export interface AgentDeclaration extends z.infer<typeof AgentFields> {
  readonly children?: readonly AgentDeclaration[] | undefined;
}
const AgentFields = z.strictObject({
  id: id<'AgentId'>().optional(),
  role: z.enum(['root', 'leader', 'worker']).optional(),
  archetype: id<'ArchetypeId'>().optional(),
  description: z.string().optional(),
  ...abilities,
});
export const AgentDeclaration: z.ZodType<AgentDeclaration> = AgentFields.extend({
  get children() {
    return z.array(AgentDeclaration).optional();
  },
});

export const TopologyDeclaration = z.strictObject({
  apiVersion,
  kind: z.literal('Topology'),
  metadata: z.strictObject({
    name: id<'TopologyId'>(),
    version: z.string().optional(),
    description: z.string().optional(),
  }),
  agents: z.strictObject({ root: AgentDeclaration }),
});
export type TopologyDeclaration = z.infer<typeof TopologyDeclaration>;

export const ArchetypeDeclaration = z.strictObject({
  apiVersion,
  kind: z.literal('Archetype'),
  metadata: Metadata.extend({ id: id<'ArchetypeId'>() }),
  role: z.enum(['root', 'leader', 'worker']).optional(),
  defaults: z.strictObject(abilities).optional(),
  provenance: Provenance.optional(),
});
export type ArchetypeDeclaration = z.infer<typeof ArchetypeDeclaration>;
