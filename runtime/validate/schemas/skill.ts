import * as z from 'zod';
import { apiVersion, id, Metadata, mapOf, Provenance, Scope } from './common.ts';
import { ModelDeclaration } from './model.ts';

export const ImplementationDeclaration = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('command'), pack: id<'PackId'>(), command: id<'CommandId'>() }),
  z.strictObject({
    type: z.literal('mcp_tool'),
    server: id<'ServerId'>(),
    tool: z.string().min(1),
    /** Fixed arguments of every call; a caller cannot change them. */
    arguments: mapOf(z.unknown()).optional(),
  }),
  z.strictObject({
    type: z.literal('llm_prompt'),
    prompt: z.string().min(1),
    model: ModelDeclaration.optional(),
  }),
  z.strictObject({
    type: z.literal('composed'),
    composes: z.array(id<'SkillId'>()).min(1),
    strategy: z.enum(['sequential', 'parallel-consensus']),
  }),
]);

export const SkillDeclaration = z.strictObject({
  apiVersion,
  kind: z.literal('Skill'),
  metadata: Metadata.extend({ id: id<'SkillId'>() }),
  category: z.enum(['capability', 'decision', 'coordination', 'persistence']).default('capability'),
  inputs: z.unknown().optional(),
  outputs: z.unknown().optional(),
  implementation: ImplementationDeclaration,
  iam: z.strictObject({ required_scopes: z.array(Scope).default([]) }).optional(),
  constraints: z.unknown().optional(),
  audit: z.unknown().optional(),
  provenance: Provenance.optional(),
});
export type SkillDeclaration = z.infer<typeof SkillDeclaration>;
