import Anthropic from '@anthropic-ai/sdk';
import type { ContentBlockParam, MessageParam, Tool } from '@anthropic-ai/sdk/resources/messages';
import { fromJson } from '../model/json.ts';
import type { RemoteProvider } from '../model/model.ts';
import type { Clock } from '../ports/ports.ts';
import { type AnswerParts, collectAnswer } from './answer.ts';
import { exchange } from './exchange.ts';
import type { Endpoint } from './failure.ts';
import type { Message, Model, ToolCall, ToolOffer, TurnRequest } from './model.ts';
import type { Patience } from './patience.ts';
import { withRetries } from './retry.ts';
import type { ModelSettings } from './settings.ts';

const ownAddress = 'https://api.anthropic.com';

/** The API asks for a limit; every current model takes this many tokens. */
const defaultMaxTokens = 8192;

/** A model behind the Messages API, through the official client. */
export function anthropicModel(
  provider: RemoteProvider,
  key: string | null,
  settings: ModelSettings,
  clock: Clock,
): Model {
  const endpoint: Endpoint = { provider: provider.id, address: provider.baseUrl ?? ownAddress };
  const client = new Anthropic({
    baseURL: endpoint.address,
    apiKey: key,
    authToken: null,
    ...(key === null ? { defaultHeaders: { Authorization: null, 'X-Api-Key': null } } : {}),
    logLevel: 'off',
    maxRetries: 0,
  });
  return {
    turn: (request) =>
      withRetries(
        () =>
          exchange({ endpoint, errors: Anthropic, clock, request }, (patience) =>
            ask(client, endpoint, settings, request, patience),
          ),
        clock,
        request.signal,
      ),
  };
}

async function ask(
  client: Anthropic,
  endpoint: Endpoint,
  settings: ModelSettings,
  request: TurnRequest,
  patience: Patience,
) {
  const stream = await client.messages.create(
    {
      model: settings.name,
      stream: true,
      max_tokens: settings.maxTokens ?? defaultMaxTokens,
      messages: toMessages(request.messages),
      ...(request.system === null ? {} : { system: request.system }),
      ...(request.tools.length > 0 ? { tools: request.tools.map(toTool) } : {}),
      ...(settings.temperature === null ? {} : { temperature: settings.temperature }),
    },
    { signal: patience.signal },
  );
  const answer = collectAnswer(endpoint, patience, request.onText);
  let reason: string | null = null;
  let hasStopped = false;
  for await (const event of stream) {
    patience.heard();
    if (event.type === 'content_block_start') startBlock(event, answer);
    if (event.type === 'content_block_delta') addDelta(event, answer);
    if (event.type === 'message_delta') reason = event.delta.stop_reason ?? reason;
    if (event.type === 'message_stop') hasStopped = true;
    if (answer.isTooLong()) break;
  }
  return answer.finish(hasStopped ? (ends.get(reason ?? '') ?? 'complete') : 'cut-off');
}

const ends: ReadonlyMap<string, 'complete' | 'truncated'> = new Map([
  ['max_tokens', 'truncated'],
  ['model_context_window_exceeded', 'truncated'],
]);

function startBlock(event: Anthropic.RawContentBlockStartEvent, answer: AnswerParts): void {
  const block = event.content_block;
  if (block.type === 'text') answer.addText(block.text);
  if (block.type === 'tool_use') answer.addCall(event.index, { id: block.id, name: block.name });
}

function addDelta({ index, delta }: Anthropic.RawContentBlockDeltaEvent, answer: AnswerParts): void {
  if (delta.type === 'text_delta') answer.addText(delta.text);
  if (delta.type === 'input_json_delta') answer.addCall(index, { argumentsText: delta.partial_json });
}

/** The results of one turn's calls go into one user message. */
function toMessages(messages: readonly Message[]): MessageParam[] {
  const params: MessageParam[] = [];
  let results: ContentBlockParam[] = [];
  const flush = () => {
    if (results.length > 0) params.push({ role: 'user', content: results });
    results = [];
  };
  for (const message of messages) {
    if (message.role === 'tool') {
      results.push({ type: 'tool_result', tool_use_id: message.callId, content: message.text });
      continue;
    }
    flush();
    params.push({ role: message.role, content: contentOf(message) });
  }
  flush();
  return params;
}

function contentOf(message: Exclude<Message, { role: 'tool' }>): string | ContentBlockParam[] {
  const text: ContentBlockParam[] = message.text === '' ? [] : [{ type: 'text', text: message.text }];
  if (message.role === 'assistant') return [...text, ...message.toolCalls.map(toToolUse)];
  if (message.images.length === 0) return message.text;
  const images = message.images.map(({ mediaType, base64 }): ContentBlockParam => {
    return { type: 'image', source: { type: 'base64', media_type: mediaType, data: base64 } };
  });
  return [...text, ...images];
}

/** The API takes objects only; arguments that were none have been answered with an error already. */
function toToolUse({ id, name, argumentsText }: ToolCall): ContentBlockParam {
  return { type: 'tool_use', id, name, input: objectOf(argumentsText) };
}

function objectOf(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
  } catch {
    return {};
  }
}

function toTool({ name, description, parameters }: ToolOffer): Tool {
  return { name, description, input_schema: fromJson(parameters) as Tool['input_schema'] };
}
