import type { Failure } from '../model/call.ts';
import type { Json } from '../model/json.ts';

/** A model that answers one turn of a conversation. The only thing that the agent loop knows of any provider. */
export interface Model {
  /** Never rejects: what goes wrong is an answer as well. Codes: `model.*`, `credential.missing`. */
  turn(request: TurnRequest): Promise<TurnAnswer>;
}

export interface TurnRequest {
  /** Sent nowhere: a scripted model keeps a script for each. */
  readonly speaker: Speaker;
  readonly system: string | null;
  readonly messages: readonly Message[];
  /** In grant order. The order is part of what a model is told. */
  readonly tools: readonly ToolOffer[];
  readonly signal: AbortSignal | undefined;
  /** Called with each piece of the answer's text as it arrives. */
  readonly onText: ((text: string) => void) | undefined;
}

/** Who asks: an agent, with how many turns it has taken in this run, or a prompt skill. */
export type Speaker =
  | { readonly kind: 'agent'; readonly id: string; readonly turn: number }
  | { readonly kind: 'skill'; readonly id: string };

export type Message =
  | { readonly role: 'user'; readonly text: string; readonly images: readonly Image[] }
  | { readonly role: 'assistant'; readonly text: string; readonly toolCalls: readonly ToolCall[] }
  | { readonly role: 'tool'; readonly callId: string; readonly text: string };

export interface Image {
  readonly mediaType: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';
  readonly base64: string;
}

export interface ToolOffer {
  /** `[A-Za-z0-9_-]`, at most 64 characters: what every provider takes. */
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly parameters: Json;
}

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** As the model wrote it: JSON only if it behaved. */
  readonly argumentsText: string;
}

export interface Turn {
  readonly text: string;
  /** Empty where the turn ends the conversation. */
  readonly toolCalls: readonly ToolCall[];
}

export type TurnAnswer =
  | { readonly ok: true; readonly turn: Turn }
  | { readonly ok: false; readonly error: Failure };

export function answered(turn: Turn): TurnAnswer {
  return { ok: true, turn };
}

export function unanswered(error: Failure): TurnAnswer {
  return { ok: false, error };
}
