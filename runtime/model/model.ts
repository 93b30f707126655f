import type { CredentialId, ProviderId } from './ids.ts';

/** Where an agent's turns come from, as `providers/*.yaml` declares it or as this runtime knows it. */
export type ModelProvider = MockProvider | ScriptedProvider | RemoteProvider;

interface MockProvider {
  readonly id: ProviderId;
  readonly extends: 'mock';
}

export interface ScriptedProvider {
  readonly id: ProviderId;
  readonly extends: 'scripted';
  /** Absolute path of the YAML of turns. */
  readonly script: string;
}

export interface RemoteProvider {
  readonly id: ProviderId;
  readonly extends: 'openai-compatible' | 'anthropic';
  /** Null: the provider's own address. */
  readonly baseUrl: string | null;
  readonly key: ProviderKey | null;
  /** The model for an agent that names none. */
  readonly defaultModel: string | null;
}

/** The workspace's credential, or a variable that the provider's own tools use as well. */
type ProviderKey =
  | { readonly kind: 'credential'; readonly credential: CredentialId }
  | { readonly kind: 'variable'; readonly variable: string };

/** What an agent or a prompt skill says of its model. What it leaves out is settled when a run needs it. */
export interface ModelChoice {
  readonly provider: ProviderId | null;
  readonly name: string | null;
  readonly temperature: number | null;
  /** Tokens. */
  readonly maxTokens: number | null;
}

/** Says nothing: the workspace's choice holds, or the environment's. */
export const anyModel: ModelChoice = { provider: null, name: null, temperature: null, maxTokens: null };
