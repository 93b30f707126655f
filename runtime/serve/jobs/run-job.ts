import type { Attachment } from '../../attachments/attachment.ts';
import type { RunId } from '../../model/ids.ts';
import type { Workspace } from '../../model/workspace.ts';
import { openContext } from '../../pipeline/context.ts';
import type { Ports } from '../../ports/ports.ts';
import type { Envelope } from '../../verbs/envelope.ts';
import { run } from '../../verbs/run.ts';
import { type Transcript, transcriber } from './transcript.ts';

/** What a job runs: a topology with its input, or a run that waited for a person. */
export type Assignment =
  | {
      readonly kind: 'begin';
      readonly topology: string;
      readonly input: string;
      readonly attachments: readonly Attachment[];
    }
  | { readonly kind: 'resume' };

export interface JobWorld {
  readonly workspace: Workspace;
  readonly ports: Ports;
}

/** Runs a job as the verb `run` would. Credentials are read anew, since one may have been rotated while the server lives. */
export async function runJob(
  runId: RunId,
  assignment: Assignment,
  { workspace, ports }: JobWorld,
  transcript: Transcript,
  signal: AbortSignal,
): Promise<Envelope> {
  const context = openContext(workspace, ports, signal);
  const audience = transcriber(transcript, context.redact);
  try {
    return await run(
      assignment.kind === 'resume' ? { resume: runId } : { ...assignment, promisedId: runId },
      context,
      audience,
    );
  } finally {
    audience.flush();
    await context.backings.close();
  }
}
