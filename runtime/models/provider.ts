import type { ProviderId } from '../model/ids.ts';
import type { ModelProvider, RemoteProvider } from '../model/model.ts';

/** There without any file. A provider of the same id in `providers/` stands in for it. */
export const builtInProviders: ReadonlyMap<ProviderId, ModelProvider> = new Map(
  [
    { id: 'mock' as ProviderId, extends: 'mock' } as const,
    remote('openai', 'openai-compatible', 'OPENAI_API_KEY'),
    remote('anthropic', 'anthropic', 'ANTHROPIC_API_KEY'),
  ].map((provider) => [provider.id, provider]),
);

function remote(id: string, base: RemoteProvider['extends'], variable: string): RemoteProvider {
  const key = { kind: 'variable', variable } as const;
  return { id: id as ProviderId, extends: base, baseUrl: null, key, defaultModel: null };
}
