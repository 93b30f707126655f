import { requiredOf } from '../execute/input-schema.ts';
import { schemaFault } from '../mcp/schema-fault.ts';
import type { Call } from '../model/call.ts';
import { failure } from '../model/failure.ts';
import { fromJson, type Json, type JsonMap } from '../model/json.ts';
import type { ModelChoice } from '../model/model.ts';
import type { Implementation } from '../model/workspace.ts';
import { fillTemplate, parseTemplate, placeholdersOf } from '../template/template.ts';
import type { Backings } from './backings.ts';
import type { Produced } from './produced.ts';

type PromptImplementation = Extract<Implementation, { type: 'llm_prompt' }>;

/**
 * One turn of a model without tools. `{name}` in the prompt is filled with an argument; a prompt that has no place for one is
 * the system's word, and the arguments follow as the user's. Codes: `command.bad-value`, `model.*`, `credential.missing`.
 */
export async function prompt(
  { skill, agent, arguments: values }: Call,
  implementation: PromptImplementation,
  { backings, signal }: { readonly backings: Backings; readonly signal: AbortSignal | undefined },
): Promise<Produced> {
  const fault = await schemaFault(skill.inputs, values);
  if (fault !== undefined) {
    const message = `the arguments do not fit: ${fault}`;
    return { kind: 'failed', error: failure('command.bad-value', message, 'see the inputs of the skill') };
  }
  const opened = await backings.model(mergeChoices(implementation.model, agent.model), `skill ${skill.id}`);
  if (!opened.ok) return { kind: 'failed', error: opened.error };
  const { system, text } = wordsOf(implementation.prompt, values, requiredOf(skill.inputs));
  const answer = await opened.model.turn({
    speaker: { kind: 'skill', id: skill.id },
    system,
    messages: [{ role: 'user', text, images: [] }],
    tools: [],
    signal,
    onText: undefined,
  });
  if (!answer.ok) return { kind: 'failed', error: answer.error };
  return { kind: 'ok', text: answer.turn.text, data: answer.turn.text };
}

function wordsOf(
  written: string,
  values: JsonMap,
  required: readonly string[],
): { system: string | null; text: string } {
  const template = parseTemplate(written);
  const names = placeholdersOf(template);
  if (names.length > 0) {
    const texts = new Map(names.map((name) => [name, textOf(values.get(name) ?? '')]));
    return { system: null, text: fillTemplate(template, texts) };
  }
  const [only] = required;
  const single = values.size === 1 && only !== undefined ? values.get(only) : undefined;
  return { system: fillTemplate(template, new Map()), text: textOf(single ?? values) };
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(fromJson(value));
}

/** What the skill leaves open, its agent settles. */
function mergeChoices(own: ModelChoice, agents: ModelChoice): ModelChoice {
  return {
    provider: own.provider ?? agents.provider,
    name: own.name ?? agents.name,
    temperature: own.temperature ?? agents.temperature,
    maxTokens: own.maxTokens ?? agents.maxTokens,
  };
}
