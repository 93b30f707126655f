import { inOrderOfTime, type RunAudit } from '../audit/journal.ts';
import type { Context } from '../pipeline/context.ts';
import { badRunId, runId as runIdForm } from '../pipeline/identify.ts';
import { envelope, invalid } from './envelope.ts';
import type { Reply, VerbParams } from './perform.ts';

/**
 * Audit events, oldest first: of one run, of the last runs, or all. Where a record does not verify, torn ones included, the outcome is
 * `failed` and the envelope says where: who reads the events must not take them for all there were.
 */
export function logs({ runId, last }: VerbParams, { journal }: Context): Reply {
  if (runId !== undefined && !runIdForm.test(runId))
    return { events: [], envelope: invalid('logs', [badRunId()]) };
  const runs: readonly RunAudit[] = runId === undefined ? journal.readRuns(last) : [journal.readRun(runId)];
  const problems = runs.flatMap((run) => run.problems);
  return {
    events: inOrderOfTime(runs),
    envelope: envelope('logs', problems.length > 0 ? 'failed' : 'ok', problems),
  };
}
