import type { ApprovalRequest } from '../authorize/approvals.ts';
import { problem } from '../model/problem.ts';
import { recordApproval } from '../pipeline/approval-events.ts';
import type { Context } from '../pipeline/context.ts';
import { type Envelope, envelope, invalid } from './envelope.ts';

/** Requests that wait for a person, oldest first, each with exactly what would run. */
export function approvals({ approvals: store }: Context): Envelope {
  return envelope('approvals', 'ok', [], { requests: store.pending().map(showRequest) });
}

/** A person's decision on a waiting request. Code: `request.unknown-approval`, `audit.unavailable`. */
export async function decide(
  verb: 'approve' | 'deny',
  requestId: string,
  reason: string | null,
  context: Context,
): Promise<Envelope> {
  const status = verb === 'approve' ? 'granted' : 'denied';
  const request = context.approvals.pending().find((each) => each.request_id === requestId);
  if (request === undefined) return invalid(verb, [unknownRequest(requestId, context)]);
  const failure = await recordApproval(status, request, reason, context);
  if (failure !== undefined) return envelope(verb, 'failed', [failure]);
  const decided = context.approvals.decide(requestId, status, reason);
  if (decided === undefined) return invalid(verb, [unknownRequest(requestId, context)]);
  return envelope(verb, 'ok', []);
}

function unknownRequest(requestId: string, { approvals: store }: Context) {
  const waiting = store.pending().map((each) => each.request_id);
  const hint = waiting.length > 0 ? `waiting: ${waiting.join(', ')}` : 'no request waits';
  return problem('request.unknown-approval', `no request ${JSON.stringify(requestId)} waits for a decision`, {
    hint,
  });
}

function showRequest({ call_digest: _digest, reason: _reason, ...request }: ApprovalRequest) {
  return request;
}
