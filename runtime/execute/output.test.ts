import { describe, expect, it } from 'vitest';
import { fromJson } from '../model/json.ts';
import { decode, parseOutput } from './output.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
function parse(text: string, how: 'text' | 'json' | 'lines') {
  const parsed = parseOutput(decode(bytes(text)), how, text);
  return parsed.ok ? fromJson(parsed.value) : parsed.error.message;
}

describe('decode', () => {
  it('gives text as it is, byte order mark, NUL and all', () => {
    const text = '\ufeffa\0b\r\nü\u{1f600}';
    expect(decode(bytes(text))).toEqual({ text, lossy: false });
  });

  it('replaces what is no UTF-8, and says so', () => {
    expect(decode(new Uint8Array([0x61, 0xff, 0x62, 0xe2, 0x82]))).toEqual({
      text: 'a\ufffdb\ufffd',
      lossy: true,
    });
  });

  it('does not take a replacement character that the program wrote for a loss', () => {
    expect(decode(bytes('\ufffd'))).toEqual({ text: '\ufffd', lossy: false });
  });
});

describe('lines', () => {
  it.each([
    ['a\nb\n', ['a', 'b']],
    ['a\r\nb', ['a', 'b']],
    ['', []],
    ['\n', ['']],
    ['a\n\n', ['a', '']],
    ['a\rb\u2028c\u0085d\fe\vf\n', ['a\rb\u2028c\u0085d\fe\vf']],
  ])('end at \\n and \\r\\n and nowhere else: %j', (text, lines) => {
    expect(parse(text, 'lines')).toEqual(lines);
  });
});

describe('json', () => {
  it.each(['{"a":1}', ' [1, "x"]\n', '"x"', 'null', '0'])('is parsed: %s', (text) => {
    expect(parse(text, 'json')).toEqual(JSON.parse(text));
  });

  it('keeps a key named __proto__ as a key', () => {
    const parsed = parseOutput(decode(bytes('{"__proto__": {"polluted": true}}')), 'json', '');
    expect(parsed).toEqual({ ok: true, value: new Map([['__proto__', new Map([['polluted', true]])]]) });
    expect({}).not.toHaveProperty('polluted');
  });

  it.each([
    ['', 'it is empty: ""'],
    [' \n', 'it is empty: " \\n"'],
    ['x{}', 'it is not one JSON value: "x{}"'],
    ['{} {}', 'it is not one JSON value: "{} {}"'],
    ['NaN', 'it is not one JSON value: "NaN"'],
    ['\ufeff{}', 'it begins with a byte order mark: "\ufeff{}"'],
  ])('is refused, shown and never guessed: %j', (text, why) => {
    expect(parse(text, 'json')).toBe(`the output is declared as JSON, but ${why}`);
  });

  it('is refused where bytes had to be replaced', () => {
    const parsed = parseOutput(decode(new Uint8Array([0x22, 0xff, 0x22])), 'json', 'shown');
    expect(parsed).toMatchObject({
      ok: false,
      error: { code: 'command.bad-output', message: expect.stringContaining('it is not UTF-8: "shown"') },
    });
  });

  it('may be nested 500 deep and no deeper', () => {
    const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
    expect(typeof parse(nested(500), 'json')).toBe('object');
    expect(parse(nested(501), 'json')).toMatch(
      /^the output is declared as JSON, but it is nested more than 500 deep: .{0,250}$/,
    );
    expect(parse(nested(100_000), 'json')).toContain('nested more than 500 deep');
  });

  it('shows an excerpt of a long output', () => {
    expect(parse('x'.repeat(5000), 'json')).toBe(
      `the output is declared as JSON, but it is not one JSON value: "${'x'.repeat(200)}…"`,
    );
  });
});

describe('text', () => {
  it('is its own value', () => {
    expect(parse('a\nb\n', 'text')).toBe('a\nb\n');
  });
});

it.each(['1e400', '{"a": [-1e400]}'])(
  'a number beyond the range of a double, %s, is no output and not null',
  (text) => {
    expect(parseOutput({ text, lossy: false }, 'json', text)).toMatchObject({
      ok: false,
      error: { code: 'command.bad-output' },
    });
  },
);
