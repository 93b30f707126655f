import type { Code } from '../model/codes.ts';
import { nowhere, type Problem, problem } from '../model/problem.ts';
import { largestAttachment } from './attachment.ts';

export function refused(code: Code, name: string, what: string, at: string | null, hint?: string): Problem {
  return problem(code, `attachment ${JSON.stringify(name)} ${what}`, {
    place: { ...nowhere, pointer: at },
    ...(hint === undefined ? {} : { hint }),
  });
}

export function empty(name: string, at: string | null): Problem {
  return refused('attachment.empty', name, 'is empty', at);
}

/** `size` in bytes; `undefined` where reading stopped at the limit. */
export function tooLarge(name: string, size: number | undefined, at: string | null): Problem {
  const what = size === undefined ? 'goes on past' : `is ${size} bytes, over`;
  const hint = `${largestAttachment / 1024 / 1024} MiB of the file itself; a smaller picture tells a model as much`;
  return refused('attachment.too-large', name, `${what} the ${largestAttachment}-byte limit`, at, hint);
}
