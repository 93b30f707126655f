import type { EventTools } from '../audit/events.ts';
import { type Journal, openJournal } from '../audit/journal.ts';
import { type Approvals, openApprovals } from '../authorize/approvals.ts';
import { loadSecrets, type Secrets } from '../execute/credentials.ts';
import { createRedactor, type Redactor } from '../execute/redaction.ts';
import type { Workspace } from '../model/workspace.ts';
import type { Ports } from '../ports/ports.ts';
import { type Backings, openBackings } from '../skills/backings.ts';
import { previewCall } from '../skills/preview-call.ts';

/** A loaded workspace with its state open: what every call, through any door, is performed in. */
export interface Context {
  readonly workspace: Workspace;
  readonly ports: Ports;
  readonly secrets: Secrets;
  readonly redact: Redactor;
  readonly approvals: Approvals;
  readonly journal: Journal;
  readonly eventTools: EventTools;
  readonly backings: Backings;
  /** Aborts when the runtime is asked to stop. */
  readonly signal?: AbortSignal;
}

/** Opens the state of a workspace and reads its credentials, which redaction must know before anything is written. */
export function openContext(workspace: Workspace, ports: Ports, signal?: AbortSignal): Context {
  const { stateDir } = workspace;
  const secrets = loadSecrets(workspace.credentials, ports);
  const redact = createRedactor(secrets.values);
  return {
    workspace,
    ports,
    secrets,
    redact,
    approvals: openApprovals({ stateDir, ports, preview: previewCall, redact }),
    journal: openJournal(stateDir, ports),
    backings: openBackings({ workspace, secrets, ports }),
    eventTools: { clock: ports.clock, ids: ports.ids, redact },
    ...(signal === undefined ? {} : { signal }),
  };
}
