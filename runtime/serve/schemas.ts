import * as z from 'zod';
import { AttachmentInput, mostAttachments } from '../attachments/source.ts';
import { codes } from '../model/codes.ts';
import { identifier } from '../model/ids.ts';

/**
 * Everything that goes in or out by HTTP, as the OpenAPI document has it. What comes in is parsed by these; what goes out is typed by
 * them.
 */

function jsonSchemaOf(schema: z.ZodType): object {
  const { $schema: _, ...made } = z.toJSONSchema(schema);
  return made;
}

const code = z.enum(Object.keys(codes) as [keyof typeof codes, ...(keyof typeof codes)[]]);
const time = z.iso.datetime().describe('RFC 3339, UTC');
const place = {
  path: z.string().nullable(),
  line: z.int().nullable(),
  column: z.int().nullable(),
  pointer: z.string().nullable(),
};

export const ProblemRow = z
  .strictObject({
    code,
    severity: z.enum(['error', 'warning']),
    message: z.string(),
    ...place,
    hint: z.string().nullable(),
    related: z.array(z.strictObject({ name: z.string(), ...place })).readonly(),
  })
  .readonly();

/** RFC 9457. Programs go by `code`, people by `detail` and `hint`. */
export const ProblemDetails = z.strictObject({
  type: z.literal('about:blank'),
  title: z.string().describe('The phrase of the status'),
  status: z.int().min(400).max(599),
  detail: z.string(),
  code,
  hint: z.string().nullable(),
});
export type ProblemDetails = z.infer<typeof ProblemDetails>;

export const jobStatuses = [
  'queued',
  'running',
  'waiting',
  'completed',
  'failed',
  'stopped',
  'interrupted',
] as const;
export const JobStatus = z
  .enum(jobStatuses)
  .describe('waiting: a person has to decide first; interrupted: the server went away before it was done');
export type JobStatus = z.infer<typeof JobStatus>;

export const JobSummary = z.strictObject({
  job_id: z.string(),
  run_id: z.string().describe('Its events: GET /audit?run_id='),
  topology: z.string(),
  status: JobStatus,
  created_at: time,
  started_at: time.nullable(),
  ended_at: time.nullable(),
});
export type JobSummary = Readonly<z.infer<typeof JobSummary>>;

const Refusal = z
  .strictObject({ code, reason: z.string(), approval_request: z.string().nullable() })
  .readonly();

export const Job = JobSummary.extend({
  input: z.string(),
  text: z.string().nullable().describe('The last word of the entry agent'),
  error: ProblemRow.nullable(),
  refusal: Refusal.nullable().describe('What a waiting job waits for'),
});
export type Job = Readonly<z.infer<typeof Job>>;

/** What `attachments` may be. It is read by a reader of its own, which knows better than a schema what to say of a `url`. */
const attachmentsSchema = {
  type: 'array',
  maxItems: mostAttachments,
  items: {
    oneOf: [
      { type: 'object', required: ['path'], not: { required: ['data'] } },
      { type: 'object', required: ['data'], not: { required: ['path'] } },
    ],
    ...jsonSchemaOf(AttachmentInput),
  },
  description: 'Images for the entry agent, each by its path in the workspace or by its bytes in base64',
};

export const RunBody = z.strictObject({
  input: z
    .string()
    .max(1024 * 1024)
    .describe('What the entry agent is asked'),
  attachments: z.unknown().optional().meta({ jsonSchema: attachmentsSchema }),
});
export type RunBody = Readonly<z.infer<typeof RunBody>>;

export const DecisionBody = z.strictObject({
  reason: z.string().max(10_000).optional().describe('Why, for the record'),
});

export const NoBody = z.strictObject({});

const count = (most: number, otherwise: number) =>
  z
    .string()
    .regex(/^[1-9]\d{0,4}$/)
    .transform(Number)
    .pipe(z.int().min(1).max(most))
    .default(otherwise)
    .meta({ jsonSchema: { type: 'integer', minimum: 1, maximum: most, default: otherwise } });

export const JobsQuery = z.strictObject({ status: JobStatus.optional(), limit: count(1000, 100) });

export const AuditQuery = z.strictObject({
  run_id: z.string().optional(),
  agent_id: z.string().optional(),
  skill_id: z.string().optional(),
  event_type: z.string().optional(),
  last: count(1000, 50).describe('Only of so many runs, the newest; where run_id names none'),
  limit: count(10_000, 1000).describe('So many events, the newest'),
});

export const NoQuery = z.strictObject({});

export const AuditEventRow = z.looseObject({
  event_id: z.string(),
  event_type: z.string(),
  timestamp: time,
  run_id: z.string(),
  agent_id: z.string().nullable(),
  skill_id: z.string().nullable(),
  action: z.string().nullable(),
  decision: z
    .strictObject({
      allowed: z.boolean(),
      code: z.string().nullable(),
      reason: z.string(),
      tier: z.string().nullable(),
    })
    .nullable(),
  payload: z.looseObject({}),
});

export const ApprovalRow = z.strictObject({
  request_id: z.string(),
  run_id: z.string(),
  topology: z.string(),
  agent: z.string(),
  skill: z.string(),
  arguments: z.looseObject({}),
  argv: z.array(z.string()).describe('Exactly what would run'),
  requested_at: time,
  expires_at: time,
});

export const SkillRow = z.strictObject({
  id: z.string(),
  type: z.enum(['command', 'mcp_tool', 'llm_prompt', 'composed']),
  provider: z.string(),
  container: z.string().nullable(),
  member: z.string().nullable(),
  effects: z.enum(['read', 'write', 'unknown']),
  inputs: z.looseObject({}),
  required_scopes: z.array(z.string()),
});

export const Validity = z.strictObject({
  valid: z.boolean(),
  workspace_id: z.string(),
  topologies: z.array(z.string().regex(identifier)).describe('Those that this server runs'),
  problems: z.array(ProblemRow).describe('Of the workspace as it lies on disk now'),
});

export const Health = z.strictObject({
  status: z.enum(['ok', 'stopping']),
  running: z.int(),
  queued: z.int(),
});
