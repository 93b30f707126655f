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

  test('refuses more aliases than an artifact needs', () => {
    const text = `a: &a 1\nb: [${Array(101).fill('*a').join(', ')}]\n`;
    expect(read(text)).toMatchObject([{ message: expect.stringContaining('101 aliases') }]);
  });

  test('follows a plain alias', () => {
    expect(source('a: &a [1]\nb: *a\n').data).toEqual({ a: [1], b: [1] });
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
