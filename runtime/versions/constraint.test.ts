import fc from 'fast-check';
import semver from 'semver';
import { describe, expect, it } from 'vitest';
import { parseConstraint, satisfies } from './constraint.ts';
import { parseVersion } from './version.ts';

function fits(text: string, range: string): boolean {
  const version = parseVersion(text);
  const constraint = parseConstraint(range);
  if (version === undefined || !constraint.ok) throw new Error(`${text} or ${range} does not parse`);
  return satisfies(version, constraint.value);
}

describe('satisfies', () => {
  it.each([
    ['>=1.7', ['1.7', '1.7.0', '1.7.1-apple', '1.10', '2', '1.8rc1'], ['1.6', '1.6.99', '1.7rc1']],
    ['>=1.6,<2', ['1.6', '1.99.1'], ['1.5.9', '2', '2.0.1', '2.0-rc1']],
    ['>=1.6 , <2', ['1.7'], ['2.1']],
    ['>= 1.6 < 2', ['1.7'], ['1.5', '2.0']],
    ['>1.6', ['1.7', '2'], ['1.6', '1.6.9']],
    ['>1.6.2', ['1.6.2.1', '1.6.3'], ['1.6.2']],
    ['<=1.6', ['1.6', '1.6.9', '1.6.9.9', '0.1'], ['1.7']],
    ['1.6', ['1.6', '1.6.4'], ['1.7', '1.5']],
    ['==1.6.2', ['1.6.2'], ['1.6.3']],
    ['=1.6.2', ['1.6.2', '1.6.2-5+deb12u1'], ['1.6.3', '1.6.2.1', '1.6.2rc1']],
    ['^1.2.3', ['1.2.3', '1.9', '1.2.3.4'], ['1.2.2', '2', '2.0rc1']],
    ['^0.2.3', ['0.2.3', '0.2.9'], ['0.3', '0.2.2']],
    ['^0.0.3', ['0.0.3', '0.0.3.1'], ['0.0.4']],
    ['~1.2.3', ['1.2.3', '1.2.9'], ['1.3']],
    ['~> 1.2', ['1.2', '1.2.9'], ['1.3', '1.1']],
    ['~1', ['1.0', '1.9'], ['2', '0.9']],
    ['1.x || >=3.1', ['1.0', '1.9', '3.1', '4'], ['2.0', '3.0', '0.9']],
    ['1.2 - 1.5', ['1.2', '1.5', '1.5.9'], ['1.6', '1.1.9']],
    ['1.2.3 - 1.5.0', ['1.2.3', '1.5.0'], ['1.5.1', '1.2.2']],
    ['*', ['0', '1.2', '3rc1'], []],
    ['>*', [], ['1', '99']],
    ['>=1.7rc1', ['1.7rc1', '1.7rc2', '1.7'], ['1.7b1', '1.6']],
    ['<2.0-rc2', ['2.0-rc1', '1.9'], ['2.0-rc2', '2.0']],
    ['>=4.09', ['4.09.00', '4.9', '4.10'], ['4.8']],
    ['>=2.39.2.windows.1', ['2.39.2', '2.40.0.windows.1'], ['2.39.1.windows.9']],
    ['>=v1.7', ['1.7'], ['1.6']],
    ['>=131.0.6778.80', ['131.0.6778.85'], ['131.0.6778.79', '131.0.6778']],
  ] as const)('%s', (range, inside, outside) => {
    expect(inside.filter((each) => !fits(each, range))).toEqual([]);
    expect(outside.filter((each) => fits(each, range))).toEqual([]);
  });

  it('agrees with the semver library on every three-part release', () => {
    const release = fc.tuple(fc.nat(3), fc.nat(3), fc.nat(3)).map((parts) => parts.join('.'));
    const partial = fc
      .tuple(fc.array(fc.nat(3), { minLength: 1, maxLength: 3 }), fc.constantFrom('', '.x', '.*'))
      .map(([parts, wild]) => parts.join('.') + (parts.length < 3 ? wild : ''));
    const bound = fc.tuple(fc.constantFrom('', '=', '>', '>=', '<', '<=', '^', '~', '~>'), partial);
    const bounds = fc
      .array(bound, { minLength: 1, maxLength: 3 })
      .map((each) => each.map((one) => one.join('')).join(' '));
    const hyphen = fc.tuple(partial, partial).map((pair) => pair.join(' - '));
    const range = fc
      .array(fc.oneof(bounds, hyphen), { minLength: 1, maxLength: 2 })
      .map((each) => each.join(' || '));
    fc.assert(
      fc.property(release, range, (each, text) => {
        expect(fits(each, text)).toBe(semver.satisfies(each, text));
      }),
      { numRuns: 2000 },
    );
  });
});

describe('parseConstraint', () => {
  it.each([
    '',
    ' ',
    'latest',
    'newest stable',
    '>=',
    '>=1.6,',
    ',>=1',
    '>=1 ||',
    '!=1.6',
    '~=1.6',
    '1..2',
    '>=1.6 and <2',
    '=>1.6',
    '1.6 -',
    '>=1.x.3',
    'jq 1.6',
  ])('says how to write a range when it gets %j', (text) => {
    const parsed = parseConstraint(text);
    expect(parsed.problems).toMatchObject([
      { code: 'schema.pattern-mismatch', hint: expect.stringContaining('">=1.6,<2"') },
    ]);
    expect(parsed.ok).toBe(false);
  });
});
