import * as z from 'zod';
import { identifier } from '../../model/ids.ts';

// Compiling a parser for a schema costs more than it saves: a workspace is read once per process.
z.config({ jitless: true });

/** An id, with the brand that keeps a pack's from being taken for a skill's. */
export function id<Brand extends string>() {
  return z
    .string()
    .regex(identifier, { error: 'an id is lower-case letters, digits and hyphens, and begins with a letter' })
    .brand<Brand>();
}

/**
 * A map whose keys the author chooses. Parsed into a `Map`, so that `__proto__` is a key like any other.
 */
export function mapOf<Value extends z.ZodType>(value: Value) {
  return z.preprocess(toMap, z.map(z.string(), value)).meta({ mapOf: value });
}

function toMap(input: unknown): unknown {
  const isPlain = typeof input === 'object' && input !== null && !Array.isArray(input);
  return isPlain ? new Map(Object.entries(input)) : input;
}

/** A whole number from 1, as the original runtime writes bounds; `z.int` keeps it within 2^53. */
export const WholeNumber = z.int().min(1);

/** A regular expression as JSON Schema has it: ECMA-262 with the u flag. */
export const Pattern = z.string().refine(isPattern, { error: 'is no regular expression' });

function isPattern(pattern: string): boolean {
  try {
    new RegExp(pattern, 'u');
    return true;
  } catch {
    return false;
  }
}

export const Metadata = z.strictObject({
  id: z.string().regex(identifier).optional(),
  name: z.string().optional(),
  description: z.string().optional(),
  version: z.string().optional(),
});

export const Provenance = z.strictObject({
  authored_by: z.string().optional(),
  version: z.string().optional(),
  requires_runtime: z.string().optional(),
  notes: z.string().optional(),
});

/** What a variable of the environment may be called. */
export const variableName = /^[A-Za-z_][A-Za-z0-9_]*$/;
export const VariableName = z
  .string()
  .regex(variableName, { error: 'a variable is letters, digits and _, and begins with no digit' });

/** `noun:verb`. */
export const Scope = z
  .string()
  .regex(/^[a-z][a-z0-9_-]*:[a-z*][a-z0-9_*-]*$/, { error: 'a scope is noun:verb, such as workspace:read' });

/** What only a person may hold: an agent that could grant approvals would approve itself. */
const personalScope = 'approvals:grant';
export const AgentScope = Scope.refine((scope) => scope !== personalScope, {
  error: `no agent can hold ${personalScope}: approving is a person's part`,
});

export const apiVersion = z.literal('swarmkit/v1');
