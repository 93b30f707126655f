import type { AgentId, RunId, TopologyId } from '../model/ids.ts';
import type { Image, Message, ToolCall } from '../models/model.ts';
import type { MemberResults } from '../skills/member-memory.ts';

/** A run as data: everything that it needs to go on, in this process or in another one. */
export interface RunState {
  readonly runId: RunId;
  readonly topology: TopologyId;
  /** The agents at work, the entry agent first; the last one has the word. */
  readonly frames: readonly [Frame, ...Frame[]];
  /** Model turns so far, by agent, over the whole run. */
  readonly turns: Readonly<Record<string, number>>;
  /** What members of the pending call have given, where it is a composed one that waited. */
  readonly members?: MemberResults;
  /** Tool calls so far, of all agents, delegation included. */
  readonly calls: number;
}

/** One conversation: an agent that has been given a task. */
export interface Frame {
  readonly agent: AgentId;
  readonly messages: readonly Message[];
  /** Tool calls of the last turn that have no result yet, in order. */
  readonly pending: readonly ToolCall[];
  /** Model turns in this conversation. */
  readonly steps: number;
}

/** `images` go to the entry agent with what it is asked, and nowhere else. */
export function startState(
  runId: RunId,
  topology: TopologyId,
  entry: AgentId,
  input: string,
  images: readonly Image[] = [],
): RunState {
  const state: RunState = { runId, topology, frames: [newFrame(entry, input)], turns: {}, calls: 0 };
  return withEntryImages(state, images);
}

/** A conversation begins with its task and nothing else: an agent is told what it is given, not what others said or saw. */
export function newFrame(agent: AgentId, task: string): Frame {
  return { agent, messages: [{ role: 'user', text: task, images: [] }], pending: [], steps: 0 };
}

/** The images of the entry agent's first message. No other message has any. */
export function entryImages({ frames: [entry] }: RunState): readonly Image[] {
  const [first] = entry.messages;
  return first?.role === 'user' ? first.images : [];
}

export function withEntryImages(state: RunState, images: readonly Image[]): RunState {
  const [entry, ...others] = state.frames;
  const messages = entry.messages.map((message, index) =>
    index === 0 && message.role === 'user' ? { ...message, images } : message,
  );
  return { ...state, frames: [{ ...entry, messages }, ...others] };
}

export function topOf({ frames }: RunState): Frame {
  return frames.at(-1) ?? frames[0];
}

export function withTop(state: RunState, frame: Frame): RunState {
  const [first, ...others] = [...state.frames.slice(0, -1), frame];
  return { ...state, frames: [first ?? frame, ...others] };
}

export function pushed(state: RunState, frame: Frame): RunState {
  return { ...state, frames: [...state.frames, frame] };
}

/** Without the last conversation, or `undefined` where it was the entry agent's. */
export function popped(state: RunState): RunState | undefined {
  const [first, ...others] = state.frames.slice(0, -1);
  return first === undefined ? undefined : { ...state, frames: [first, ...others] };
}

/** The next pending call of the agent that has the word has its result. */
export function withResult(state: RunState, text: string): RunState {
  const frame = topOf(state);
  const [call, ...pending] = frame.pending;
  if (call === undefined) throw new Error('a result without a call');
  const messages: readonly Message[] = [...frame.messages, { role: 'tool', callId: call.id, text }];
  const { members: _, ...rest } = state;
  return withTop(rest, { ...frame, messages, pending });
}
