import * as z from 'zod';
import { apiVersion, id, Metadata, WholeNumber } from './common.ts';

/** What an agent, an archetype, a prompt skill or the whole workspace says of its model. */
export const ModelDeclaration = z.strictObject({
  provider: id<'ProviderId'>().optional(),
  name: z.string().min(1).optional(),
  temperature: z.number().min(0).max(2).optional(),
  max_tokens: WholeNumber.optional(),
});
export type ModelDeclaration = z.infer<typeof ModelDeclaration>;

/** `accept_any` is what the original asks for; here any name is handed on as it stands. */
const Models = z.strictObject({ accept_any: z.boolean().optional(), default: z.string().min(1).optional() });

/** `providers/*.yaml`. */
export const ProviderDeclaration = z.strictObject({
  apiVersion,
  kind: z.literal('ModelProvider'),
  metadata: Metadata.extend({ id: id<'ProviderId'>() }),
  spec: z.discriminatedUnion('extends', [
    z.strictObject({
      extends: z.literal('openai-compatible'),
      base_url: z.string().min(1),
      credentials_ref: id<'CredentialId'>().optional(),
      models: Models.optional(),
    }),
    z.strictObject({
      extends: z.literal('anthropic'),
      base_url: z.string().min(1).optional(),
      credentials_ref: id<'CredentialId'>().optional(),
      models: Models.optional(),
    }),
    /** `script` is a YAML of turns, relative to the workspace. */
    z.strictObject({ extends: z.literal('scripted'), script: z.string().min(1) }),
  ]),
});
export type ProviderDeclaration = z.infer<typeof ProviderDeclaration>;
