import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linesOf } from './node-lines.ts';

async function linesIn(chunks: readonly Uint8Array[], longest?: number): Promise<(string | undefined)[]> {
  async function* stream() {
    yield* chunks;
  }
  const lines: (string | undefined)[] = [];
  for await (const line of linesOf(stream(), longest)) lines.push(line);
  return lines;
}

const bytes = (text: string) => new Uint8Array(Buffer.from(text));

describe('lines of a byte stream', () => {
  it('end at a newline and nowhere else, and the last one needs none', async () => {
    expect(await linesIn([bytes('a\r\n\u2028b\n\nc')])).toEqual(['a\r', '\u2028b', '', 'c']);
    expect(await linesIn([])).toEqual([]);
  });

  it('are the same however the bytes are cut', async () => {
    const text = '{"é":"漢字 😀"}\n\nx\n';
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(bytes(text).length)), async (cuts) => {
        const at = [0, ...cuts.sort((a, b) => a - b), bytes(text).length];
        const chunks = at.slice(1).map((end, index) => bytes(text).subarray(at[index], end));
        expect(await linesIn(chunks)).toEqual(['{"é":"漢字 😀"}', '', 'x']);
      }),
      { numRuns: 50 },
    );
  });

  it('that are no UTF-8, or too long, are told as such, and the next one is read', async () => {
    expect(await linesIn([new Uint8Array([0xff, 10, 0x61, 10])])).toEqual([undefined, 'a']);
    expect(await linesIn([bytes('1234'), bytes('567\n12345\n'), bytes('123456')], 5)).toEqual([
      undefined,
      '12345',
      undefined,
    ]);
  });
});
