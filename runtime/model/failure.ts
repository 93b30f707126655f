import type { Failure } from './call.ts';
import type { FailureCode } from './codes.ts';
import { problem } from './problem.ts';

/** What a step of execution gives: a value, or why the call ends here. */
export type Step<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: Failure };

export function done<Value>(value: Value): Step<Value> {
  return { ok: true, value };
}

export function failed(code: FailureCode, message: string, hint?: string): Step<never> {
  return { ok: false, error: failure(code, message, hint) };
}

export function failure(code: FailureCode, message: string, hint?: string): Failure {
  return { ...problem(code, message, hint === undefined ? {} : { hint }), code };
}
