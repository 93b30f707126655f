import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../model/json.ts';
import { match, matches } from './match.ts';
import { matcherProblems } from './matcher-problems.ts';

describe('plain data', () => {
  it.each<[Json, Json, boolean]>([
    [1, 1, true],
    [1, '1', false],
    [null, null, true],
    [[1, 2], [1, 2], true],
    [[1], [1, 2], false],
    [[1, 2], [1], false],
    [{ a: 1 }, { a: 1, b: 2 }, true],
    [{ a: 1 }, { b: 1 }, false],
    [{ a: 1 }, [1], false],
    [[], {}, false],
    [{}, 'text', false],
    [{ constructor: 1 }, {}, false],
    [{ a: { $regex: 'x' } }, { a: 'axa' }, true],
  ])('%j against %j: %s', (matcher, value, holds) => {
    expect(matches(matcher, value)).toBe(holds);
  });

  it('says the first path that differs', () => {
    expect(match({ a: [{ b: 1 }, { b: 2 }] }, { a: [{ b: 1 }, { b: 3 }] })).toEqual({
      path: ['a', 1, 'b'],
      wanted: 2,
      got: 3,
    });
    expect(match([1], [1, 2])).toEqual({ path: [1], wanted: { $absent: true }, got: 2 });
    expect(match([1, 2], [1])).toEqual({ path: [1], wanted: 2, got: undefined });
  });
});

describe('tagged forms', () => {
  it.each<[Json, Json | undefined, boolean]>([
    [{ $regex: '^a.c$' }, 'abc', true],
    [{ $regex: '^a' }, 'ba', false],
    [{ $regex: '1' }, 1, false],
    [{ $contains: 'b' }, 'abc', true],
    [{ $contains: 'x' }, 'abc', false],
    [{ $contains: { a: 1 } }, [{ a: 2 }, { a: 1, b: 1 }], true],
    [{ $contains: 1 }, 'a1', false],
    [{ $contains: 'a' }, undefined, false],
    [{ $not: 1 }, 2, true],
    [{ $not: 1 }, 1, false],
    [{ $any: 'array' }, [], true],
    [{ $any: 'object' }, [], false],
    [{ $any: 'null' }, null, true],
    [{ $any: 'null' }, undefined, false],
    [{ $length: 2 }, 'é', true],
    [{ $length: 1 }, ['é'], true],
    [{ $length: 0 }, 0, false],
    [{ $absent: true }, undefined, true],
    [{ $absent: true }, null, true],
    [{ $absent: true }, 0, false],
    [{ $unordered: [1, { $any: 'number' }] }, [2, 1], true],
    [{ $unordered: [1, 2] }, [1, 2, 3], false],
    [{ $unordered: [1, 1] }, [1, 2], false],
    [{ $sequence: [1, 3] }, [1, 2, 3], true],
    [{ $sequence: [3, 1] }, [1, 2, 3], false],
    [{ $sequence: [1] }, 'text', false],
    [{ $one_of: [1, { $regex: 'a' }] }, 'a', true],
    [{ $one_of: [1, 2] }, 3, false],
    [{ $exactly: { a: 1 } }, { a: 1 }, true],
    [{ $exactly: { a: 1 } }, { a: 1, b: 2 }, false],
    [{ $exactly: { a: 1 } }, { a: 2 }, false],
    [{ $exactly: {} }, 1, false],
    [{ $json: { a: 1 } }, '{"a": 1}', true],
    [{ $json: { a: 1 } }, '{"a": 2}', false],
    [{ $json: 1 }, '{', false],
    [{ $json: 1 }, 1, false],
    [{ $number: { min: 1, max: 2 } }, 2, true],
    [{ $number: { min: 1 } }, 0, false],
    [{ $number: { max: 1 } }, 2, false],
    [{ $number: {} }, '1', false],
  ])('%j against %j: %s', (matcher, value, holds) => {
    expect(matches(matcher, value)).toBe(holds);
  });

  it('gives each value to the matcher that needs it', () => {
    expect(matches({ $unordered: [{ $any: 'number' }, 1] }, [1, 2])).toBe(true);
  });

  it('points into an embedded JSON text and at a key too many', () => {
    expect(match({ $json: { a: [1] } }, '{"a":[2]}')).toMatchObject({ path: ['a', 0], wanted: 1, got: 2 });
    expect(match({ $exactly: { a: 1 } }, { a: 1, b: 2 })).toMatchObject({ path: ['b'], got: 2 });
  });
});

describe('any JSON', () => {
  const plain = fc.jsonValue().filter((value) => !JSON.stringify(value).includes('"$'));

  it('matches itself', () => {
    fc.assert(
      fc.property(plain, (value) => matches(value as Json, JSON.parse(JSON.stringify(value)) as Json)),
    );
  });

  it('does not match when any one scalar in it is another', () => {
    fc.assert(
      fc.property(fc.array(plain, { minLength: 1 }), fc.nat(), (values, at) => {
        const changed = values.map((value, index) => (index === at % values.length ? [value] : value));
        return !matches(values as Json, changed as Json);
      }),
    );
  });
});

describe('matcherProblems', () => {
  it.each<[Json, string]>([
    [{ $regx: 'a' }, '$regx is no matcher'],
    [{ $any: 'text' }, '$any: one of'],
    [{ $length: 'x' }, 'a length is a number'],
    [{ $absent: false }, 'write {$absent: true}'],
    [{ $sequence: [] }, 'needs a list that is not empty'],
    [{ $exactly: 1 }, 'needs a mapping'],
    [{ $number: { least: 1 } }, 'needs {min: n}'],
    [{ $regex: 1 }, 'a regular expression is a string'],
    [{ $repeat: ['a'] }, 'needs [text, times]'],
    [{ $not: { $regex: '(' } }, 'Unterminated group'],
    [{ $contains: 1, a: 1 }, 'stands alone'],
  ])('%j: %s', (matcher, message) => {
    expect(matcherProblems(matcher)[0]?.message).toContain(message);
  });

  it('finds nothing in matchers that are in order, and says where in others', () => {
    expect(
      matcherProblems({ a: [{ $number: { min: 1 } }, { $repeat: ['a', 2] }, { $any: 'string' }] }),
    ).toEqual([]);
    expect(matcherProblems([{ a: { $nope: 1 } }])[0]?.path).toEqual([0, 'a', '$nope']);
  });
});
