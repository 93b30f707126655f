import * as z from 'zod';
import { coreCapabilities, optionalCapabilities } from './capability.ts';
import { isKnownCode } from './codes.ts';

/**
 * What a runtime answers with, field for field as CONTRACT.md has it. Strict: a field that the contract does not
 * name is a protocol error, since nobody else would know what it means.
 */

export const Outcome = z.enum(['ok', 'invalid', 'denied', 'failed']);
export type Outcome = z.infer<typeof Outcome>;

const Code = z
  .string()
  .refine(isKnownCode, { message: 'not a code of the contract' })
  .describe('A code of the registry in CONTRACT.md');
const Text = z.string();
const Count = z.number().int().min(0);

const place = {
  path: Text.nullable().describe('Relative to the workspace'),
  line: z.number().int().min(1).nullable(),
  column: z.number().int().min(1).nullable(),
  pointer: Text.nullable().describe('RFC 6901'),
};

const Problem = z.strictObject({
  code: Code,
  severity: z.enum(['error', 'warning']),
  message: z.string().min(1),
  ...place,
  hint: Text.nullable().describe('What to do about it'),
  related: z.array(z.strictObject({ name: Text, ...place })).describe('Every other party'),
});

const base = { contract: z.literal('1'), problems: z.array(Problem) };

const tier = z.enum(['open', 'cautious', 'strict', 'readonly']);
const effects = z.enum(['read', 'write', 'unknown']);

const ResolvedCommand = z.strictObject({
  id: Text,
  argv: z.array(Text).describe('The template as written'),
  effects: z.enum(['read', 'write']),
  permission: tier,
  timeout_seconds: z.number().positive(),
  skill: Text.describe('The id of the skill that the command became'),
});

const ResolvedPack = z.strictObject({
  id: Text,
  permission: tier,
  timeout_seconds: z.number().positive(),
  max_output_bytes: Count,
  commands: z.array(ResolvedCommand),
});

const ResolvedSkill = z.strictObject({
  id: Text,
  type: z.enum(['command', 'mcp_tool', 'llm_prompt', 'composed']),
  provider: Text,
  container: Text.nullable(),
  member: Text.nullable(),
  effects,
  inputs: z.looseObject({}).describe('JSON Schema'),
  required_scopes: z.array(Text),
});

const ResolvedAgent = z.strictObject({
  id: Text,
  role: z.enum(['root', 'leader', 'worker']),
  parent: Text.nullable(),
  skills: z.array(Text).describe('In grant order'),
  scopes: z.array(Text),
});

const resolved = {
  packs: z.array(ResolvedPack),
  skills: z.array(ResolvedSkill),
  topologies: z.array(z.strictObject({ id: Text, agents: z.array(ResolvedAgent) })),
};

const Output = z.strictObject({
  text: Text,
  data: z.unknown().describe('The parsed value, or the text'),
  exit_code: z.number().int().min(0).max(255).nullable().describe('Null where no program ran'),
  stderr: Text,
  duration_ms: z.number().min(0),
  lossy: z.literal(true).optional().describe('Bytes that were no UTF-8 were replaced'),
});

const Refusal = z.strictObject({ code: Code, reason: z.string().min(1), approval_request: Text.nullable() });

const called = { run_id: z.string().min(1), skill: Text, text: Text };

const ApprovalRequest = z.strictObject({
  request_id: z.string().min(1),
  run_id: Text,
  topology: Text,
  agent: Text,
  skill: Text,
  arguments: z.looseObject({}),
  argv: z.array(z.string()),
  requested_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
});

export const Describe = z.strictObject({
  ...base,
  verb: z.literal('describe'),
  outcome: z.literal('ok'),
  runtime: z.strictObject({
    name: z.string().min(1),
    version: z.string().min(1),
    language: z.string().min(1),
  }),
  contracts: z.array(Text).refine((versions) => versions.includes('1'), { message: 'holds "1"' }),
  capabilities: z.array(z.enum([...coreCapabilities, ...optionalCapabilities])),
  limits: z.strictObject({
    timeout_seconds: z.number().positive(),
    max_output_bytes: z.number().int().positive(),
    attachment_max_bytes: z.number().int().positive(),
  }),
});
export type Describe = z.infer<typeof Describe>;

