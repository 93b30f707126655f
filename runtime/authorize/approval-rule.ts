import type { Call, Refusal } from '../model/call.ts';
import type { ApprovalRequest, Approvals } from './approvals.ts';
import { refuse } from './rules.ts';

/** What the last rule found: a refusal or none, and the request that it made, if it had to make one. */
export interface ApprovalFinding {
  readonly refusal: Refusal | null;
  readonly reason: string;
  readonly requested: ApprovalRequest | null;
}

/**
 * A strict call needs a person, who grants exactly this agent, skill and arguments, once. A call whose arguments would not
 * fill the command is refused without a request: nobody should be asked to approve what cannot run.
 */
export async function approvalIsGiven(call: Call, approvals: Approvals): Promise<ApprovalFinding> {
  const { tier, container, member } = call.target;
  if (tier !== 'strict') return { refusal: null, reason: `tier ${tier} lets it pass`, requested: null };
  const used = approvals.use(call);
  if (used !== undefined) {
    return { refusal: null, reason: `strict: approved by request ${used.request_id}`, requested: null };
  }
  const denied = approvals.denied(call);
  if (denied !== undefined) {
    const because = denied.reason === null ? '' : `: ${denied.reason}`;
    return refused(
      refuse('approval.denied', `a person denied this call of ${container}/${member}${because}`),
    );
  }
  const argv = await approvals.preview(call);
  if (!argv.ok) {
    const why = argv.problems.map((each) => each.message).join('; ');
    return refused(
      refuse('tier.strict', `strict requires explicit approval, and these arguments could not run: ${why}`),
    );
  }
  const { request, isNew } = approvals.request(call, argv.value);
  const reason = `strict requires explicit approval: request ${request.request_id} waits for a person.`;
  return refused(
    { code: 'tier.strict', reason, approvalRequest: request.request_id },
    isNew ? request : null,
  );
}

function refused(refusal: Refusal, requested: ApprovalRequest | null = null): ApprovalFinding {
  return { refusal, reason: refusal.reason, requested };
}
