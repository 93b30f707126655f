import { bad, ok, type Result } from '../model/problem.ts';
import type { ImageType } from './attachment.ts';
import { hasWholeHeader } from './image-header.ts';
import { refused } from './refusals.ts';

/** What the detector calls them. An animated PNG is a PNG with more to it. */
const imageTypes: ReadonlyMap<string, ImageType> = new Map([
  ['image/png', 'image/png'],
  ['image/apng', 'image/png'],
  ['image/jpeg', 'image/jpeg'],
  ['image/gif', 'image/gif'],
  ['image/webp', 'image/webp'],
]);

/** The detector needs no more, and unpacks archives that it is given whole: bytes. */
const sample = 4100;

/**
 * The media type by the bytes alone, whatever the file is called. Code: `attachment.not-an-image`, which says what the file looks like instead and
 * quotes nothing of it. Pixels are never decoded.
 */
export async function imageTypeOf(
  bytes: Uint8Array,
  name: string,
  at: string | null,
): Promise<Result<ImageType>> {
  const { fileTypeFromBuffer } = await import('file-type');
  const mime = (await fileTypeFromBuffer(bytes.subarray(0, sample)))?.mime;
  const found = mime === undefined ? undefined : imageTypes.get(mime);
  if (found !== undefined && hasWholeHeader(found, bytes)) return ok(found);
  const looks =
    found === undefined ? `looks like ${mime ?? kindOfText(bytes)}` : `begins like ${found} and breaks off`;
  return bad(
    refused(
      'attachment.not-an-image',
      name,
      `is not an image: it ${looks}`,
      at,
      'PNG, JPEG, GIF and WebP are accepted',
    ),
  );
}

const textKinds: readonly (readonly [RegExp, string])[] = [
  [/<svg[\s>]/i, 'SVG, which is text'],
  [/<(?:!doctype\s+html|html)[\s>]/i, 'an HTML page'],
];

function kindOfText(bytes: Uint8Array): string {
  const head = bytes.subarray(0, sample);
  if (head.includes(0)) return 'no kind of file that is known';
  const text = new TextDecoder('latin1').decode(head);
  return textKinds.find(([pattern]) => pattern.test(text))?.[1] ?? 'text, or no kind of file that is known';
}
