import type { AuditEvent } from '../model/audit-event.ts';
import { fromJson } from '../model/json.ts';

/** An audit event as every door shows it: plain JSON. */
export function showEvent(event: AuditEvent): Readonly<Record<string, unknown>> {
  return { ...event, payload: fromJson(event.payload) };
}
