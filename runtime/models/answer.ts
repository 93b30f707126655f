import { badResponse, type Endpoint, truncated } from './failure.ts';
import type { ToolCall } from './model.ts';
import type { Patience } from './patience.ts';
import type { Attempt } from './retry.ts';

/** No answer is this long. A server that never stops must not fill the memory. Characters, of text and arguments together. */
export const longestAnswer = 8_000_000;

interface CallParts {
  id: string;
  name: string;
  argumentsText: string;
}

/** Puts a streamed answer together. Pieces of several tool calls may come in any mixture; their index tells them apart. */
export interface AnswerParts {
  addText(text: string): void;
  addCall(index: number, part: Partial<CallParts>): void;
  /** The turn, or what is wrong with it. `complete` is whether the provider said that this was all. */
  finish(end: 'complete' | 'truncated' | 'cut-off'): Attempt;
  isTooLong(): boolean;
}

export function collectAnswer(
  endpoint: Endpoint,
  patience: Patience,
  onText: ((text: string) => void) | undefined,
): AnswerParts {
  let text = '';
  let length = 0;
  const calls = new Map<number, CallParts>();
  const isTooLong = () => length > longestAnswer;
  return {
    isTooLong,
    addText(piece) {
      patience.heard();
      length += piece.length;
      if (piece === '' || isTooLong()) return;
      text += piece;
      onText?.(piece);
    },
    addCall(index, { id = '', name = '', argumentsText = '' }) {
      patience.heard();
      length += argumentsText.length;
      const call = calls.get(index) ?? { id: '', name: '', argumentsText: '' };
      calls.set(index, {
        id: call.id || id,
        name: call.name + name,
        argumentsText: isTooLong() ? call.argumentsText : call.argumentsText + argumentsText,
      });
    },
    finish(end) {
      if (isTooLong())
        return { ok: false, failure: badResponse(endpoint, `it is longer than ${longestAnswer} characters`) };
      if (end === 'truncated') return { ok: false, failure: truncated(endpoint) };
      if (end === 'cut-off')
        return { ok: false, failure: badResponse(endpoint, 'the stream ended before the answer did') };
      const rows = [...calls].sort(([a], [b]) => a - b).map(([, call]) => call);
      if (rows.some(({ name }) => name === ''))
        return { ok: false, failure: badResponse(endpoint, 'a tool call has no name') };
      return { ok: true, turn: { text, toolCalls: withIds(rows) } };
    },
  };
}

/** Some servers leave ids out, or give every call the same one; results are matched by them. */
function withIds(rows: readonly CallParts[]): readonly ToolCall[] {
  const seen = new Set<string>();
  return rows.map(({ id, name, argumentsText }, index) => {
    const unique = id !== '' && !seen.has(id) ? id : `call-${index + 1}`;
    seen.add(unique);
    return { id: unique, name, argumentsText: argumentsText.trim() === '' ? '{}' : argumentsText };
  });
}
