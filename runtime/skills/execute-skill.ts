import { createHash } from 'node:crypto';
import { type Redactor, redactJson } from '../execute/redaction.ts';
import type { Call, Outcome, Permit } from '../model/call.ts';
import type { Ports } from '../ports/ports.ts';
import type { Backings } from './backings.ts';
import { callTool } from './call-tool.ts';
import { compose, type MemberCall } from './compose.ts';
import type { MemberMemory } from './member-memory.ts';
import type { Produced } from './produced.ts';
import { prompt } from './prompt.ts';

export interface SkillWorld {
  readonly ports: Pick<Ports, 'clock'>;
  readonly redact: Redactor;
  readonly backings: Backings;
  /** A member of a composed skill, through the whole pipeline. */
  readonly callMember: MemberCall;
  readonly memory: MemberMemory;
  readonly signal: AbortSignal | undefined;
}

/** Runs a permitted skill that is no command. Redacted throughout; never rejects for anything that a model, a tool or a server does. */
export async function executeSkill({ call }: Permit, world: SkillWorld): Promise<Outcome> {
  const began = world.ports.clock.monotonicMs();
  const produced = await produce(call, world);
  const durationMs = Math.round(world.ports.clock.monotonicMs() - began);
  return toOutcome(produced, durationMs, world.redact);
}

function produce(call: Call, world: SkillWorld): Promise<Produced> {
  const { implementation } = call.skill;
  switch (implementation.type) {
    case 'mcp_tool':
      return callTool(call, implementation, world);
    case 'llm_prompt':
      return prompt(call, implementation, world);
    case 'composed':
      return compose(call, implementation, world);
    case 'command':
      throw new Error(`skill ${call.skill.id} is backed by a command`);
  }
}

function toOutcome(produced: Produced, durationMs: number, redact: Redactor): Outcome {
  if (produced.kind === 'refused') return { kind: 'refused', refusal: produced.refusal };
  if (produced.kind === 'failed') {
    const { error } = produced;
    const hint = error.hint === null ? null : redact(error.hint);
    return { kind: 'failed', error: { ...error, message: redact(error.message), hint } };
  }
  const text = redact(produced.text);
  const sha256 = createHash('sha256').update(text).digest('hex');
  const output = { bytes: Buffer.byteLength(produced.text), sha256 };
  const data = redactJson(redact, produced.data);
  return {
    kind: 'ok',
    output: { text, data, exitCode: null, stderr: '', durationMs, lossy: false },
    facts: { durationMs, output },
  };
}
