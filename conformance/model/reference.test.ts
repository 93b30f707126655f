import { describe, expect, it } from 'vitest';
import type { Json } from './json.ts';
import { expandRepeats, fillReferences, namesIn, stringsIn } from './reference.ts';

const bindings = new Map<string, Json>([
  ['path', '/tmp/a b'],
  ['count', 3],
  ['nothing', null],
  ['secret.token', '@{path}'],
]);

describe('fillReferences', () => {
  it('gives a scalar that is wholly a reference the type of what it refers to', () => {
    expect(fillReferences(['@{count}', '@{nothing}', '@{path}'], bindings)).toEqual([3, null, '/tmp/a b']);
  });

  it('fills references inside a text, numbers as JSON writes them', () => {
    expect(fillReferences('touch @{path}; @{count} times', bindings)).toBe('touch /tmp/a b; 3 times');
  });

  it('inserts a value as a JSON string where the text asks for that', () => {
    expect(fillReferences('value: @{path:json}', new Map([['path', 'a"\n']]))).toBe('value: "a\\"\\n"');
  });

  it('looks once: a reference inside a value stays as it is', () => {
    expect(fillReferences('@{secret.token} and @{secret.token}!', bindings)).toBe('@{path} and @{path}!');
  });

  it('leaves references that it does not know', () => {
    expect(fillReferences(['@{later}', 'x @{later}'], bindings)).toEqual(['@{later}', 'x @{later}']);
  });

  it('fills keys, and keeps a key named __proto__', () => {
    const filled = fillReferences(JSON.parse('{"__proto__": "@{count}", "@{path}": 1}') as Json, bindings);
    expect(JSON.stringify(filled)).toBe('{"__proto__":3,"/tmp/a b":1}');
  });
});

describe('expandRepeats', () => {
  it('spells out a repeated text wherever it stands', () => {
    expect(expandRepeats({ a: [{ $repeat: ['ab', 3] }] })).toEqual({ a: ['ababab'] });
  });

  it('leaves what only looks like one', () => {
    const value = { $repeat: 'ab', a: { $repeat: ['ab', 'x'] } };
    expect(expandRepeats(value)).toEqual(value);
  });
});

it('finds every name and every string of a value', () => {
  expect(namesIn('@{a} @{b:json} @{secret.c} @{}')).toEqual(['a', 'b', 'secret.c']);
  expect(stringsIn({ key: ['text', 1, { inner: null }] })).toEqual(['key', 'text', 'inner']);
});
