import * as z from 'zod';

/** Without these a runtime does not conform: their cases run whatever `describe` declares. */
export const coreCapabilities = ['packs', 'grants', 'governance', 'secrets', 'bounds', 'audit'] as const;

/** Not declared by `describe` -> their cases are not applicable. */
export const optionalCapabilities = [
  'approvals',
  'prerequisites',
  'mcp',
  'llm_prompt',
  'composed',
  'agents',
  'attachments',
  'serve',
  'session',
  'bundled-packs',
] as const;

export const Capability = z.enum([...coreCapabilities, ...optionalCapabilities]);
export type Capability = z.infer<typeof Capability>;

export function isCore(capability: Capability): boolean {
  return coreCapabilities.some((each) => each === capability);
}
