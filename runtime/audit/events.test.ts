import { describe, expect, it } from 'vitest';
import { createRedactor } from '../execute/redaction.ts';
import { sampleCall, token } from '../execute/sample-command.ts';
import type { Outcome } from '../model/call.ts';
import { failure } from '../model/failure.ts';
import type { SkillId } from '../model/ids.ts';
import { fromJson } from '../model/json.ts';
import { fakePorts } from '../ports/fake.ts';
import { buildEvent, decisionEvent, executedEvent } from './events.ts';

const redact = createRedactor(new Map([[token, 's3cret-value']]));
const tools = () => ({ ...fakePorts(), redact });
const { permit } = sampleCall({ argv: ['p', '{v}'], arguments: { v: 's3cret-value', n: 1 } });
const { call, decision } = permit;

describe('decisionEvent', () => {
  it('tells who asked for what, and what was decided, backing and effects as fields', () => {
    const { payload, ...event } = decisionEvent(call, decision, tools());
    expect(event).toEqual({
      event_id: 'event-0001',
      event_type: 'policy.decision',
      timestamp: '2030-01-01T00:00:00.000Z',
      run_id: 'run-1',
      agent_id: 'root',
      skill_id: 'tools-do',
      action: 'command:call:tools:do',
      decision: { allowed: true, code: null, reason: 'allowed', tier: 'cautious' },
    });
    expect(fromJson(payload)).toEqual({
      provider: 'command',
      container: 'tools',
      member: 'do',
      effects: 'read',
      arguments: { v: '[credential:tok]', n: 1 },
    });
  });

  it('has the same fields for an MCP call', () => {
    const target = {
      kind: 'mcp_tool',
      provider: 'mcp',
      container: 'files',
      member: 'read',
      effects: 'unknown',
      tier: 'open',
    } as const;
    const event = decisionEvent({ ...call, target }, decision, tools());
    expect(event.action).toBe('mcp:call:files:read');
    expect(fromJson(event.payload)).toMatchObject({
      provider: 'mcp',
      container: 'files',
      member: 'read',
      effects: 'unknown',
    });
  });

  it('is made for a skill that does not exist as well, redacted like the rest', () => {
    const attempt = { ...call, skill: null, target: null, skillId: 'no-s3cret-value' as SkillId };
    const refusal = {
      allowed: false,
      code: 'grant.not-held',
      reason: 'nobody has s3cret-value',
      tier: null,
    } as const;
    expect(decisionEvent(attempt, refusal, tools())).toMatchObject({
      skill_id: 'no-[credential:tok]',
      action: null,
      decision: { allowed: false, code: 'grant.not-held', reason: 'nobody has [credential:tok]', tier: null },
    });
  });
});

describe('executedEvent', () => {
  const facts = {
    argv: ['/bin/p', 'x'],
    exitCode: 0,
    signal: null,
    durationMs: 12,
    stdout: { bytes: 3, sha256: 'aa' },
    stderr: { bytes: 0, sha256: 'bb' },
  };
  const output = { text: 'out', data: 'out', exitCode: 0, stderr: '', durationMs: 12, lossy: false };
  const payloadOf = (outcome: Outcome) => fromJson(executedEvent(call, outcome, tools()).payload);

  it('tells what ran and how it went, without the output', () => {
    const event = executedEvent(call, { kind: 'ok', output, facts }, tools());
    expect(event).toMatchObject({ event_type: 'skill.executed', decision: null, skill_id: 'tools-do' });
    expect(fromJson(event.payload)).toEqual({
      provider: 'command',
      container: 'tools',
      member: 'do',
      effects: 'read',
      outcome: 'ok',
      code: null,
      reason: null,
      arguments: { v: '[credential:tok]', n: 1 },
      argv: ['/bin/p', 'x'],
      exit_code: 0,
      signal: null,
      duration_ms: 12,
      stdout: { bytes: 3, sha256: 'aa' },
      stderr: { bytes: 0, sha256: 'bb' },
    });
  });

  it('tells why a call failed, and nothing of a process that there was not', () => {
    const error = failure('credential.missing', 'credential tok is not s3cret-value');
    expect(payloadOf({ kind: 'failed', error })).toEqual({
      provider: 'command',
      container: 'tools',
      member: 'do',
      effects: 'read',
      outcome: 'failed',
      code: 'credential.missing',
      reason: 'credential tok is not [credential:tok]',
      arguments: { v: '[credential:tok]', n: 1 },
    });
  });
});

describe('buildEvent', () => {
  it('makes any other event, about a run alone where there is no more', () => {
    const nobody = { runId: 'run-1', agentId: null, skillId: null, target: null };
    expect(buildEvent('run.started', nobody, new Map([['note', 's3cret-value']]), tools())).toEqual({
      event_id: 'event-0001',
      event_type: 'run.started',
      timestamp: '2030-01-01T00:00:00.000Z',
      run_id: 'run-1',
      agent_id: null,
      skill_id: null,
      action: null,
      decision: null,
      payload: new Map([['note', '[credential:tok]']]),
    });
  });
});
