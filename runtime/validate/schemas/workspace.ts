import * as z from 'zod';
import { apiVersion, id, Metadata, mapOf, Scope, VariableName, WholeNumber } from './common.ts';
import { ModelDeclaration } from './model.ts';
import { EffectsName, PackDeclaration, TierName } from './pack.ts';

/** Top-level blocks that the original knows and this runtime passes over with a warning. */
export const unsupportedBlocks = [
  'organisation',
  'organization',
  'team',
  'identity',
  'storage',
  'context_compression',
  'planning',
  'synthesis',
  'memory',
  'events',
  'triggers',
  'a2a',
  'fleet',
  'artifacts',
  'telemetry',
  'knowledge',
  'runtime',
] as const;

export const CredentialDeclaration = z.discriminatedUnion('source', [
  z.strictObject({ source: z.literal('env'), config: z.strictObject({ env: VariableName }) }),
  z.strictObject({ source: z.literal('file'), config: z.strictObject({ path: z.string().min(1) }) }),
]);
export type CredentialDeclaration = z.infer<typeof CredentialDeclaration>;

export const GovernanceDeclaration = z.discriminatedUnion('provider', [
  z.strictObject({ provider: z.literal('builtin'), config: z.strictObject({}).optional() }),
  z.strictObject({
    provider: z.literal('mock'),
    config: z.strictObject({ allowed_scopes: z.array(Scope).optional() }).optional(),
  }),
]);

export const ServerDeclaration = z.strictObject({
  id: id<'ServerId'>(),
  description: z.string().optional(),
  transport: z.enum(['stdio', 'http', 'streamable-http']).optional(),
  command: z.union([z.string(), z.array(z.string()).min(1)]).optional(),
  args: z.array(z.string()).optional(),
  url: z.string().optional(),
  env: mapOf(z.string()).optional(),
  headers: mapOf(z.string()).optional(),
  cwd: z.string().optional(),
  credentials_ref: id<'CredentialId'>().optional(),
  permission: TierName.default('cautious'),
  permission_overrides: mapOf(TierName).optional(),
  effects: mapOf(EffectsName).optional(),
  trust_annotations: z.boolean().default(false),
  timeout: z.string().optional(),
  timeout_seconds: WholeNumber.optional(),
  timeout_overrides: mapOf(z.union([z.string(), WholeNumber])).optional(),
  max_output: z.string().optional(),
  max_output_bytes: WholeNumber.optional(),
});
export type ServerDeclaration = z.infer<typeof ServerDeclaration>;

/** How `serve` listens. A key is asked for where `auth` says so, and then of every request that reads or changes anything. */
export const ServeDeclaration = z.strictObject({
  auth: z
    .discriminatedUnion('provider', [
      z.strictObject({ provider: z.literal('none') }),
      z.strictObject({ provider: z.literal('api_key'), credentials_ref: id<'CredentialId'>() }),
    ])
    .optional(),
  /** Names besides the address itself under which the server is reached, without a port. */
  allowed_hosts: z.array(z.string().regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/)).optional(),
  max_running: WholeNumber.max(256).optional(),
  max_queued: z.int().min(0).max(10_000).optional(),
  request_timeout_seconds: WholeNumber.max(3600).optional(),
});
export type ServeDeclaration = z.infer<typeof ServeDeclaration>;

const unsupported = Object.fromEntries(unsupportedBlocks.map((block) => [block, z.unknown().optional()]));

export const WorkspaceDeclaration = z.strictObject({
  apiVersion,
  kind: z.literal('Workspace'),
  metadata: Metadata.extend({ id: id<'WorkspaceId'>() }),
  governance: GovernanceDeclaration.optional(),
  credentials: mapOf(CredentialDeclaration).optional(),
  command_packs: z.array(PackDeclaration).optional(),
  mcp_servers: z.array(ServerDeclaration).optional(),
  server: ServeDeclaration.optional(),
  model: ModelDeclaration.optional(),
  ...(unsupported as Record<(typeof unsupportedBlocks)[number], z.ZodOptional<z.ZodUnknown>>),
});
export type WorkspaceDeclaration = z.infer<typeof WorkspaceDeclaration>;
