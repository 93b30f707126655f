import type { Secrets } from '../execute/credentials.ts';
import type { Failure } from '../model/call.ts';
import { failure } from '../model/failure.ts';
import type { ProviderId } from '../model/ids.ts';
import type { ModelChoice, ModelProvider, RemoteProvider } from '../model/model.ts';
import type { Workspace } from '../model/workspace.ts';
import type { Ports } from '../ports/ports.ts';
import { mockModel } from './mock.ts';
import type { Model } from './model.ts';
import { builtInProviders } from './provider.ts';
import type { ModelSettings } from './settings.ts';

export interface ModelSurroundings {
  readonly workspace: Pick<Workspace, 'providers' | 'model'>;
  readonly secrets: Secrets;
  readonly ports: Pick<Ports, 'files' | 'clock' | 'host'>;
}

export type OpenedModel =
  | { readonly ok: true; readonly model: Model }
  | { readonly ok: false; readonly error: Failure };

/**
 * The model for one agent or prompt skill. `SWARMKIT_PROVIDER` and `SWARMKIT_MODEL` come before what the agent says, and that before
 * the workspace's `model`. A provider's client is imported when it is first needed: `validate` and `call` never pay for it.
 * Codes: `model.unknown-provider`, `credential.missing`.
 */
export async function openModel(
  choice: ModelChoice,
  asker: string,
  surroundings: ModelSurroundings,
): Promise<OpenedModel> {
  const { workspace, ports } = surroundings;
  const id = ports.host.env.get('SWARMKIT_PROVIDER') || choice.provider || workspace.model.provider;
  const known = new Map([...builtInProviders, ...workspace.providers]);
  const provider = id === null ? undefined : known.get(id as ProviderId);
  if (provider === undefined) return failed(unknownProvider(id, asker, [...known.keys()]));
  return open(provider, choice, asker, surroundings);
}

async function open(
  provider: ModelProvider,
  choice: ModelChoice,
  asker: string,
  { workspace, secrets, ports }: ModelSurroundings,
): Promise<OpenedModel> {
  if (provider.extends === 'mock') return { ok: true, model: mockModel };
  if (provider.extends === 'scripted') {
    const { scriptedModel } = await import('./scripted.ts');
    return { ok: true, model: scriptedModel(provider, ports.files) };
  }
  const name =
    ports.host.env.get('SWARMKIT_MODEL') || choice.name || workspace.model.name || provider.defaultModel;
  if (!name) return failed(noName(provider.id, asker));
  const key = readKey(provider, secrets, ports.host.env);
  if (!key.ok) return failed(key.error);
  const settings: ModelSettings = {
    name,
    temperature: choice.temperature ?? workspace.model.temperature,
    maxTokens: choice.maxTokens ?? workspace.model.maxTokens,
  };
  if (provider.extends === 'anthropic') {
    const { anthropicModel } = await import('./anthropic.ts');
    return { ok: true, model: anthropicModel(provider, key.value, settings, ports.clock) };
  }
  const { openAiModel } = await import('./openai.ts');
  return { ok: true, model: openAiModel(provider, key.value, settings, ports.clock) };
}

type Key =
  | { readonly ok: true; readonly value: string | null }
  | { readonly ok: false; readonly error: Failure };

function readKey({ id, key }: RemoteProvider, secrets: Secrets, env: ReadonlyMap<string, string>): Key {
  if (key === null) return { ok: true, value: null };
  const value = key.kind === 'credential' ? secrets.values.get(key.credential) : env.get(key.variable);
  if (value) return { ok: true, value };
  const fault =
    key.kind === 'credential'
      ? `credential ${key.credential}: ${secrets.missing.get(key.credential) ?? 'the workspace does not declare it'}`
      : `the environment variable ${key.variable} is not there`;
  const hint = 'set it where the runtime is started';
  return {
    ok: false,
    error: failure('credential.missing', `provider ${id} has no key: ${fault}`, hint),
  };
}

function unknownProvider(id: string | null, asker: string, known: readonly string[]): Failure {
  const message =
    id === null
      ? `${asker} has no model provider`
      : `${asker} asks for model provider ${JSON.stringify(id)}, which is not there`;
  const hint = `set model.provider or SWARMKIT_PROVIDER to one of ${known.join(', ')}, or declare one in providers/`;
  return failure('model.unknown-provider', message, hint);
}

function noName(provider: string, asker: string): Failure {
  const hint = 'set model.name, SWARMKIT_MODEL or models.default of the provider';
  return failure('model.unknown-provider', `${asker} names no model of provider ${provider}`, hint);
}

function failed(error: Failure): OpenedModel {
  return { ok: false, error };
}
