import type { Code } from './codes.ts';
import type { JsonMap } from './json.ts';
import type { Tier } from './workspace.ts';

export const eventTypes = [
  'run.started',
  'run.ended',
  'run.attachments',
  'policy.decision',
  'skill.executed',
  'approval.requested',
  'approval.granted',
  'approval.denied',
] as const;
export type EventType = (typeof eventTypes)[number];

/** One line of the audit, field for field as the contract has it. */
export interface AuditEvent {
  readonly event_id: string;
  readonly event_type: EventType;
  /** RFC 3339, UTC, milliseconds. */
  readonly timestamp: string;
  readonly run_id: string;
  readonly agent_id: string | null;
  readonly skill_id: string | null;
  /** `command:call:<pack>:<command>`: a label for people. Nothing parses it. */
  readonly action: string | null;
  readonly decision: AuditDecision | null;
  /** `provider`, `container`, `member`, `effects`, and what the type adds. */
  readonly payload: JsonMap;
}

export interface AuditDecision {
  readonly allowed: boolean;
  readonly code: Code | null;
  readonly reason: string;
  readonly tier: Tier | null;
}
