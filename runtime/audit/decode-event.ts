import * as z from 'zod';
import type { AuditEvent, EventType } from '../model/audit-event.ts';
import type { Code } from '../model/codes.ts';
import { toJson } from '../model/json.ts';
import type { Tier } from '../model/workspace.ts';

/**
 * Types, codes and tiers as they are written: a later version may have written ones that this one does not
 * know.
 */
const StoredEvent = z.strictObject({
  event_id: z.string(),
  event_type: z.string().transform((value) => value as EventType),
  timestamp: z.string(),
  run_id: z.string(),
  agent_id: z.string().nullable(),
  skill_id: z.string().nullable(),
  action: z.string().nullable(),
  decision: z
    .strictObject({
      allowed: z.boolean(),
      code: z
        .string()
        .nullable()
        .transform((value) => value as Code | null),
      reason: z.string(),
      tier: z
        .string()
        .nullable()
        .transform((value) => value as Tier | null),
    })
    .nullable(),
  // Not a zod record: its keys come from outside, and `__proto__` has to stay one of them.
  payload: z.custom<object>((value) => typeof value === 'object' && value !== null && !Array.isArray(value)),
});

/**
 * An event from what a journal holds, its fields in the order of the contract; `undefined` where it is none.
 */
export function decodeEvent(value: unknown): AuditEvent | undefined {
  const parsed = StoredEvent.safeParse(value);
  if (!parsed.success) return undefined;
  const payload = toJson(parsed.data.payload);
  return payload instanceof Map ? { ...parsed.data, payload } : undefined;
}
