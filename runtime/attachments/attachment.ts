import type { Image } from '../models/model.ts';

/** The largest that an attachment may be, in bytes of the file itself: exactly 20 MiB pass. Clause: `attachments.size`. */
export const largestAttachment = 20 * 1024 * 1024;

export type ImageType = Image['mediaType'];

/** What a caller holds out, before anything of it has been looked at. `at` points to it in what the caller sent (RFC 6901). */
export type Source = PathSource | DataSource;
export interface PathSource {
  readonly kind: 'path';
  readonly path: string;
  readonly name?: string;
  readonly at: string | null;
}
export interface DataSource {
  readonly kind: 'data';
  readonly base64: string;
  readonly name?: string;
  readonly at: string | null;
}

/** An image that a run may be given: whole, within the limit, its type read from its bytes. */
export interface Attachment {
  /** A bare file name without control characters, at most 255 of them. */
  readonly name: string;
  readonly mediaType: ImageType;
  readonly bytes: Uint8Array;
  /** Hex. */
  readonly sha256: string;
  /** The path as the caller wrote it; `null` where the bytes came with the request. */
  readonly source: string | null;
}

/** As a model is sent it. */
export function imageOf({ mediaType, bytes }: Attachment): Image {
  return { mediaType, base64: Buffer.from(bytes).toString('base64') };
}
