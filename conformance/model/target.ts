import * as z from 'zod';

/** A target file: how to start one runtime. */
export const Target = z.strictObject({
  /** For people; default the file's name. */
  name: z.string().min(1).optional(),
  /** argv. Elements that name a file relative to the target file are made absolute. */
  command: z.array(z.string()).min(1),
  /** Added to the environment that the kit builds. `PATH` replaces what stands behind the case's own bin. */
  env: z.record(z.string(), z.string()).default({}),
  /** Bound on each step that has none of its own. Default 20. */
  timeout_seconds: z.number().positive().max(600).optional(),
  /** The runtime's known failures: a baseline file, relative to the target file. */
  baseline: z.string().min(1).optional(),
});
export type Target = z.infer<typeof Target>;
