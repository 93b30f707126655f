import * as z from 'zod';
import { approvals, decide } from '../../verbs/approvals.ts';
import { type Answer, json, no, operation, type ServeWorld } from '../operation.ts';
import { ApprovalRow, DecisionBody, Job, NoQuery } from '../schemas.ts';

export const listApprovals = operation({
  id: 'listApprovals',
  method: 'get',
  path: '/approvals',
  summary: 'Requests that wait for a person, each with exactly what would run',
  query: NoQuery,
  answers: { status: 200, schema: z.strictObject({ requests: z.array(ApprovalRow) }) },
  problems: [],
  perform: (_, world) => json({ requests: approvals(world.context()).requests }),
});

const Decided = z.strictObject({
  request_id: z.string(),
  decision: z.enum(['approve', 'deny']),
  job: Job.nullable().describe(
    'The job that waited for it, which goes on; null where a call by another door did',
  ),
});

export const approveRequest = decision('approve', 'Let exactly the requested call run, once');
export const denyRequest = decision('deny', 'Refuse the requested call');

function decision(verb: 'approve' | 'deny', summary: string) {
  return operation({
    id: `${verb}Request`,
    method: 'post',
    path: `/approvals/{request_id}/${verb}`,
    summary: `${summary}; the job that waits goes on`,
    query: NoQuery,
    body: DecisionBody,
    answers: { status: 200, schema: Decided },
    problems: ['request.unknown-approval', 'audit.unavailable'],
    perform: ({ name, body }, world) => record(verb, name, body.reason ?? null, world),
  });
}

async function record(
  verb: 'approve' | 'deny',
  requestId: string,
  reason: string | null,
  world: ServeWorld,
): Promise<Answer> {
  const context = world.context();
  const runId = context.approvals.pending().find((each) => each.request_id === requestId)?.run_id;
  const { outcome, problems } = await decide(verb, requestId, reason, context);
  const [problem] = problems;
  if (outcome !== 'ok' || runId === undefined) {
    const code = outcome === 'failed' ? 'audit.unavailable' : 'request.unknown-approval';
    return no(
      code,
      problem?.message ?? 'it was not decided',
      problem?.hint == null ? {} : { hint: problem.hint },
    );
  }
  const goesOn = world.jobs.resume(runId);
  const job = goesOn ? (world.jobs.get(runId) ?? null) : null;
  return json({ request_id: requestId, decision: verb, job });
}
