import type { AuditEvent, EventType } from '../model/audit-event.ts';
import type { Failure } from '../model/call.ts';
import { failure } from '../model/failure.ts';
import { guardOf, type LockPorts, underLock } from './lock.ts';
import { type Chain, readChain } from './read-chain.ts';
import { formatRecord, type Link } from './record.ts';

/** These are on disk before anything goes on (`audit.before`). The others may be lost with the machine. */
const durable: ReadonlySet<EventType> = new Set([
  'policy.decision',
  'skill.executed',
  'approval.requested',
  'approval.granted',
  'approval.denied',
]);

/** Where a journal ended after our last write: good as long as the file has that size. */
interface End {
  readonly size: number;
  readonly last: Link;
}

/** Run ids name files. The door has refused others already; this one writes, so it looks again. */
export function isFileName(runId: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/.test(runId);
}

/**
 * Appends events to their runs' journals, one write and one line each. A half-written record before it stays
 * where it is, and the new one vouches for it. A damaged journal is not written to: what follows would lend
 * it credit. Code: `audit.unavailable`.
 */
export function openAppender(
  folder: string,
  pathOf: (runId: string) => string,
  ports: LockPorts,
): (event: AuditEvent) => Promise<Failure | undefined> {
  const ends = new Map<string, End>();
  return async (event) => {
    const runId = event.run_id;
    if (!isFileName(runId)) return unavailable('the run id cannot name a file');
    const path = pathOf(runId);
    const lock = `${folder}/${runId}.lock`;
    const append = () => {
      const known = ends.get(runId);
      ends.delete(runId);
      ends.set(runId, appendTo(path, event, known, ports));
    };
    try {
      const locked = await underLock(lock, ports, append);
      return locked.done
        ? undefined
        : unavailable(`process ${locked.owner ?? '?'} holds ${lock}`, freeing(lock));
    } catch (error) {
      return unavailable(`${path}: ${error instanceof Error ? error.message : error}`);
    }
  };
}

function appendTo(path: string, event: AuditEvent, known: End | undefined, { files }: LockPorts): End {
  const size = files.status(path)?.size ?? 0;
  const chain =
    known?.size === size
      ? inOrder(known.last)
      : readChain(files.read(path) ?? new Uint8Array(), event.run_id);
  const damage = chain.faults.find((fault) => fault.kind === 'damaged');
  if (damage !== undefined) throw new Error(`its line ${damage.line} is damaged: ${damage.what}`);
  const { line, link } = formatRecord(event, chain.last, chain.torn);
  const text = `${chain.endsLine ? '' : '\n'}${line}\n`;
  files.append(path, text, durable.has(event.event_type));
  return { size: size + text.length, last: link };
}

function inOrder(last: Link): Omit<Chain, 'events'> {
  return { faults: [], last, torn: null, endsLine: true };
}

function unavailable(
  why: string,
  hint = 'nothing runs that cannot be recorded; see to the state folder',
): Failure {
  return failure('audit.unavailable', `the audit cannot be written: ${why}`, hint);
}

function freeing(lock: string): string {
  return `try again; if no runtime is at work there, delete ${lock} and ${guardOf(lock)}`;
}
