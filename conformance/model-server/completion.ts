import type { ModelTurn } from '../model/case.ts';

/** Ids of tool calls: the turn's number, then the call's. */
function callsOf(turn: ModelTurn, number: number) {
  return (turn.calls ?? []).map(({ tool, arguments: values = {}, raw_arguments }, index) => ({
    id: `call_${number}_${index + 1}`,
    type: 'function',
    function: { name: tool, arguments: raw_arguments ?? JSON.stringify(values) },
  }));
}

function finishOf(turn: ModelTurn): string {
  return turn.finish ?? ((turn.calls ?? []).length > 0 ? 'tool_calls' : 'stop');
}

const head = { id: 'chatcmpl-case', created: 1, model: 'case' };

/** A chat completion in one piece. */
export function completion(turn: ModelTurn, number: number): object {
  const calls = callsOf(turn, number);
  const message = {
    role: 'assistant',
    content: turn.text ?? null,
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
  };
  const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
  return {
    ...head,
    object: 'chat.completion',
    choices: [{ index: 0, message, finish_reason: finishOf(turn) }],
    usage,
  };
}

/** The same as a stream: text and arguments in two pieces each, since that is how they come. */
export function completionChunks(turn: ModelTurn, number: number): readonly object[] {
  const text = halves(turn.text ?? '').map((content) => chunk({ content }));
  const calls = callsOf(turn, number).flatMap(({ id, type, function: called }, index) => {
    const [first = '', ...rest] = halves(called.arguments);
    const start = chunk({
      tool_calls: [{ index, id, type, function: { name: called.name, arguments: first } }],
    });
    return [
      start,
      ...rest.map((piece) => chunk({ tool_calls: [{ index, function: { arguments: piece } }] })),
    ];
  });
  const end = turn.cut === true ? [] : [chunk({}, finishOf(turn))];
  return [chunk({ role: 'assistant' }), ...text, ...calls, ...end];
}

function chunk(delta: object, finish: string | null = null): object {
  return { ...head, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: finish }] };
}

/** Never in the midst of a surrogate pair. */
function halves(text: string): readonly string[] {
  const letters = [...text];
  const middle = Math.ceil(letters.length / 2);
  return [letters.slice(0, middle).join(''), letters.slice(middle).join('')].filter((half) => half !== '');
}
