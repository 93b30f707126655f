import { createHash } from 'node:crypto';
import type { Image } from '../models/model.ts';
import type { Files } from '../ports/ports.ts';

/** An image that waits with its run, in the file `<place>.<sha256>.image`, which only its owner may read. */
export interface KeptImage {
  readonly mediaType: Image['mediaType'];
  /** Hex. */
  readonly sha256: string;
}

/** `place` is the run's own path without an ending. One image that is attached twice is kept once. */
export function keepImages(images: readonly Image[], place: string, files: Files): readonly KeptImage[] {
  return images.map(({ mediaType, base64 }) => {
    const bytes = Buffer.from(base64, 'base64');
    const sha256 = digest(bytes);
    files.replace(pathOf(place, sha256), bytes);
    return { mediaType, sha256 };
  });
}

/** Takes them away again. `undefined` where one is gone or is another: a run never goes on with an image that nobody attached. */
export function takeImages(
  kept: readonly KeptImage[],
  place: string,
  files: Files,
): readonly Image[] | undefined {
  const images = kept.flatMap(({ mediaType, sha256 }): Image[] => {
    const bytes = files.read(pathOf(place, sha256));
    if (bytes === undefined || digest(bytes) !== sha256) return [];
    return [{ mediaType, base64: Buffer.from(bytes).toString('base64') }];
  });
  for (const { sha256 } of kept) files.remove(pathOf(place, sha256));
  return images.length === kept.length ? images : undefined;
}

function pathOf(place: string, sha256: string): string {
  return `${place}.${sha256}.image`;
}

function digest(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
