import { decisionEvent, executedEvent } from '../audit/events.ts';
import { authorize } from '../authorize/authorize.ts';
import { executeCommand } from '../execute/execute-command.ts';
import type { AuditEvent } from '../model/audit-event.ts';
import type { Attempt, Failure, Outcome, Permit, Refusal } from '../model/call.ts';
import type { RunId, SkillId } from '../model/ids.ts';
import { fromJson } from '../model/json.ts';
import type { Problem } from '../model/problem.ts';
import type { MemberCall } from '../skills/compose.ts';
import { type MemberMemory, memberMemory } from '../skills/member-memory.ts';
import { settleEffects } from '../skills/settle-effects.ts';
import { approvalEvent } from './approval-events.ts';
import type { Context } from './context.ts';
import { type CallRequest, identify } from './identify.ts';

/** What became of a call: it could not be understood, it was refused, or it was permitted and had an outcome. */
export type CallReport =
  | { readonly kind: 'invalid'; readonly problems: readonly Problem[] }
  | { readonly kind: 'denied'; readonly runId: RunId; readonly skillId: SkillId; readonly refusal: Refusal }
  | {
      readonly kind: 'permitted';
      readonly runId: RunId;
      readonly skillId: SkillId;
      readonly outcome: Exclude<Outcome, { kind: 'refused' }>;
    };

/**
 * One call, from its names to its record, through whichever door it came:
 *
 *   identify -> authorize -> record the decision -> execute -> record the outcome
 *
 * The decision is on disk before anything starts. What cannot be recorded does not run. `memory` holds what members of this very call
 * gave before it had to wait for a person.
 */
export async function performCall(
  request: CallRequest,
  context: Context,
  memory: MemberMemory = memberMemory(),
): Promise<CallReport> {
  const identified = identify(context.workspace, request);
  if (!identified.ok) return { kind: 'invalid', problems: identified.problems };
  const attempt = await settleEffects(identified.value, context);
  const { runId, skillId } = attempt;
  const authorization = await authorize(attempt, circumstancesOf(attempt, context), context.approvals);
  const decided = [decisionEvent(attempt, authorization.decision, context.eventTools)];
  if ('refusal' in authorization && authorization.requested !== null) {
    decided.push(approvalEvent('approval.requested', authorization.requested, null, context));
  }
  const unrecorded = await record(decided, context);
  if (unrecorded !== undefined) return { kind: 'permitted', runId, skillId, outcome: failed(unrecorded) };
  if ('refusal' in authorization) {
    const { refusal } = authorization;
    return {
      kind: 'denied',
      runId,
      skillId,
      refusal: { ...refusal, reason: context.redact(refusal.reason) },
    };
  }
  const outcome = await execute(authorization.permit, request, context, memory);
  const lost = await record([executedEvent(authorization.permit.call, outcome, context.eventTools)], context);
  if (lost !== undefined) return { kind: 'permitted', runId, skillId, outcome: failed(lost) };
  if (outcome.kind === 'refused') return { kind: 'denied', runId, skillId, refusal: outcome.refusal };
  return { kind: 'permitted', runId, skillId, outcome };
}

function circumstancesOf({ runId, agent, skillId }: Attempt, { workspace, journal }: Context) {
  // The record of the run is what says which prerequisites have succeeded; most skills have none, and then it is not read.
  const events = agent.requires.has(skillId) ? journal.readRun(runId).events : [];
  const succeeded = events.filter(
    (event) =>
      event.event_type === 'skill.executed' &&
      event.agent_id === agent.id &&
      event.payload.get('outcome') === 'ok',
  );
  return {
    governance: workspace.governance,
    succeeded: new Set(succeeded.map((event) => event.skill_id as SkillId)),
  };
}

/** Every backing takes a permit and nothing less. */
async function execute(
  permit: Permit,
  request: CallRequest,
  context: Context,
  memory: MemberMemory,
): Promise<Outcome> {
  const { ports, secrets, redact, signal, backings } = context;
  if (permit.call.target.kind === 'command') {
    return executeCommand(permit, { ports, secrets, redact, ...(signal === undefined ? {} : { signal }) });
  }
  const { executeSkill } = await import('../skills/execute-skill.ts');
  /** A member is a call like any other, of the same agent in the same run: holding the whole is not holding its parts. */
  const callMember: MemberCall = (skill, values, own) =>
    performCall({ ...request, skill, arguments: fromJson(values) }, context, own);
  return executeSkill(permit, { ports, redact, backings, callMember, memory, signal });
}

/** In order; the first that cannot be written is why the call ends. */
async function record(events: readonly AuditEvent[], { journal }: Context): Promise<Failure | undefined> {
  for (const event of events) {
    const failure = await journal.append(event);
    if (failure !== undefined) return failure;
  }
  return undefined;
}

function failed(error: Failure): Exclude<Outcome, { kind: 'refused' }> {
  return { kind: 'failed', error };
}
