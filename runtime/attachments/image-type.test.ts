import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { images } from '../../fixtures/images.ts';
import type { ImageType } from './attachment.ts';
import { imageTypeOf } from './image-type.ts';

const kinds = Object.entries(images) as [ImageType, Buffer][];

async function verdict(bytes: Uint8Array) {
  const type = await imageTypeOf(bytes, 'x.png', null);
  return type.ok ? type.value : type.problems[0]?.message;
}

describe('the type of an image', () => {
  it.each(kinds)('is read from its bytes: %s', async (type, bytes) => {
    expect(await verdict(bytes)).toBe(type);
  });

  it('is PNG for one with a long chunk before its pixels, and for one that moves', async () => {
    const png = images['image/png'];
    const chunk = (name: string, length: number) => {
      const bytes = Buffer.alloc(12 + length);
      bytes.writeUInt32BE(length);
      bytes.write(name, 4);
      return bytes;
    };
    const pngWith = (...chunks: Buffer[]) =>
      Buffer.concat([png.subarray(0, 33), ...chunks, png.subarray(33)]);
    expect(await verdict(pngWith(chunk('iCCP', 9000)))).toBe('image/png');
    expect(await verdict(pngWith(chunk('acTL', 8)))).toBe('image/png');
  });

  it('is known without decoding a picture that would fill the memory', async () => {
    const bomb = Buffer.from(images['image/png']);
    bomb.writeUInt32BE(100_000, 16);
    bomb.writeUInt32BE(100_000, 20);
    expect(await verdict(bomb)).toBe('image/png');
  });

  it.each(kinds)('is none where the header breaks off: %s', async (_, bytes) => {
    for (const length of [1, 3, 11, 12])
      expect(await verdict(bytes.subarray(0, length))).toContain('is not an image');
  });

  it.each(kinds)('is never another one, wherever the file breaks off: %s', async (type, bytes) => {
    for (let length = 1; length < bytes.length; length += 1) {
      const found = await verdict(bytes.subarray(0, length));
      expect(found === type || found?.includes('is not an image'), `${length} bytes: ${found}`).toBe(true);
    }
  });

  it('is none for a PNG without a pixel, and for one behind other bytes', async () => {
    const flat = Buffer.from(images['image/png']);
    flat.writeUInt32BE(0, 16);
    expect(await verdict(flat)).toContain('begins like image/png and breaks off');
    const marked = Buffer.concat([Buffer.from('\ufeff'), images['image/png']]);
    expect(await verdict(marked)).toContain('is not an image');
  });

  const riff = (form: string) =>
    Buffer.from(`RIFF\x24\0\0\0${form}fmt \x10\0\0\0${'\0'.repeat(40)}`, 'latin1');
  const brand = (name: string) =>
    Buffer.from(`\0\0\0\x18ftyp${name}\0\0\0\0mif1${name}${'\0'.repeat(24)}`, 'latin1');
  it.each([
    ['a sound', riff('WAVE'), 'audio/wav'],
    ['a film', riff('AVI '), 'video/vnd.avi'],
    ['AVIF', brand('avif'), 'image/avif'],
    ['HEIC', brand('heic'), 'image/heic'],
    ['MP4', brand('mp42'), 'video/mp4'],
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'SVG, which is text'],
    ['SVG with a prologue', Buffer.from('<?xml version="1.0"?><svg/>'), 'application/xml'],
    ['packed SVG', Buffer.from('1f8b0800000000000003', 'hex'), 'application/gzip'],
    ['a page', Buffer.from('<!DOCTYPE html><title>404</title>'), 'an HTML page'],
    ['text', Buffer.from('root:x:0:0'), 'text, or no kind of file that is known'],
    ['zeros', Buffer.alloc(64), 'no kind of file that is known'],
  ])('is none for %s, which is named for what it is', async (_, bytes, named) => {
    expect(await verdict(bytes)).toBe(`attachment "x.png" is not an image: it looks like ${named}`);
  });

  it('is a phrase and never an exception, whatever the bytes', async () => {
    const starts = fc.constantFrom(...kinds.map(([, bytes]) => bytes.subarray(0, 12)), Buffer.alloc(0));
    await fc.assert(
      fc.asyncProperty(starts, fc.uint8Array({ maxLength: 200 }), async (start, rest) => {
        expect(await verdict(Buffer.concat([start, rest]))).toMatch(
          /^(image\/|attachment "x\.png" is not an image)/,
        );
      }),
    );
  });
});
