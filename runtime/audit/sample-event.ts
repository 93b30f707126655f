import type { AuditEvent } from '../model/audit-event.ts';
import { type Json, type JsonMap, toJson } from '../model/json.ts';

/** For tests: an event of run `r`, changed as the test asks. */
export function sampleEvent(
  changes: Partial<Omit<AuditEvent, 'payload'>> & { readonly payload?: unknown } = {},
): AuditEvent {
  const payload: Json = toJson(changes.payload ?? {});
  return {
    event_id: 'event-1',
    event_type: 'policy.decision',
    timestamp: '2030-01-01T00:00:00.000Z',
    run_id: 'r',
    agent_id: 'root',
    skill_id: 'tools-do',
    action: 'command:call:tools:do',
    decision: { allowed: true, code: null, reason: 'allowed', tier: 'cautious' },
    ...changes,
    payload: payload as JsonMap,
  };
}
