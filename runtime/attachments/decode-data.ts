import { bad, ok, type Result } from '../model/problem.ts';
import { type DataSource, largestAttachment } from './attachment.ts';
import { empty, refused, tooLarge } from './refusals.ts';

/**
 * The bytes that base64 stands for. Codes: `attachment.too-large`, `attachment.empty`, `attachment.bad-base64`. One spelling a file: the alphabet
 * with `+` and `/`, padded, no line breaks, no bits left over. The decoder at hand skips what it does not know, so broken text would become
 * another file; text that comes back the same when it is encoded again had nothing to skip.
 */
export function decodeData({ base64, at }: DataSource, name: string): Result<Uint8Array> {
  if (base64 === '') return bad(empty(name, at));
  const size = decodedSize(base64);
  if (size > largestAttachment) return bad(tooLarge(name, size, at));
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.toString('base64') === base64) return ok(bytes);
  const hint = 'padded, with + and /, in one line, as `base64 -w 0 FILE` prints it';
  return bad(refused('attachment.bad-base64', name, 'is not valid base64', at, hint));
}

/** Bytes, from the length alone: what is too long is not decoded to find that out. */
function decodedSize(base64: string): number {
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0;
  return Math.floor((base64.length / 4) * 3) - padding;
}
