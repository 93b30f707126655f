import * as z from 'zod';
import { Capability } from './capability.ts';

export const Level = z.enum(['MUST', 'SHOULD']);
export type Level = z.infer<typeof Level>;

/** A row of `requirements.yaml`. MUST: a seed says or implies it. SHOULD: stricter than the seeds. */
export const Requirement = z.strictObject({
  id: z.string().regex(/^[a-z][a-z0-9-]*\.[a-z][a-z0-9-]*$/),
  level: Level,
  capability: Capability,
  text: z.string().min(20),
  /** Where it comes from: `note`, `tutorial`, `contract`, `decision-5` ... */
  from: z.array(z.string()).min(1),
  /** Why no case can show it, where none can. */
  excluded: z.string().min(20).optional(),
});
export type Requirement = z.infer<typeof Requirement>;
