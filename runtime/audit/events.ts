import type { Attachment } from '../attachments/attachment.ts';
import { type Redactor, redactJson } from '../execute/redaction.ts';
import type { AuditDecision, AuditEvent, EventType } from '../model/audit-event.ts';
import type { Attempt, Call, Decision, Facts, Outcome, OutputDigest, Target } from '../model/call.ts';
import type { Json, JsonMap } from '../model/json.ts';
import type { Clock, Ids } from '../ports/ports.ts';

/** What every event needs. Everything that goes into one passes `redact`. */
export interface EventTools {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly redact: Redactor;
}

/** Whose event it is. */
export interface Subject {
  readonly runId: string;
  readonly agentId: string | null;
  readonly skillId: string | null;
  readonly target: Target | null;
}

export function subjectOf({ runId, agent, skillId, target }: Attempt): Subject {
  return { runId, agentId: agent.id, skillId, target };
}

/** `policy.decision`: what was asked for, and what was decided. Before anything runs. */
export function decisionEvent(attempt: Attempt, decision: Decision, tools: EventTools): AuditEvent {
  const target = attempt.target === null ? noTarget : [];
  const payload: JsonMap = new Map<string, Json>([...target, ['arguments', attempt.arguments]]);
  return buildEvent('policy.decision', subjectOf(attempt), payload, tools, decision);
}

/**
 * `skill.executed`: what ran and how it went. `outcome` is `ok` or `failed`; of the output only sizes in
 * bytes and digests, since the audit is kept longer, and read by more people, than an answer should be.
 */
export function executedEvent(call: Call, outcome: Outcome, tools: EventTools): AuditEvent {
  const { code, reason } = faultOf(outcome);
  const payload: JsonMap = new Map<string, Json>([
    ['outcome', outcome.kind === 'ok' ? 'ok' : 'failed'],
    ['code', code],
    ['reason', reason],
    ['arguments', call.arguments],
    ...(outcome.facts === undefined ? [] : factRows(outcome.facts)),
  ]);
  return buildEvent('skill.executed', subjectOf(call), payload, tools);
}

function faultOf(outcome: Outcome): { readonly code: string | null; readonly reason: string | null } {
  if (outcome.kind === 'refused') return outcome.refusal;
  return outcome.kind === 'failed'
    ? { code: outcome.error.code, reason: outcome.error.message }
    : { code: null, reason: null };
}

function factRows(facts: Facts): readonly [string, Json][] {
  if (!('argv' in facts)) {
    return [
      ['duration_ms', facts.durationMs],
      ['output', digestRow(facts.output)],
    ];
  }
  return [
    ['argv', facts.argv],
    ['exit_code', facts.exitCode],
    ['signal', facts.signal],
    ['duration_ms', facts.durationMs],
    ['stdout', digestRow(facts.stdout)],
    ['stderr', digestRow(facts.stderr)],
  ];
}

function digestRow({ bytes, sha256 }: OutputDigest): JsonMap {
  return new Map<string, Json>([
    ['bytes', bytes],
    ['sha256', sha256],
  ]);
}

/** Of `run.attachments`: what was attached, by digest. Never a byte of it. */
export function attachmentsPayload(attachments: readonly Attachment[]): readonly [string, Json][] {
  const rows = attachments.map(
    ({ name, mediaType, bytes, sha256, source }): JsonMap =>
      new Map<string, Json>([
        ['name', name],
        ['media_type', mediaType],
        ['size', bytes.length],
        ['sha256', sha256],
        ['source', source],
      ]),
  );
  return [
    ['count', rows.length],
    ['attachments', rows],
  ];
}

/**
 * Any other event (`run.started`, `approval.granted`, ...). `payload` is plain data, keys as they shall stand
 * there.
 */
export function buildEvent(
  type: EventType,
  { runId, agentId, skillId, target }: Subject,
  payload: JsonMap,
  { clock, ids, redact }: EventTools,
  decision: AuditDecision | null = null,
): AuditEvent {
  return {
    event_id: ids.next('event'),
    event_type: type,
    timestamp: clock.now().toISOString(),
    run_id: runId,
    agent_id: agentId,
    skill_id: skillId === null ? null : redact(skillId),
    action: target === null ? null : actionOf(target),
    decision: decision === null ? null : redactDecision(decision, redact),
    payload: redactMap(new Map([...targetRows(target), ...payload]), redact),
  };
}

/** A label for people (`command:call:<pack>:<command>`); what it is made of stands in the payload. */
function actionOf({ provider, container, member }: Target): string {
  return `${provider}:call:${container}:${member}`;
}

function targetRows(target: Target | null): readonly [string, Json][] {
  if (target === null) return [];
  const { provider, container, member, effects } = target;
  return [
    ['provider', provider],
    ['container', container],
    ['member', member],
    ['effects', effects],
  ];
}

/** Where there is no such skill, nobody can say what backs it. */
const noTarget: readonly [string, Json][] = ['provider', 'container', 'member', 'effects'].map((field) => [
  field,
  null,
]);

function redactDecision({ allowed, code, reason, tier }: AuditDecision, redact: Redactor): AuditDecision {
  return { allowed, code, reason: redact(reason), tier };
}

function redactMap(payload: JsonMap, redact: Redactor): JsonMap {
  const redacted = redactJson(redact, payload);
  return redacted instanceof Map ? redacted : payload;
}
