import type { ImageType } from './attachment.ts';

type Header = (view: DataView) => boolean;

/**
 * Whether the header that a decoder cannot do without is there in full. A detector is content with a few bytes of signature; a model is not, and
 * would refuse the whole conversation.
 */
export function hasWholeHeader(type: ImageType, bytes: Uint8Array): boolean {
  return headers[type](new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
}

const headers: Readonly<Record<ImageType, Header>> = {
  'image/png': isPng,
  'image/jpeg': isJpeg,
  'image/gif': isGif,
  'image/webp': isWebp,
};

/** Signature, then the chunk IHDR with its checksum, of a picture that is at least one pixel wide and high. */
function isPng(view: DataView): boolean {
  if (view.byteLength < 33 || textAt(view, 0, 8) !== '\x89PNG\r\n\x1a\n') return false;
  const isHeader = view.getUint32(8) === 13 && textAt(view, 12, 4) === 'IHDR';
  return isHeader && view.getUint32(16) > 0 && view.getUint32(20) > 0;
}

/** Start of image, then a first segment that is all there. */
function isJpeg(view: DataView): boolean {
  if (view.byteLength < 6 || view.getUint16(0) !== 0xffd8 || view.getUint8(2) !== 0xff) return false;
  const length = view.getUint16(4);
  return length >= 2 && view.byteLength >= 4 + length;
}

/** Signature and logical screen descriptor. */
function isGif(view: DataView): boolean {
  return view.byteLength >= 13 && /^GIF8[79]a$/.test(textAt(view, 0, 6));
}

/** The form tag tells it from a sound; then the first chunk's own header, each kind as long as its format has it. */
function isWebp(view: DataView): boolean {
  if (view.byteLength < 20 || textAt(view, 0, 4) !== 'RIFF' || textAt(view, 8, 4) !== 'WEBP') return false;
  const needed = webpHeaders.get(textAt(view, 12, 4));
  return needed !== undefined && view.byteLength >= 20 + needed;
}

const webpHeaders: ReadonlyMap<string, number> = new Map([
  ['VP8 ', 10],
  ['VP8L', 5],
  ['VP8X', 10],
]);

function textAt(view: DataView, from: number, length: number): string {
  return String.fromCharCode(...new Uint8Array(view.buffer, view.byteOffset + from, length));
}
