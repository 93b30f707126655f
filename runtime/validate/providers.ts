import type { CredentialId, ProviderId } from '../model/ids.ts';
import type { ModelChoice, ModelProvider } from '../model/model.ts';
import { type Problem, problem } from '../model/problem.ts';
import type { Declarations, Declared } from './declare.ts';
import { expandVariables } from './pack-environment.ts';
import type { ModelDeclaration, ProviderDeclaration } from './schemas/model.ts';

/**
 * Model providers with `${VAR}` expanded and their keys declared. Whether an agent names one that exists is not asked here: `validate`
 * and `call` need no model. Codes: `schema.unset-variable`, `schema.pattern-mismatch`, `command-pack.unknown-credential`.
 */
export function checkProviders(
  declarations: Declarations,
  hostEnv: ReadonlyMap<string, string>,
): { providers: ReadonlyMap<ProviderId, ModelProvider>; problems: readonly Problem[] } {
  const problems: Problem[] = [];
  const providers = declarations.providers.map((declared) =>
    toProvider(declared, declarations, hostEnv, problems),
  );
  return { providers: new Map(providers.map((provider) => [provider.id, provider])), problems };
}

function toProvider(
  declared: Declared<ProviderDeclaration>,
  declarations: Declarations,
  hostEnv: ReadonlyMap<string, string>,
  problems: Problem[],
): ModelProvider {
  const { metadata, spec } = declared.value;
  if (spec.extends === 'scripted') {
    const script = spec.script.startsWith('/') ? spec.script : `${declarations.root}/${spec.script}`;
    return { id: metadata.id, extends: 'scripted', script };
  }
  problems.push(...unknownCredential(declared, spec.credentials_ref, declarations));
  return {
    id: metadata.id,
    extends: spec.extends,
    baseUrl: spec.base_url === undefined ? null : address(spec.base_url, declared, hostEnv, problems),
    key: spec.credentials_ref === undefined ? null : { kind: 'credential', credential: spec.credentials_ref },
    defaultModel: spec.models?.default ?? null,
  };
}

function address(
  written: string,
  declared: Declared<ProviderDeclaration>,
  hostEnv: ReadonlyMap<string, string>,
  problems: Problem[],
): string {
  const place = declared.at('spec', 'base_url');
  const faultsBefore = problems.length;
  const url = expandVariables(written, hostEnv, place, problems)
    .map(({ piece }) => piece)
    .join('');
  if (problems.length === faultsBefore && !isHttpAddress(url)) {
    const message = `base_url ${JSON.stringify(url)} is no http or https address`;
    problems.push(
      problem('schema.pattern-mismatch', message, { place, hint: 'such as http://127.0.0.1:8080/v1' }),
    );
  }
  return url;
}

export function isHttpAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

function unknownCredential(
  declared: Declared<ProviderDeclaration>,
  ref: CredentialId | undefined,
  { credentials, broken }: Declarations,
): Problem[] {
  if (ref === undefined || credentials.has(ref) || broken.has(`credential:${ref}`)) return [];
  const message = `provider ${declared.value.metadata.id} asks for credential ${ref}, which the workspace does not declare`;
  const hint = `declared here: ${[...credentials.keys()].join(', ') || 'none'}`;
  return [
    problem('command-pack.unknown-credential', message, {
      place: declared.at('spec', 'credentials_ref'),
      hint,
    }),
  ];
}

export function toModelChoice(declared: ModelDeclaration | undefined): ModelChoice {
  return {
    provider: declared?.provider ?? null,
    name: declared?.name ?? null,
    temperature: declared?.temperature ?? null,
    maxTokens: declared?.max_tokens ?? null,
  };
}
