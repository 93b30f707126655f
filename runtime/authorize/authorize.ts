import type { Attempt, Call, Decision, Permit, Refusal } from '../model/call.ts';
import { approvalIsGiven } from './approval-rule.ts';
import type { ApprovalRequest, Approvals } from './approvals.ts';
import {
  type Circumstances,
  grantIsHeld,
  prerequisitesAreMet,
  type Rule,
  scopesAreHeld,
  tierAllows,
} from './rules.ts';

/** The rules after the grant, in the order that decides: the first no wins and is the reason. */
export const rules: readonly Rule<Call>[] = [prerequisitesAreMet, tierAllows, scopesAreHeld];

export type Authorization =
  | { readonly permit: Permit; readonly decision: Decision }
  | { readonly refusal: Refusal; readonly decision: Decision; readonly requested: ApprovalRequest | null };

/**
 * Decides whether a call may run: grant, prerequisites, tier, scopes, approval. This is the only maker of a `Permit`.
 * Codes: `grant.not-held`, `prerequisite.unmet`, `tier.readonly`, `scope.missing`, `tier.strict`, `approval.denied`.
 */
export async function authorize(
  attempt: Attempt,
  circumstances: Circumstances,
  approvals: Approvals,
): Promise<Authorization> {
  const notHeld = grantIsHeld(attempt, circumstances);
  if (notHeld !== null || !isCall(attempt)) return refused(attempt, notHeld ?? grantOfNothing(attempt));
  for (const rule of rules) {
    const refusal = rule(attempt, circumstances);
    if (refusal !== null) return refused(attempt, refusal);
  }
  const approval = await approvalIsGiven(attempt, approvals);
  if (approval.refusal !== null) return refused(attempt, approval.refusal, approval.requested);
  const decision: Decision = {
    allowed: true,
    code: null,
    reason: approval.reason,
    tier: attempt.target.tier,
  };
  return { permit: { call: attempt, decision } as Permit, decision };
}

function isCall(attempt: Attempt): attempt is Call {
  return attempt.skill !== null && attempt.target !== null;
}

function grantOfNothing({ agent, skillId }: Attempt): Refusal {
  return {
    code: 'grant.not-held',
    reason: `agent ${agent.id} was granted ${skillId}, which does not exist`,
    approvalRequest: null,
  };
}

function refused(
  attempt: Attempt,
  refusal: Refusal,
  requested: ApprovalRequest | null = null,
): Authorization {
  const tier = attempt.target?.tier ?? null;
  return {
    refusal,
    decision: { allowed: false, code: refusal.code, reason: refusal.reason, tier },
    requested,
  };
}
