import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { AuditEvent } from '../model/audit-event.ts';
import { canonicalJson, toJson } from '../model/json.ts';
import { decodeEvent } from './decode-event.ts';

/** Where a record stands in its run: `seq` from 1, `prev` the hash of the record before it. */
export interface Link {
  readonly seq: number;
  readonly hash: string;
}

/** Before the first record. */
export const chainStart: Link = { seq: 0, hash: '0'.repeat(64) };

/**
 * What an interrupted write left between two records: kept where it is, and vouched for by the record after
 * it.
 */
export interface Torn {
  readonly bytes: number;
  readonly sha256: string;
}

export interface JournalRecord {
  readonly link: Link;
  readonly prev: string;
  readonly torn: Torn | null;
  readonly event: AuditEvent;
}

/**
 * One record as its line, without the line break: `{"seq","prev","torn","hash","event"}`, `torn` only where
 * there is something to vouch for. `hash` is SHA-256 (hex) over the line `<seq> <prev> <torn> <event>`, with
 * the digest of the torn bytes or `-`, and the event exactly as it stands in the file: keys sorted, plain
 * ASCII, so that `sha256sum` can check it and no character of a value (line separators, escape sequences,
 * direction marks) does anything in whatever program shows the file.
 */
export function formatRecord(
  event: AuditEvent,
  before: Link,
  torn: Torn | null,
): { line: string; link: Link } {
  const seq = before.seq + 1;
  const text = eventText(event);
  const hash = hashOf(seq, before.hash, torn, text);
  const vouched = torn === null ? '' : `"torn":{"bytes":${torn.bytes},"sha256":"${torn.sha256}"},`;
  const line = `{"seq":${seq},"prev":"${before.hash}",${vouched}"hash":"${hash}","event":${text}}`;
  return { line, link: { seq, hash } };
}

function eventText(event: AuditEvent): string {
  return toAscii(canonicalJson(toJson(event)));
}

/** Outside of strings, JSON is ASCII already, so an escape can stand for any other character. */
function toAscii(json: string): string {
  return json.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function hashOf(seq: number, prev: string, torn: Torn | null, text: string): string {
  return sha256(`${seq} ${prev} ${torn?.sha256 ?? '-'} ${text}`);
}

export function sha256(text: string): string {
  return createHash('sha256').update(text, 'latin1').digest('hex');
}

/**
 * Back from a line, or `undefined` where it is no record whose hash is right. It must be the very text that
 * `formatRecord` writes: with a second spelling, two readers could see two things in one record.
 */
export function parseRecord(line: string): JournalRecord | undefined {
  const stored = StoredRecord.safeParse(parseJson(line));
  const event = decodeEvent(stored.data?.event);
  if (!stored.success || event === undefined) return undefined;
  const { seq, prev, torn = null, hash } = stored.data;
  const written = formatRecord(event, { seq: seq - 1, hash: prev }, torn);
  return written.line === line ? { link: { seq, hash }, prev, torn, event } : undefined;
}

const StoredRecord = z.strictObject({
  seq: z.int(),
  prev: z.string(),
  torn: z.strictObject({ bytes: z.int(), sha256: z.string() }).optional(),
  hash: z.string(),
  event: z.unknown(),
});

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
