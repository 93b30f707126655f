import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { argumentText } from './argument-text.ts';

function textOf(value: number): string {
  const step = argumentText('v', value);
  if (!step.ok) throw new Error(step.error.message);
  return step.value;
}

describe('a number as an element of argv', () => {
  test.each([
    [1e-7, '0.0000001'],
    [-1.5e-7, '-0.00000015'],
    [123.456e-10, '0.0000000123456'],
    [0.000001, '0.000001'],
    [1.0, '1'],
    [-0.5, '-0.5'],
    [9007199254740991, '9007199254740991'],
  ])('%d is written %s', (value, text) => {
    expect(textOf(value)).toBe(text);
  });

  test('never has an exponent, and reads back the same', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 }), (value) => {
        const text = textOf(value);
        expect(text).toMatch(/^-?\d+(\.\d+)?$/);
        expect(Number(text)).toBe(value === 0 ? 0 : value);
      }),
    );
  });
});
