import type { AuditEvent } from '../model/audit-event.ts';
import { chainStart, type JournalRecord, type Link, parseRecord, sha256, type Torn } from './record.ts';

/** What one journal file holds. */
export interface Chain {
  readonly events: readonly AuditEvent[];
  readonly faults: readonly Fault[];
  /** The last record: what the next one follows. */
  readonly last: Link;
  /** What stands after it, for the next record to vouch for. */
  readonly torn: Torn | null;
  /** False where the file ends without a line break. */
  readonly endsLine: boolean;
}

/**
 * `line` from 1. A torn record is an accident and already contained; damage means that somebody changed the
 * file.
 */
export interface Fault {
  readonly kind: 'torn' | 'damaged';
  readonly line: number;
  readonly what: string;
}

/**
 * Reads and checks a journal. Text that is no record is torn where the file ends in it or the record after it
 * vouches for it, and damage anywhere else. What cannot be seen: the last records cut off, since a chain does
 * not know its own end.
 */
export function readChain(bytes: Uint8Array, runId: string): Chain {
  // Latin-1 maps bytes to characters one to one, so that a digest of torn bytes is one of exactly those.
  const text = Buffer.from(bytes).toString('latin1');
  const endsLine = text === '' || text.endsWith('\n');
  const lines = text.split('\n').slice(0, endsLine ? -1 : undefined);
  const events: AuditEvent[] = [];
  const faults: Fault[] = [];
  let last = chainStart;
  let loose: string[] = [];
  for (const [index, line] of lines.entries()) {
    const record = parseRecord(line);
    if (record === undefined) {
      loose.push(line);
      continue;
    }
    faults.push(...looseFaults(loose, record, index + 1), ...linkFaults(record, last, runId, index + 1));
    events.push(record.event);
    last = record.link;
    loose = [];
  }
  const torn = tornOf(loose);
  if (torn !== null) faults.push(tornFault(torn, lines.length - loose.length + 1));
  return { events, faults, last, torn, endsLine };
}

/** The text before a record against what the record says of it. */
function looseFaults(loose: readonly string[], record: JournalRecord, line: number): readonly Fault[] {
  const torn = tornOf(loose);
  const vouched = torn?.sha256 === record.torn?.sha256 && torn?.bytes === record.torn?.bytes;
  if (torn !== null && vouched) return [tornFault(torn, line - loose.length)];
  if (torn !== null)
    return [{ kind: 'damaged', line: line - loose.length, what: 'it is no record, or its hash is wrong' }];
  return vouched ? [] : [{ kind: 'damaged', line, what: 'the torn record that it speaks of is gone' }];
}

function linkFaults(
  { link, prev, event }: JournalRecord,
  last: Link,
  runId: string,
  line: number,
): readonly Fault[] {
  const fault = (what: string): readonly Fault[] => [{ kind: 'damaged', line, what }];
  if (event.run_id !== runId) return fault(`it belongs to run ${event.run_id}`);
  if (link.seq !== last.seq + 1) return fault(`it is record ${link.seq}, where ${last.seq + 1} was due`);
  return prev === last.hash ? [] : fault('it does not follow the record before it');
}

function tornOf(loose: readonly string[]): Torn | null {
  if (loose.length === 0) return null;
  const text = loose.join('\n');
  return { bytes: text.length, sha256: sha256(text) };
}

function tornFault({ bytes }: Torn, line: number): Fault {
  return { kind: 'torn', line, what: `a write was interrupted; ${bytes} bytes of a record are left` };
}
