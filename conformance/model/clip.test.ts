import { describe, expect, it } from 'vitest';
import { clipJson, clipText } from './clip.ts';

describe('a long text', () => {
  it('loses its middle and says how much', () => {
    expect(clipText('abcdefghij', 5)).toBe('abcd\n[... 5 characters left out ...]\nj');
    expect(clipText('abc', 5)).toBe('abc');
  });

  it('loses it anywhere in a value; keys and other scalars stay', () => {
    const long = 'x'.repeat(5000);
    const clipped = clipJson({ [long]: [long, 1, null] });
    expect(Object.keys(clipped as object)).toEqual([long]);
    expect(JSON.stringify(Object.values(clipped as object)).length).toBeLessThan(2000);
  });
});
