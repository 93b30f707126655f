import { createHash } from 'node:crypto';
import { bad, ok, type Problem, type Result } from '../model/problem.ts';
import type { Files } from '../ports/ports.ts';
import { looksLikeAddress, urlRefused } from './address.ts';
import type { Attachment, Source } from './attachment.ts';
import { decodeData } from './decode-data.ts';
import { imageTypeOf } from './image-type.ts';
import { attachmentName } from './name.ts';
import { type Door, readPath } from './read-path.ts';

/**
 * Every attachment of a run, or every problem with them: one bad file and none is taken. Nothing is fetched, nothing but a regular file is
 * opened, nothing beyond the limit is read, and nothing of a file's content stands in a problem. Codes: `attachment.*`. Clauses: `attachments.*`.
 */
export async function admitAttachments(
  sources: readonly Source[],
  door: Door,
  files: Files,
): Promise<Result<readonly Attachment[]>> {
  const attachments: Attachment[] = [];
  const problems: Problem[] = [];
  // One after the other: many large files are never under way at once.
  for (const [index, source] of sources.entries()) {
    const admitted = await admit(source, attachmentName(source, index), door, files);
    if (admitted.ok) attachments.push(admitted.value);
    else problems.push(...admitted.problems);
  }
  return problems.length > 0 ? bad(...problems) : ok(attachments);
}

async function admit(source: Source, name: string, door: Door, files: Files): Promise<Result<Attachment>> {
  const read = readBytes(source, name, door, files);
  if (!read.ok) return read;
  const bytes = read.value;
  const path = source.kind === 'path' ? source.path : null;
  const type = await imageTypeOf(bytes, path ?? name, source.at);
  if (!type.ok) return type;
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return ok({ name, mediaType: type.value, bytes, sha256, source: path });
}

function readBytes(source: Source, name: string, door: Door, files: Files): Result<Uint8Array> {
  if (source.kind === 'data') {
    return looksLikeAddress(source.base64) ? bad(urlRefused(name, source.at)) : decodeData(source, name);
  }
  return looksLikeAddress(source.path)
    ? bad(urlRefused(source.path, source.at))
    : readPath(source, door, files);
}
