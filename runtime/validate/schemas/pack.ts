import * as z from 'zod';
import { tiers } from '../../model/workspace.ts';
import { id, mapOf, Pattern, WholeNumber } from './common.ts';

export const TierName = z.enum(tiers);
export const EffectsName = z.enum(['read', 'write']);

/** A duration or size with its unit. Which units there are is `bounds.ts`'s to say, so that its error can list them. */
const WithUnit = z.string();

/** What a pack author may say of one placeholder: JSON Schema's own keywords, and whether `-x` may stand there. */
export const ParamDeclaration = z.strictObject({
  type: z.enum(['string', 'number', 'integer', 'boolean']).optional(),
  description: z.string().optional(),
  pattern: z.string().optional(),
  enum: z
    .array(z.union([z.string(), z.number(), z.boolean()]))
    .min(1)
    .optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  minLength: z.int().min(0).optional(),
  maxLength: z.int().min(0).optional(),
  allow_leading_dash: z.boolean().optional(),
});

export const CommandDeclaration = z.strictObject({
  id: id<'CommandId'>(),
  description: z.string().optional(),
  argv: z.array(z.string()).min(1),
  effects: EffectsName.default('write'),
  output: z.strictObject({ parse: z.enum(['text', 'json', 'lines']).default('text') }).optional(),
  ok_exit_codes: z.array(z.int().min(0).max(255)).min(1).optional(),
  params: mapOf(ParamDeclaration).optional(),
});
export type CommandDeclaration = z.infer<typeof CommandDeclaration>;

export const BinaryRequirement = z.strictObject({
  binary: z
    .string()
    .min(1)
    .regex(/^[^\s{}|;&<>$`'"*?]+$/, { error: 'a binary is a plain program name or path' }),
  version: z.string().optional(),
  version_args: z.array(z.string()).min(1).optional(),
  version_pattern: Pattern.optional(),
  version_ok_exit: z.array(z.int().min(0).max(255)).min(1).optional(),
});
export type BinaryRequirement = z.infer<typeof BinaryRequirement>;

/** A pack as its author writes it. `commands` are judged one by one, so that a fault in one hides no other. */
export const PackDeclaration = z.strictObject({
  id: id<'PackId'>(),
  description: z.string().optional(),
  permission: TierName.default('cautious'),
  permission_overrides: mapOf(TierName).optional(),
  timeout: WithUnit.optional(),
  timeout_seconds: WholeNumber.optional(),
  timeout_overrides: mapOf(z.union([WithUnit, WholeNumber])).optional(),
  max_output: WithUnit.optional(),
  max_output_bytes: WholeNumber.optional(),
  cwd: z.string().min(1).optional(),
  env: mapOf(z.string()).optional(),
  credentials_ref: id<'CredentialId'>().optional(),
  requires: z.array(BinaryRequirement).optional(),
  commands: z.array(CommandDeclaration).min(1),
});
export type PackDeclaration = z.infer<typeof PackDeclaration>;
