import type { Audience } from '../agents/audience.ts';
import type { Attachment } from '../attachments/attachment.ts';
import type { AuditEvent } from '../model/audit-event.ts';
import type { RunId } from '../model/ids.ts';
import type { Context } from '../pipeline/context.ts';
import type { Ports } from '../ports/ports.ts';
import { type Envelope, envelope, invalid, type VerbName } from './envelope.ts';

/** What a verb may be given, by any door. All of it is untrusted. */
export interface VerbParams {
  readonly workspace?: string;
  readonly topology?: string;
  readonly agent?: string;
  readonly skill?: string;
  readonly arguments?: unknown;
  readonly runId?: string;
  readonly last?: number;
  readonly requestId?: string;
  readonly reason?: string;
  readonly input?: string;
  readonly resume?: string;
  readonly attach?: readonly string[];
  /** Only a door of this runtime can hand these in: they have been admitted. */
  readonly attachments?: readonly Attachment[];
}

/** One envelope; for `logs`, events before it, and an envelope only where something is wrong. */
export interface Reply {
  readonly events: readonly AuditEvent[];
  readonly envelope: Envelope;
}

/** Verbs that only a process of its own can offer, or that this runtime does not have. */
export type OfferedVerb = Exclude<VerbName, 'serve' | 'session'>;

/**
 * Performs one verb. Each is imported when it is first asked for: `describe` pays for none of the others. CLI, session and HTTP all
 * come through here, and through `performCall` below it.
 */
export async function perform(
  verb: OfferedVerb,
  params: VerbParams,
  ports: Ports,
  signal?: AbortSignal,
  audience?: Audience,
): Promise<Reply> {
  if (verb === 'describe') return only((await import('./describe.ts')).describe());
  const { loadWorkspace } = await import('../pipeline/load-workspace.ts');
  const { workspace, problems } = await loadWorkspace(params.workspace ?? '.', ports);
  if (workspace === undefined) return only(invalid(verb, problems));
  if (verb === 'validate') return only(envelope('validate', 'ok', problems));
  if (verb === 'resolve') return only((await import('./resolve.ts')).resolve(workspace, problems));
  const { openContext } = await import('../pipeline/context.ts');
  const context = openContext(workspace, ports, signal);
  if (verb === 'logs') return (await import('./logs.ts')).logs(params, context);
  if (verb === 'call' || verb === 'run') return only(await act(verb, params, context, audience));
  const { approvals, decide } = await import('./approvals.ts');
  if (verb === 'approvals') return only(approvals(context));
  return only(await decide(verb, params.requestId ?? '', params.reason ?? null, context));
}

/** What agents do. The servers that were started for it are stopped with it. */
async function act(
  verb: 'call' | 'run',
  params: VerbParams,
  context: Context,
  audience: Audience | undefined,
): Promise<Envelope> {
  try {
    if (verb === 'run') return await (await import('./run.ts')).run(params, context, audience);
    const { performCall } = await import('../pipeline/call.ts');
    const { callEnvelope } = await import('./call.ts');
    const { topology = '', agent = '', skill = '', arguments: values } = params;
    const runId = (params.runId ?? context.ports.ids.next('run')) as RunId;
    return callEnvelope(
      await performCall({ topology, agent, skill, arguments: values, runId }, context),
      context.redact,
    );
  } finally {
    await context.backings.close();
  }
}

function only(found: Envelope): Reply {
  return { events: [], envelope: found };
}
