import * as z from 'zod';
import { Level } from '../model/requirement.ts';

/** A case as two suites are compared by: what `list --json` prints, and what a stream says as a case starts. */
export const CaseRow = z.object({
  id: z.string(),
  title: z.string(),
  level: Level,
  clauses: z.array(z.string()),
  requires: z.array(z.string()),
  /** Of what it asks and expects. */
  digest: z.string(),
});
export type CaseRow = z.infer<typeof CaseRow>;
