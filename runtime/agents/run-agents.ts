import type { Failure, Refusal } from '../model/call.ts';
import { failure } from '../model/failure.ts';
import type { AgentId, SkillId } from '../model/ids.ts';
import type { Agent, Topology } from '../model/workspace.ts';
import type { Context } from '../pipeline/context.ts';
import { answerCall } from './answer-call.ts';
import type { Audience } from './audience.ts';
import type { Limits } from './limits.ts';
import { type Frame, popped, type RunState, topOf, withResult, withTop } from './state.ts';
import { type Toolbox, toolbox } from './tools.ts';

/** How a run ended, or why it stands still. */
export type RunEnd =
  | { readonly kind: 'done'; readonly text: string; readonly state: RunState }
  | { readonly kind: 'failed'; readonly error: Failure; readonly state: RunState }
  /** A person has to decide first: the state goes on from the very call. */
  | {
      readonly kind: 'waiting';
      readonly agent: AgentId;
      readonly skill: SkillId;
      readonly refusal: Refusal;
      readonly state: RunState;
    };

export interface RunWorld {
  readonly context: Context;
  readonly topology: Topology;
  readonly limits: Limits;
  readonly audience: Audience;
}

export type Step = { readonly kind: 'go-on'; readonly state: RunState } | RunEnd;

/** Takes turns with the models until the entry agent has said its last word. Everything else that may happen is an end as well. */
export async function runAgents(start: RunState, world: RunWorld): Promise<RunEnd> {
  const toolboxes = new Map(
    [...world.topology.agents.values()].map((agent) => [
      agent.id,
      toolbox(agent, world.topology, world.context.workspace),
    ]),
  );
  let step: Step = { kind: 'go-on', state: start };
  while (step.kind === 'go-on') step = await nextStep(step.state, world, toolboxes);
  return step;
}

function nextStep(state: RunState, world: RunWorld, toolboxes: ReadonlyMap<AgentId, Toolbox>): Promise<Step> {
  const frame = topOf(state);
  const agent = world.topology.agents.get(frame.agent);
  const tools = toolboxes.get(frame.agent);
  if (agent === undefined || tools === undefined)
    throw new Error(`topology ${state.topology} has no agent ${frame.agent}`);
  if (world.context.signal?.aborted === true) {
    return Promise.resolve({
      kind: 'failed',
      state,
      error: failure('model.interrupted', 'the run was interrupted'),
    });
  }
  const [call] = frame.pending;
  return call === undefined
    ? takeTurn(state, frame, agent, tools, world)
    : answerCall(state, agent, call, tools, world);
}

async function takeTurn(
  state: RunState,
  frame: Frame,
  agent: Agent,
  tools: Toolbox,
  world: RunWorld,
): Promise<Step> {
  const { context, limits, audience } = world;
  if (frame.steps >= limits.steps) return stepLimit(state, agent, limits);
  const opened = await context.backings.model(agent.model, `agent ${agent.id}`);
  if (!opened.ok) return { kind: 'failed', error: opened.error, state };
  const turn = state.turns[agent.id] ?? 0;
  const answer = await opened.model.turn({
    speaker: { kind: 'agent', id: agent.id, turn },
    system: agent.prompt,
    messages: frame.messages,
    tools: tools.offers,
    signal: context.signal,
    onText: agent.parent === null ? (text) => audience.onText(text) : undefined,
  });
  if (!answer.ok) return { kind: 'failed', error: redacted(answer.error, context), state };
  const { text, toolCalls } = answer.turn;
  const counted: RunState = {
    ...state,
    turns: { ...state.turns, [agent.id]: turn + 1 },
    calls: state.calls + toolCalls.length,
  };
  if (counted.calls > limits.calls) return callLimit(counted, limits);
  if (toolCalls.length === 0) return lastWord(counted, context.redact(text));
  const messages: Frame['messages'] = [...frame.messages, { role: 'assistant', text, toolCalls }];
  return {
    kind: 'go-on',
    state: withTop(counted, { ...frame, messages, pending: toolCalls, steps: frame.steps + 1 }),
  };
}

/** An agent has nothing left to ask for: its text is the run's, or the result of the call that delegated to it. */
function lastWord(state: RunState, text: string): Step {
  const outer = popped(state);
  return outer === undefined
    ? { kind: 'done', text, state }
    : { kind: 'go-on', state: withResult(outer, text) };
}

function stepLimit(state: RunState, agent: Agent, { steps }: Limits): Step {
  const message = `agent ${agent.id} took ${steps} turns and has not come to an end`;
  return {
    kind: 'failed',
    state,
    error: failure('model.step-limit', message, 'raise SWARMKIT_MAX_STEPS, or give it a smaller task'),
  };
}

function callLimit(state: RunState, { calls }: Limits): Step {
  const message = `the run asked for ${state.calls} tool calls, more than the ${calls} that it may make`;
  return {
    kind: 'failed',
    state,
    error: failure('model.call-limit', message, 'raise SWARMKIT_MAX_TOOL_CALLS, or give it a smaller task'),
  };
}

function redacted(error: Failure, { redact }: Context): Failure {
  return { ...error, message: redact(error.message), hint: error.hint === null ? null : redact(error.hint) };
}
