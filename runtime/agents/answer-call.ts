import type { Refusal } from '../model/call.ts';
import type { SkillId } from '../model/ids.ts';
import type { Agent } from '../model/workspace.ts';
import type { ToolCall } from '../models/model.ts';
import { recordApproval } from '../pipeline/approval-events.ts';
import { type CallReport, performCall } from '../pipeline/call.ts';
import { memberMemory } from '../skills/member-memory.ts';
import { agentText } from '../verbs/call.ts';
import type { RunWorld, Step } from './run-agents.ts';
import { newFrame, pushed, type RunState, withResult } from './state.ts';
import type { Toolbox } from './tools.ts';

type Parsed = { readonly ok: true; readonly value: object } | { readonly ok: false; readonly fault: string };

/** One tool call of a model: a delegation opens a conversation, anything else is a call like one through any other door. */
export function answerCall(
  state: RunState,
  agent: Agent,
  call: ToolCall,
  tools: Toolbox,
  world: RunWorld,
): Promise<Step> {
  const meaning = tools.meaningOf(call.name);
  const parsed = parseArguments(call.argumentsText);
  world.audience.onProgress({
    kind: 'call',
    agent: agent.id,
    tool: call.name,
    argumentsText: call.argumentsText,
  });
  if (meaning?.kind === 'delegate') return Promise.resolve(delegate(state, meaning.agent, parsed));
  // A tool that was not offered is a skill that the agent does not hold: the pipeline says so, and has it on record.
  const skill = meaning?.skill ?? (call.name as SkillId);
  if (!parsed.ok) {
    world.audience.onProgress({ kind: 'result', agent: agent.id, tool: call.name, outcome: 'failed' });
    return Promise.resolve(goOn(state, `[skill:${skill}] ${parsed.fault}`));
  }
  return callSkill(state, agent, skill, parsed.value, world);
}

function delegate(state: RunState, child: Agent['id'], parsed: Parsed): Step {
  if (!parsed.ok) return goOn(state, `[agent:${child}] ${parsed.fault}`);
  const task: unknown = 'task' in parsed.value ? parsed.value.task : undefined;
  if (typeof task !== 'string' || task.trim() === '')
    return goOn(state, `[agent:${child}] the arguments lack a task: {"task": "..."}`);
  return { kind: 'go-on', state: pushed(state, newFrame(child, task)) };
}

async function callSkill(
  state: RunState,
  agent: Agent,
  skill: SkillId,
  values: object,
  world: RunWorld,
): Promise<Step> {
  const { context, audience } = world;
  const request = { topology: state.topology, agent: agent.id, skill, arguments: values, runId: state.runId };
  const memory = memberMemory(state.members);
  let report = await performCall(request, context, memory);
  const refusal = waitsForPerson(report);
  if (refusal !== undefined) {
    const decided = await askPerson(refusal, world);
    if (decided === undefined) {
      return {
        kind: 'waiting',
        agent: agent.id,
        skill,
        refusal,
        state: { ...state, members: memory.results() },
      };
    }
    report = await performCall(request, context, memory);
  }
  audience.onProgress({ kind: 'result', agent: agent.id, tool: skill, outcome: outcomeOf(report) });
  if (report.kind === 'invalid')
    return goOn(state, `[skill:${skill}] ${report.problems.map((each) => each.message).join('; ')}`);
  if (
    report.kind === 'permitted' &&
    report.outcome.kind === 'failed' &&
    endsRun.has(report.outcome.error.code)
  ) {
    return { kind: 'failed', error: report.outcome.error, state };
  }
  return goOn(state, context.redact(agentText(report)));
}

/** What no model can do anything about: the person wants to stop, or nothing can be put on record. */
const endsRun: ReadonlySet<string> = new Set([
  'command.interrupted',
  'mcp.interrupted',
  'model.interrupted',
  'audit.unavailable',
]);

function waitsForPerson(report: CallReport): (Refusal & { readonly approvalRequest: string }) | undefined {
  if (report.kind !== 'denied' || report.refusal.approvalRequest === null) return undefined;
  return { ...report.refusal, approvalRequest: report.refusal.approvalRequest };
}

/** Whether somebody has decided, one way or the other. */
async function askPerson(
  { approvalRequest }: { readonly approvalRequest: string },
  { context, audience }: RunWorld,
): Promise<true | undefined> {
  const request = context.approvals.pending().find((each) => each.request_id === approvalRequest);
  const isGranted = request === undefined ? undefined : await audience.ask(request);
  if (request === undefined || isGranted === undefined) return undefined;
  const status = isGranted ? 'granted' : 'denied';
  const unrecorded = await recordApproval(status, request, null, context);
  if (unrecorded !== undefined) return undefined;
  return context.approvals.decide(request.request_id, status, null) === undefined ? undefined : true;
}

function parseArguments(text: string): Parsed {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ok: true, value };
    return { ok: false, fault: 'the arguments are not a JSON object' };
  } catch {
    return { ok: false, fault: 'the arguments are not JSON: send one JSON object' };
  }
}

function outcomeOf(report: CallReport): 'ok' | 'denied' | 'failed' {
  if (report.kind === 'denied') return 'denied';
  return report.kind === 'permitted' && report.outcome.kind === 'ok' ? 'ok' : 'failed';
}

function goOn(state: RunState, text: string): Step {
  return { kind: 'go-on', state: withResult(state, text) };
}
