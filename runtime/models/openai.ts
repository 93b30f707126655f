import OpenAI from 'openai';
import type {
  ChatCompletionContentPart,
  ChatCompletionMessageParam,
  ChatCompletionTool,
} from 'openai/resources/chat/completions';
import { fromJson } from '../model/json.ts';
import type { RemoteProvider } from '../model/model.ts';
import type { Clock } from '../ports/ports.ts';
import { collectAnswer } from './answer.ts';
import { exchange } from './exchange.ts';
import type { Endpoint } from './failure.ts';
import type { Image, Message, Model, ToolOffer, TurnRequest } from './model.ts';
import { withRetries } from './retry.ts';
import type { ModelSettings } from './settings.ts';

const ownAddress = 'https://api.openai.com/v1';

/** A model behind any server that speaks chat completions, through the official client. `key` null: no Authorization is sent. */
export function openAiModel(
  provider: RemoteProvider,
  key: string | null,
  settings: ModelSettings,
  clock: Clock,
): Model {
  const endpoint: Endpoint = { provider: provider.id, address: provider.baseUrl ?? ownAddress };
  const client = new OpenAI({
    baseURL: endpoint.address,
    apiKey: key ?? 'none',
    ...(key === null ? { defaultHeaders: { Authorization: null } } : {}),
    // Nothing of the surroundings: what the provider's file does not say is not sent.
    organization: null,
    project: null,
    logLevel: 'off',
    maxRetries: 0,
  });
  return {
    turn: (request) =>
      withRetries(
        () =>
          exchange({ endpoint, errors: OpenAI, clock, request }, (patience) =>
            ask(client, endpoint, settings, request, patience),
          ),
        clock,
        request.signal,
      ),
  };
}

type Patience = Parameters<Parameters<typeof exchange>[1]>[0];

async function ask(
  client: OpenAI,
  endpoint: Endpoint,
  settings: ModelSettings,
  request: TurnRequest,
  patience: Patience,
) {
  const stream = await client.chat.completions.create(
    {
      model: settings.name,
      stream: true,
      messages: toMessages(request),
      ...(request.tools.length > 0 ? { tools: request.tools.map(toTool) } : {}),
      ...(settings.temperature === null ? {} : { temperature: settings.temperature }),
      ...(settings.maxTokens === null ? {} : { max_completion_tokens: settings.maxTokens }),
    },
    { signal: patience.signal },
  );
  const answer = collectAnswer(endpoint, patience, request.onText);
  let reason: string | null = null;
  for await (const chunk of stream) {
    const choice = chunk.choices?.[0];
    answer.addText(choice?.delta?.content ?? '');
    for (const { index, id, function: called } of choice?.delta?.tool_calls ?? []) {
      answer.addCall(index ?? 0, {
        id: id ?? '',
        name: called?.name ?? '',
        argumentsText: called?.arguments ?? '',
      });
    }
    reason = choice?.finish_reason ?? reason;
    if (answer.isTooLong()) break;
  }
  return answer.finish(ends.get(reason ?? '') ?? 'cut-off');
}

/** A content filter cuts an answer as a length limit does. */
const ends: ReadonlyMap<string, 'complete' | 'truncated'> = new Map([
  ['stop', 'complete'],
  ['tool_calls', 'complete'],
  ['function_call', 'complete'],
  ['length', 'truncated'],
  ['content_filter', 'truncated'],
]);

function toMessages({ system, messages }: TurnRequest): ChatCompletionMessageParam[] {
  const first: ChatCompletionMessageParam[] = system === null ? [] : [{ role: 'system', content: system }];
  return [...first, ...messages.map(toMessage)];
}

function toMessage(message: Message): ChatCompletionMessageParam {
  if (message.role === 'tool') return { role: 'tool', tool_call_id: message.callId, content: message.text };
  if (message.role === 'user') return { role: 'user', content: toContent(message.text, message.images) };
  const calls = message.toolCalls.map(({ id, name, argumentsText }) => ({
    id,
    type: 'function' as const,
    function: { name, arguments: argumentsText },
  }));
  return {
    role: 'assistant',
    content: message.text || null,
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
  };
}

/** A message without images stays plain text, as it always was. */
function toContent(text: string, images: readonly Image[]): string | ChatCompletionContentPart[] {
  if (images.length === 0) return text;
  const parts = images.map(({ mediaType, base64 }): ChatCompletionContentPart => {
    return { type: 'image_url', image_url: { url: `data:${mediaType};base64,${base64}` } };
  });
  return [{ type: 'text', text }, ...parts];
}

function toTool({ name, description, parameters }: ToolOffer): ChatCompletionTool {
  return {
    type: 'function',
    function: { name, description, parameters: fromJson(parameters) as Record<string, unknown> },
  };
}
