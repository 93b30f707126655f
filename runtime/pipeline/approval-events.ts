import { buildEvent, type EventTools } from '../audit/events.ts';
import type { ApprovalRequest } from '../authorize/approvals.ts';
import type { AuditEvent } from '../model/audit-event.ts';
import type { Failure } from '../model/call.ts';
import type { SkillId } from '../model/ids.ts';
import type { Json } from '../model/json.ts';
import type { Context } from './context.ts';
import { targetOf } from './target.ts';

type ApprovalEventType = 'approval.requested' | 'approval.granted' | 'approval.denied';

/** A step in the life of an approval, in the run that asked for it. */
export function approvalEvent(
  type: ApprovalEventType,
  request: ApprovalRequest,
  reason: string | null,
  { workspace, eventTools }: { readonly workspace: Context['workspace']; readonly eventTools: EventTools },
): AuditEvent {
  const skill = workspace.skills.get(request.skill as SkillId);
  const target = skill === undefined ? null : targetOf(skill, workspace);
  const subject = { runId: request.run_id, agentId: request.agent, skillId: request.skill, target };
  const payload = new Map<string, Json>([
    ['request_id', request.request_id],
    ['argv', request.argv],
    ...(reason === null ? [] : [['reason', reason] as const]),
  ]);
  return buildEvent(type, subject, payload, eventTools);
}

/** Records a person's decision. What cannot be recorded is not decided: the failure is why. */
export function recordApproval(
  status: 'granted' | 'denied',
  request: ApprovalRequest,
  reason: string | null,
  context: Context,
): Promise<Failure | undefined> {
  return context.journal.append(approvalEvent(`approval.${status}`, request, reason, context));
}
