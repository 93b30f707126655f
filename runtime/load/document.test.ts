import { describe, expect, test } from 'vitest';
import { readDocument, type Source } from './document.ts';

function read(text: string | Uint8Array) {
  return readDocument('workspace.yaml', typeof text === 'string' ? new TextEncoder().encode(text) : text);
}

function source(text: string): Source {
  const found = read(text);
  if (!('placeOf' in found)) throw new Error(JSON.stringify(found));
  return found;
}

describe('reading a document', () => {
  test('gives data, and the place of every value and key', () => {
    const found = source('a: 1\nb:\n  - x\n  - c: deep\n');
    expect(found.data).toEqual({ a: 1, b: ['x', { c: 'deep' }] });
    expect(found.placeOf(['b', 1, 'c'])).toMatchObject({ line: 4, column: 8, pointer: '/b/1/c' });
    expect(found.placeOf(['b', 1, 'c'], 'key')).toMatchObject({ line: 4, column: 5 });
    expect(found.placeOf(['b'], 'key')).toMatchObject({ line: 2, column: 1 });
  });

  test('names the nearest place that exists for a path that leads nowhere', () => {
    expect(source('a:\n  b: 1\n').placeOf(['a', 'missing', 'deeper'])).toMatchObject({ line: 2, column: 3 });
  });

  test('escapes pointers as RFC 6901 has it', () => {
    expect(source('a/b: {c~d: 1}\n').placeOf(['a/b', 'c~d']).pointer).toBe('/a~1b/c~0d');
  });

  test('keeps YAML 1.2 words as text: no, off, 12:30', () => {
    expect(source('a: [no, off, 12:30]\n').data).toEqual({ a: ['no', 'off', '12:30'] });
  });

  test('keeps a __proto__ key as an own key', () => {
    expect(Object.keys(source('__proto__: {x: 1}\n').data as object)).toEqual(['__proto__']);
  });

  test('reads a file with a byte order mark and CRLF line ends', () => {
    expect(source('\uFEFFa: 1\r\nb: 2\r\n').data).toEqual({ a: 1, b: 2 });
  });

  test.each([
    ['bad syntax', 'a: [1\nb: 2\n', /./],
    ['a duplicate key', 'a: 1\nb: 2\na: 3\n', /unique/],
    ['a tab for indentation', 'a:\n\tb: 1\n', /tab/i],
    ['an unknown tag', 'a: !!js/function x\n', /tag/],
    ['two documents', 'a: 1\n---\nb: 2\n', /several/],
    ['a list at the top', '- a\n', /no YAML map/],
    ['an empty file', '', /empty/],
    ['only a comment', '# nothing\n', /empty|no YAML map/],
  ])('refuses %s with a place and a hint', (_, text, message) => {
    const expected = { code: 'workspace.yaml-parse', line: expect.any(Number), hint: expect.any(String) };
    expect(read(text)).toEqual([
      expect.objectContaining({ ...expected, message: expect.stringMatching(message) }),
    ]);
  });

  test('refuses bytes that are no UTF-8', () => {
    expect(read(Uint8Array.of(0xff, 0xfe, 0x61, 0x00))).toMatchObject([
      { message: expect.stringContaining('UTF-8') },
    ]);
  });

  test('refuses an alias bomb without expanding it', () => {
    const levels = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((name, index, all) => {
      const items = index === 0 ? 'x' : `*${all[index - 1]}`;
      return `${name}: &${name} [${Array(9).fill(items).join(', ')}]`;
    });
    expect(read(`${levels.join('\n')}\n`)).toMatchObject([{ message: expect.stringContaining('alias') }]);
  });

  test.each([
    ['a value', `a: &a 1\nb: [${Array(1000).fill('*a').join(', ')}]\n`],
    ['a map', `a: &a {k: [x, y]}\nb: [${Array(1000).fill('*a').join(', ')}]\n`],
  ])('follows %s that is used a thousand times', (_, text) => {
    expect(Object.values(source(text).data as { b: unknown[] }).at(1)).toHaveLength(1000);
  });

  test('follows plain aliases, to a key as well, and copies nothing', () => {
    const { data } = source('a: &a [1]\nb: *a\n&k c: *k\n');
    expect(data).toEqual({ a: [1], b: [1], c: 'c' });
    const { a, b } = data as { a: unknown; b: unknown };
    expect(b).toBe(a);
  });

  test.each([
    ['no anchor', 'a: 1\nb:\n  - *nowhere\n', 3, 5],
    ['an anchor further down', 'a: *b\nb: &b 1\n', 1, 4],
    ['the value that it stands in', 'a: &a\n  - *a\n', 2, 5],
  ])('reports an alias to %s at the alias', (_, text, line, column) => {
    expect(read(text)).toMatchObject([{ code: 'workspace.yaml-parse', line, column }]);
  });

  test('finds a place behind an alias where the anchor stands, under the path that was followed', () => {
    expect(source('a: &a\n  k: 1\nb: *a\n').placeOf(['b', 'k'])).toMatchObject({
      line: 2,
      column: 6,
      pointer: '/b/k',
    });
  });

  test.each([
    '!!binary aGk=',
    '!!set {x}',
    '!!omap [x: 1]',
    '!!pairs [x: 1]',
    '!!timestamp 2020-01-01',
    '!!merge <<',
  ])('refuses %s, which is no tag of the core schema', (value) => {
    expect(read(`a: 1\nb: ${value}\n`)).toMatchObject([
      { code: 'workspace.yaml-parse', line: 2, message: expect.stringContaining('tag') },
    ]);
  });

  test('takes the tags of the core schema', () => {
    expect(source('a: !!str 5\nb: !!int 5\nc: !!map {}\nd: !!seq []\ne: ! 5\n').data).toEqual({
      a: '5',
      b: 5,
      c: {},
      d: [],
      e: '5',
    });
  });

  test.each([
    ['in double quotes', 'a: 1\nb: "x\u001by"\n', 6],
    ['in single quotes', "a: 1\nb: 'x\u0007y'\n", 6],
    ['in a comment', 'a: 1\nb: 1 # \u0000\n', 8],
  ])('refuses a control character %s at its place', (_, text, column) => {
    expect(read(text)).toMatchObject([{ code: 'workspace.yaml-parse', line: 2, column }]);
  });

  test('takes an escape for a control character, and a tab as it is', () => {
    expect(source('a: "\\e\t"\n').data).toEqual({ a: '\u001b\t' });
  });

  test('counts columns in characters', () => {
    expect(source('{ "😀": 1, b: 2 }\n').placeOf(['b'], 'key')).toMatchObject({ line: 1, column: 11 });
  });

  test('refuses nesting without an end', () => {
    const depth = 20_000;
    expect(read(`a: ${'['.repeat(depth)}${']'.repeat(depth)}`)).toMatchObject([
      { message: expect.stringContaining('deep') },
    ]);
  });

  test('refuses a file that no artifact needs to be', () => {
    expect(read(new Uint8Array(16 * 1024 * 1024 + 1))).toMatchObject([
      { message: expect.stringContaining('over') },
    ]);
  });
});
