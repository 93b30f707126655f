import { type Audience, noAudience } from '../agents/audience.ts';
import { limitsFrom } from '../agents/limits.ts';
import { type RunEnd, runAgents } from '../agents/run-agents.ts';
import { type RunState, startState } from '../agents/state.ts';
import { openWaitingRuns } from '../agents/waiting-runs.ts';
import { buildEvent } from '../audit/events.ts';
import type { EventType } from '../model/audit-event.ts';
import type { Failure } from '../model/call.ts';
import type { RunId, TopologyId } from '../model/ids.ts';
import type { Json } from '../model/json.ts';
import { type Problem, problem } from '../model/problem.ts';
import type { Agent, Topology } from '../model/workspace.ts';
import type { Context } from '../pipeline/context.ts';
import { refusalText } from './call.ts';
import { type Envelope, envelope, invalid } from './envelope.ts';

export interface RunParams {
  readonly topology?: string;
  readonly input?: string;
  /** A run that waits for a person, to be gone on with. */
  readonly resume?: string;
}

/**
 * Runs a topology, or goes on with a run that waited. Outcome `denied` with an `approval_request`: the run stands still until a person
 * has decided, and then goes on with `--resume`. Codes: `request.unknown-topology`, `request.unknown-run`, `model.*`, `audit.unavailable`.
 */
export async function run(
  params: RunParams,
  context: Context,
  audience: Audience = noAudience,
): Promise<Envelope> {
  const waiting = openWaitingRuns(context.workspace.stateDir, context.ports.files, context.redact);
  const found =
    params.resume === undefined
      ? begin(params, context)
      : goOnWith(waiting.take(params.resume), params.resume, context);
  if (!found.ok) return invalid('run', [found.problem]);
  const { state, topology, payload } = found;
  const unrecorded = await record('run.started', state, payload, context);
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

type Start =
  | {
      readonly ok: true;
      readonly state: RunState;
      readonly topology: Topology;
      readonly payload: readonly [string, Json][];
    }
  | { readonly ok: false; readonly problem: Problem };

function begin({ topology: name = '', input = '' }: RunParams, { workspace, ports, redact }: Context): Start {
  const topology = workspace.topologies.get(name as TopologyId);
  if (topology === undefined) {
    const hint = `there are: ${[...workspace.topologies.keys()].join(', ') || 'none'}`;
    return {
      ok: false,
      problem: problem('request.unknown-topology', `there is no topology ${JSON.stringify(name)}`, { hint }),
    };
  }
  const state = startState(ports.ids.next('run') as RunId, topology.id, entryOf(topology).id, redact(input));
  return {
    ok: true,
    state,
    topology,
    payload: [
      ['topology', topology.id],
      ['input', input],
    ],
  };
}

function goOnWith(state: RunState | undefined, runId: string, { workspace }: Context): Start {
  const topology = state === undefined ? undefined : workspace.topologies.get(state.topology);
  if (state === undefined || topology === undefined) {
    const message = `no run ${JSON.stringify(runId)} waits to be resumed`;
    return {
      ok: false,
      problem: problem('request.unknown-run', message, {
        hint: 'a run waits when it ended with an approval_request',
      }),
    };
  }
  return {
    ok: true,
    state,
    topology,
    payload: [
      ['topology', topology.id],
      ['resumed', true],
    ],
  };
}

function entryOf(topology: Topology): Agent {
  const entry = [...topology.agents.values()].find((agent) => agent.parent === null);
  if (entry === undefined) throw new Error(`topology ${topology.id} passed the load without an entry agent`);
  return entry;
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
