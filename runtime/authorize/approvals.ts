import { createHash } from 'node:crypto';
import { redactJson } from '../execute/redaction.ts';
import type { Call } from '../model/call.ts';
import type { RequestId } from '../model/ids.ts';
import { canonicalJson, fromJson } from '../model/json.ts';
import type { Result } from '../model/problem.ts';
import type { Ports } from '../ports/ports.ts';

/** How long a request, and then its decision, holds: 1 hour, in milliseconds. */
export const approvalLifetimeMs = 3_600_000;

/** A request for a person's decision, as it lies in the state folder. Arguments and argv are redacted. */
export interface ApprovalRequest {
  readonly request_id: RequestId;
  readonly run_id: string;
  readonly topology: string;
  readonly agent: string;
  readonly skill: string;
  readonly arguments: unknown;
  /** Exactly what would run, secrets aside. */
  readonly argv: readonly string[];
  readonly requested_at: string;
  readonly expires_at: string;
  /** The person's words, once decided. */
  readonly reason: string | null;
  /** Which call it is: SHA-256 over topology, agent, skill and the arguments as sent. */
  readonly call_digest: string;
}

/** Requests by what has become of them. A folder each: moving the file is the change of state, and one of two movers wins. */
type Status = 'pending' | 'granted' | 'denied' | 'used';

export interface Approvals {
  /** Takes the grant for this call, so that it serves once. */
  use(call: Call): ApprovalRequest | undefined;
  denied(call: Call): ApprovalRequest | undefined;
  /** What would run, or why nothing could. */
  preview(call: Call): Promise<Result<readonly string[]>>;
  /** The waiting request for this call, or a new one. */
  request(
    call: Call,
    argv: readonly string[],
  ): { readonly request: ApprovalRequest; readonly isNew: boolean };
  pending(): readonly ApprovalRequest[];
  /** `undefined` where no such request waits. */
  decide(id: string, status: 'granted' | 'denied', reason: string | null): ApprovalRequest | undefined;
}

export interface ApprovalTools {
  readonly stateDir: string;
  readonly ports: Pick<Ports, 'files' | 'clock' | 'ids'>;
  readonly preview: (call: Call) => Promise<Result<readonly string[]>>;
  readonly redact: (text: string) => string;
}

/** Approvals of one workspace, kept as files under `<state>/approvals/<status>/<request id>.json`. */
export function openApprovals({ stateDir, ports, preview, redact }: ApprovalTools): Approvals {
  const { files, clock, ids } = ports;
  const folder = (status: Status) => `${stateDir}/approvals/${status}`;
  const pathOf = (status: Status, id: string) => `${folder(status)}/${id}.json`;
  const list = (status: Status): ApprovalRequest[] =>
    (files.list(folder(status)) ?? [])
      .filter((name) => name.endsWith('.json'))
      .flatMap((name) => readRequest(files.read(`${folder(status)}/${name}`)) ?? [])
      .filter((each) => Date.parse(each.expires_at) > clock.now().getTime())
      .sort((a, b) => (a.requested_at < b.requested_at ? -1 : 1));
  const find = (status: Status, call: Call) => {
    const digest = digestOf(call);
    return list(status).find((each) => each.call_digest === digest);
  };
  const expiry = () => new Date(clock.now().getTime() + approvalLifetimeMs).toISOString();
  return {
    preview,
    use(call) {
      const granted = find('granted', call);
      if (granted === undefined) return undefined;
      return files.move(pathOf('granted', granted.request_id), pathOf('used', granted.request_id))
        ? granted
        : undefined;
    },
    denied: (call) => find('denied', call),
    request(call, argv) {
      const waiting = find('pending', call);
      if (waiting !== undefined) return { request: waiting, isNew: false };
      const request: ApprovalRequest = {
        request_id: ids.next('approval') as RequestId,
        run_id: call.runId,
        topology: call.topology,
        agent: call.agent.id,
        skill: call.skill.id,
        arguments: fromJson(redactJson(redact, call.arguments)),
        argv: argv.map(redact),
        requested_at: clock.now().toISOString(),
        expires_at: expiry(),
        reason: null,
        call_digest: digestOf(call),
      };
      files.replace(pathOf('pending', request.request_id), `${JSON.stringify(request)}\n`);
      return { request, isNew: true };
    },
    pending: () => list('pending'),
    decide(id, status, reason) {
      const request = list('pending').find((each) => each.request_id === id);
      if (request === undefined) return undefined;
      const decided: ApprovalRequest = {
        ...request,
        reason: reason === null ? null : redact(reason),
        expires_at: expiry(),
      };
      // The pending file is the token: whoever moves it away decides; another person at the same moment comes too late.
      const taken = `${folder('pending')}/.${request.request_id}.deciding`;
      if (!files.move(pathOf('pending', request.request_id), taken)) return undefined;
      files.replace(pathOf(status, request.request_id), `${JSON.stringify(decided)}\n`);
      files.remove(taken);
      return decided;
    },
  };
}

/** One name for one call: the same agent, skill and arguments, however they were spelled. */
export function digestOf({ topology, agent, skill, arguments: values }: Call): string {
  const call = [topology, agent.id, skill.id, values];
  return createHash('sha256').update(canonicalJson(call)).digest('hex');
}

function readRequest(bytes: Uint8Array | undefined): ApprovalRequest | undefined {
  if (bytes === undefined) return undefined;
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as ApprovalRequest;
  } catch {
    // A file that somebody broke by hand approves nothing.
    return undefined;
  }
}
