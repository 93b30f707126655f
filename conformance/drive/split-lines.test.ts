import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitLines } from './split-lines.ts';

const bytes = (text: string) => Buffer.from(text);

function split(chunks: readonly Buffer[], limit = 100) {
  const splitter = splitLines(limit);
  const lines = chunks.flatMap((chunk) => splitter.push(chunk)).map((line) => Buffer.from(line).toString());
  return { lines, rest: Buffer.from(splitter.rest()).toString(), tooLong: splitter.isTooLong() };
}

describe('lines out of bytes', () => {
  it('are the same however the bytes were cut', () => {
    const text = '{"é":1}\n\n漢字\nrest';
    fc.assert(
      fc.property(fc.array(fc.nat(bytes(text).length)), (cuts) => {
        const at = [0, ...cuts.sort((a, b) => a - b), bytes(text).length];
        const chunks = at.slice(1).map((end, index) => bytes(text).subarray(at[index], end));
        expect(split(chunks)).toEqual({ lines: ['{"é":1}', '', '漢字'], rest: 'rest', tooLong: false });
      }),
    );
  });

  it('keep no more of a line than the limit, and say so', () => {
    expect(split([bytes('12345\n')], 5)).toEqual({ lines: ['12345'], rest: '', tooLong: false });
    expect(split([bytes('1234'), bytes('56'), bytes('7'.repeat(1000))], 5)).toEqual({
      lines: [],
      rest: '1234',
      tooLong: true,
    });
    expect(split([bytes('a\n123456\nb\n')], 5)).toEqual({ lines: ['a'], rest: '', tooLong: true });
  });
});
