import { type Audience, noAudience } from '../agents/audience.ts';
import { limitsFrom } from '../agents/limits.ts';
import { type RunEnd, runAgents } from '../agents/run-agents.ts';
import type { RunState } from '../agents/state.ts';
import { openWaitingRuns } from '../agents/waiting-runs.ts';
import { attachmentsPayload, buildEvent } from '../audit/events.ts';
import type { EventType } from '../model/audit-event.ts';
import type { Failure } from '../model/call.ts';
import type { Json } from '../model/json.ts';
import type { Context } from '../pipeline/context.ts';
import { beginRun, goOnWith, type RunParams, type Start } from './begin-run.ts';
import { refusalText } from './call.ts';
import { type Envelope, envelope, invalid } from './envelope.ts';

/**
 * Runs a topology, or goes on with a run that waited. Outcome `denied` with an `approval_request`: the run stands still until a person
 * has decided, and then goes on with `--resume`. Codes: `request.unknown-topology`, `request.unknown-run`, `attachment.*`, `model.*`,
 * `audit.unavailable`.
 */
export async function run(
  params: RunParams,
  context: Context,
  audience: Audience = noAudience,
): Promise<Envelope> {
  const waiting = openWaitingRuns(context.workspace.stateDir, context.ports.files, context.redact);
  const found =
    params.resume === undefined
      ? await beginRun(params, context)
      : goOnWith(waiting.take(params.resume), params.resume, context);
  if (!found.ok) return invalid('run', found.problems);
  const { state, topology } = found.value;
  const unrecorded = await recordStart(found.value, context);
  if (unrecorded !== undefined) return failedRun(state, unrecorded);
  const end = await runAgents(state, {
    context,
    topology,
    limits: limitsFrom(context.ports.host.env),
    audience,
  });
  if (end.kind === 'waiting') waiting.save(end.state);
  const lost = await record('run.ended', end.state, endPayload(end), context);
  return lost === undefined ? endEnvelope(end) : failedRun(state, lost);
}

async function recordStart(
  { state, payload, attachments }: Start,
  context: Context,
): Promise<Failure | undefined> {
  const unrecorded = await record('run.started', state, payload, context);
  if (unrecorded !== undefined || attachments.length === 0) return unrecorded;
  return record('run.attachments', state, attachmentsPayload(attachments), context);
}

function record(
  type: EventType,
  { runId }: RunState,
  payload: readonly [string, Json][],
  context: Context,
): Promise<Failure | undefined> {
  const subject = { runId, agentId: null, skillId: null, target: null };
  return context.journal.append(buildEvent(type, subject, new Map(payload), context.eventTools));
}

function endPayload(end: RunEnd): readonly [string, Json][] {
  const turns = Object.values(end.state.turns).reduce((sum, each) => sum + each, 0);
  const counts: readonly [string, Json][] = [
    ['turns', turns],
    ['tool_calls', end.state.calls],
  ];
  if (end.kind === 'done') return [['outcome', 'ok'], ...counts];
  if (end.kind === 'failed')
    return [['outcome', 'failed'], ['code', end.error.code], ['reason', end.error.message], ...counts];
  return [['outcome', 'waiting'], ['approval_request', end.refusal.approvalRequest], ...counts];
}

function endEnvelope(end: RunEnd): Envelope {
  const run_id = end.state.runId;
  if (end.kind === 'failed') return failedRun(end.state, end.error);
  if (end.kind === 'done') return envelope('run', 'ok', [], { run_id, text: end.text });
  const { code, reason, approvalRequest: approval_request } = end.refusal;
  const text = refusalText(end.skill, end.refusal);
  return envelope('run', 'denied', [], { run_id, text, refusal: { code, reason, approval_request } });
}

function failedRun({ runId: run_id }: RunState, error: Failure): Envelope {
  return envelope('run', 'failed', [], { run_id, text: error.message, error });
}