/** What a verb's envelope may be: one schema for each outcome that adds other fields. */
const okOrInvalid = z.enum(['ok', 'invalid']);
const verb = <Name extends string>(name: Name) => ({ ...base, verb: z.literal(name) });
const notOk = <Name extends string>(name: Name) =>
  z.strictObject({ ...verb(name), outcome: z.enum(['invalid', 'failed']) });

const Call = z.discriminatedUnion('outcome', [
  z.strictObject({ ...verb('call'), outcome: z.literal('ok'), ...called, output: Output }),
  z.strictObject({ ...verb('call'), outcome: z.literal('denied'), ...called, refusal: Refusal }),
  z.strictObject({ ...verb('call'), outcome: z.literal('failed'), ...called, error: Problem }),
  z.strictObject({
    ...verb('call'),
    outcome: z.literal('invalid'),
    run_id: Text.optional(),
    skill: Text.optional(),
    text: Text.optional(),
  }),
]);

const Run = z.discriminatedUnion('outcome', [
  z.strictObject({ ...verb('run'), outcome: z.literal('ok'), run_id: Text, text: Text }),
  z.strictObject({
    ...verb('run'),
    outcome: z.literal('denied'),
    run_id: Text,
    text: Text,
    refusal: Refusal,
  }),
  z.strictObject({ ...verb('run'), outcome: z.literal('failed'), run_id: Text, text: Text, error: Problem }),
  z.strictObject({ ...verb('run'), outcome: z.literal('invalid'), run_id: Text.optional() }),
]);

/** In a session the events of `logs` travel in its envelope, so there is one where all is well too. Here it stands without them. */
export const SessionLogs = z.strictObject({ ...verb('logs'), outcome: Outcome.exclude(['denied']) });

/** By verb. `serve` prints one only where it does not begin, `logs` prints an envelope only where the workspace does not load or its record does not verify. */
export const envelopes = {
  describe: Describe,
  validate: z.strictObject({ ...verb('validate'), outcome: okOrInvalid }),
  resolve: z.discriminatedUnion('outcome', [
    z.strictObject({ ...verb('resolve'), outcome: z.literal('ok'), ...resolved }),
    z.strictObject({ ...verb('resolve'), outcome: z.literal('invalid') }),
  ]),
  call: Call,
  run: Run,
  logs: notOk('logs'),
  approvals: z.discriminatedUnion('outcome', [
    z.strictObject({ ...verb('approvals'), outcome: z.literal('ok'), requests: z.array(ApprovalRequest) }),
    notOk('approvals'),
  ]),
  approve: z.strictObject({ ...verb('approve'), outcome: z.enum(['ok', 'invalid', 'failed']) }),
  deny: z.strictObject({ ...verb('deny'), outcome: z.enum(['ok', 'invalid', 'failed']) }),
  serve: z.discriminatedUnion('outcome', [
    z.strictObject({ ...verb('serve'), outcome: z.literal('invalid') }),
    z.strictObject({ ...verb('serve'), outcome: z.literal('failed'), error: Problem }),
  ]),
} as const;

export const AuditEvent = z.strictObject({
  event_id: z.string().min(1),
  event_type: z.enum([
    'run.started',
    'run.ended',
    'run.attachments',
    'policy.decision',
    'skill.executed',
    'approval.requested',
    'approval.granted',
    'approval.denied',
  ]),
  timestamp: z.iso.datetime(),
  run_id: z.string().min(1),
  agent_id: Text.nullable(),
  skill_id: Text.nullable(),
  action: Text.nullable(),
  decision: z
    .strictObject({ allowed: z.boolean(), code: Code.nullable(), reason: Text, tier: tier.nullable() })
    .nullable(),
  payload: z.looseObject({}),
});
