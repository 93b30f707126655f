import type { Code } from './codes.ts';

export type Severity = 'error' | 'warning';

/** A place in an artifact: `path` relative to the workspace, `line` and `column` from 1, `pointer` RFC 6901. */
export interface Place {
  readonly path: string | null;
  readonly line: number | null;
  readonly column: number | null;
  readonly pointer: string | null;
}

/** Another party to a problem: the other side of a collision, the agent that holds a grant. */
export interface Related extends Place {
  readonly name: string;
}

/** The contract's problem: what is wrong, where, and what to do about it. Plain data, never thrown. */
export interface Problem extends Place {
  readonly code: Code;
  readonly severity: Severity;
  readonly message: string;
  readonly hint: string | null;
  readonly related: readonly Related[];
}

export const nowhere: Place = { path: null, line: null, column: null, pointer: null };

/** A problem from its parts. `place` defaults to nowhere in particular. */
export function problem(
  code: Code,
  message: string,
  parts: {
    readonly place?: Place;
    readonly hint?: string;
    readonly related?: readonly Related[];
    readonly severity?: Severity;
  } = {},
): Problem {
  return {
    code,
    severity: parts.severity ?? 'error',
    message,
    ...(parts.place ?? nowhere),
    hint: parts.hint ?? null,
    related: parts.related ?? [],
  };
}

/** Either a value (with the warnings that came with it) or every problem that stood in its way. */
export type Result<Value> =
  | { readonly ok: true; readonly value: Value; readonly problems: readonly Problem[] }
  | { readonly ok: false; readonly problems: readonly Problem[] };

export function ok<Value>(value: Value, warnings: readonly Problem[] = []): Result<Value> {
  return { ok: true, value, problems: warnings };
}

export function bad(...problems: readonly Problem[]): Result<never> {
  return { ok: false, problems };
}

export function hasErrors(problems: readonly Problem[]): boolean {
  return problems.some((each) => each.severity === 'error');
}
