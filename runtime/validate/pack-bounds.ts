import { type Problem, problem } from '../model/problem.ts';
import {
  type Bound,
  defaultMaxOutputBytes,
  defaultTimeoutMs,
  parseDuration,
  parseSize,
  secondsToMs,
} from './bounds.ts';
import type { Declared, PackHeader } from './declare.ts';

/** Whatever has bounds: a pack, or a server with its tools in the place of commands. */
export type Bounded = { readonly id: string } & Pick<
  PackHeader,
  'timeout' | 'timeout_seconds' | 'timeout_overrides' | 'max_output' | 'max_output_bytes'
>;

/** A pack's bounds in one spelling: milliseconds and bytes. */
export interface PackBounds {
  readonly timeoutMs: number;
  readonly maxOutputBytes: number;
  readonly timeoutOverrides: ReadonlyMap<string, number>;
}

/** Either spelling of each bound (`timeout: 30s` or `timeout_seconds: 30`), never both. */
export function packBounds(
  pack: Declared<Bounded>,
  what: 'pack' | 'server' = 'pack',
): { bounds: PackBounds; problems: readonly Problem[] } {
  const { value } = pack;
  const problems: Problem[] = [];
  const settle = (bound: Bound | undefined, fallback: number, ...inside: readonly string[]): number => {
    if (bound === undefined) return fallback;
    if (bound.ok) return bound.value;
    problems.push(problem(bound.code, `${inside.join('.')} ${bound.message}`, { place: pack.at(...inside) }));
    return fallback;
  };
  const conflict = (one: keyof Bounded, other: keyof Bounded) => {
    if (value[one] === undefined || value[other] === undefined) return;
    const message = `${what} ${value.id} gives one bound twice: ${one} and ${other}`;
    problems.push(
      problem('schema.conflicting-fields', message, { place: pack.at(other), hint: 'keep one of them' }),
    );
  };
  conflict('timeout', 'timeout_seconds');
  conflict('max_output', 'max_output_bytes');
  const timeoutMs = settle(
    durationOf(value.timeout ?? value.timeout_seconds),
    defaultTimeoutMs,
    value.timeout === undefined ? 'timeout_seconds' : 'timeout',
  );
  const maxOutputBytes = settle(
    value.max_output === undefined ? undefined : parseSize(value.max_output),
    value.max_output_bytes ?? defaultMaxOutputBytes,
    'max_output',
  );
  const timeoutOverrides = new Map(
    [...(value.timeout_overrides ?? [])].map(([command, override]) => [
      command,
      settle(durationOf(override), timeoutMs, 'timeout_overrides', command),
    ]),
  );
  return { bounds: { timeoutMs, maxOutputBytes, timeoutOverrides }, problems };
}

function durationOf(value: string | number | undefined): Bound | undefined {
  if (value === undefined) return undefined;
  return typeof value === 'number' ? secondsToMs(value) : parseDuration(value);
}
