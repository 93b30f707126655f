import * as z from 'zod';

/**
 * A baseline file, `conformance-baseline.yaml`: a list of known failures. It moves the exit status of a run and never its
 * score. Every entry says why it is there.
 */
export const BaselineEntry = z
  .strictObject({
    /** A case's id. */
    id: z.string().min(1),
    /** `fail` excuses no crash and no timeout: those are `crash`. A `flaky` case may pass and may fail. */
    expect: z.enum(['fail', 'crash', 'flaky']),
    /** What the failure looks like, as the run prints it. */
    signature: z.string().default(''),
    reason: z.string().min(1),
    /** Where it is followed. */
    issue: z.string().min(1).optional(),
    /** The last day on which it holds, `2026-12-31` in UTC. */
    expires: z.iso.date().optional(),
  })
  .refine(({ expect, signature }) => expect === 'flaky' || signature !== '', {
    path: ['signature'],
    message: 'the failure that is known has a signature; the run prints it',
  });
export type BaselineEntry = z.infer<typeof BaselineEntry>;

export const Baseline = z.array(BaselineEntry);
