import { inOrderOfTime, type RunAudit } from '../audit/journal.ts';
import { hasErrors } from '../model/problem.ts';
import type { Context } from '../pipeline/context.ts';
import { envelope } from './envelope.ts';
import type { Reply, VerbParams } from './perform.ts';

/** Audit events, oldest first: of one run, of the last runs, or all. Where a record does not verify, the envelope says where. */
export function logs({ runId, last }: VerbParams, { journal }: Context): Reply {
  const runs: readonly RunAudit[] = runId === undefined ? journal.readRuns(last) : [journal.readRun(runId)];
  const problems = runs.flatMap((run) => run.problems);
  return {
    events: inOrderOfTime(runs),
    envelope: envelope('logs', hasErrors(problems) ? 'failed' : 'ok', problems),
  };
}
