import { isJsonArray, isJsonObject, type Json, type JsonObject, own } from '../model/json.ts';

/**
 * A request as cases compare it. `tools` are the names in the order offered, `offers` the whole tools by name; `system` and `task` what
 * the conversation began with; `results` what the calls of the turn before came to, in order; `messages` everything as it was sent.
 */
export function readAsked(body: unknown): JsonObject {
  const sent = (isJsonObject(body as Json) ? body : {}) as JsonObject;
  const messages = listOf(own(sent, 'messages'));
  const offers = listOf(own(sent, 'tools')).map((tool) => own(tool, 'function') ?? null);
  const lastTurn = messages.findLastIndex((message) => own(message, 'role') === 'assistant');
  return {
    model: own(sent, 'model') ?? null,
    tools: offers.map((offer) => own(offer, 'name') ?? null),
    offers: Object.fromEntries(offers.map((offer) => [String(own(offer, 'name')), offer])),
    system: textOf(messages.find((message) => own(message, 'role') === 'system')),
    task: textOf(messages.find((message) => own(message, 'role') === 'user')),
    results: messages
      .slice(lastTurn + 1)
      .filter((message) => own(message, 'role') === 'tool')
      .map(textOf),
    messages,
  };
}

function listOf(value: Json | undefined): readonly Json[] {
  return isJsonArray(value ?? null) ? (value as readonly Json[]) : [];
}

/** Content is text, or parts of which some are. */
function textOf(message: Json | undefined): Json {
  const content = own(message, 'content');
  if (content === undefined || typeof content === 'string') return content ?? null;
  return listOf(content)
    .map((part) => own(part, 'text'))
    .filter((text) => typeof text === 'string')
    .join('');
}
