import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TemplatePart } from '../model/template.ts';
import { fillTemplate, formatTemplate, parseTemplate, placeholdersOf } from './template.ts';

const bracy = fc.string({
  unit: fc.constantFrom('{', '}', 'a', '.', '-', '_', '1', ' ', '$', 'credential.'),
  maxLength: 30,
});

describe('parseTemplate', () => {
  it('reads {name} as a placeholder between the texts around it', () => {
    expect(parseTemplate('--a={x}.txt')).toEqual([
      { kind: 'literal', text: '--a=' },
      { kind: 'placeholder', name: 'x' },
      { kind: 'literal', text: '.txt' },
    ]);
  });

  it('reads {{name}} as the literal text {name}, one literal with its neighbours', () => {
    expect(parseTemplate('a{{x}}b')).toEqual([{ kind: 'literal', text: 'a{x}b' }]);
  });

  it.each(['{}', '{a,b}', '{file-name}', '{1x}', '{ a }', '{"a":1}', '{print $1}', '{a', 'a}'])(
    'keeps other brace text as it is: %s',
    (text) => {
      expect(parseTemplate(text)).toEqual([{ kind: 'literal', text }]);
    },
  );

  it('reads a credential whose id holds dashes as a placeholder', () => {
    expect(parseTemplate('Bearer {credential.gh-token}')).toEqual([
      { kind: 'literal', text: 'Bearer ' },
      { kind: 'placeholder', name: 'credential.gh-token' },
    ]);
  });

  it('reads a credential without an id as a placeholder too, so that the loader can refuse it', () => {
    expect(parseTemplate('{credential.}')).toEqual([{ kind: 'placeholder', name: 'credential.' }]);
  });

  it('takes names that Object.prototype also has for plain names', () => {
    expect(parseTemplate('{constructor}')).toEqual([{ kind: 'placeholder', name: 'constructor' }]);
  });

  it('finds a placeholder inside other braces', () => {
    expect(parseTemplate('{"k":{v}}')).toEqual([
      { kind: 'literal', text: '{"k":' },
      { kind: 'placeholder', name: 'v' },
      { kind: 'literal', text: '}' },
    ]);
  });

  it('has no parts for the empty text', () => {
    expect(parseTemplate('')).toEqual([]);
  });
});

describe('formatTemplate', () => {
  it('gives back any text, letter by letter', () => {
    fc.assert(fc.property(bracy, (text) => formatTemplate(parseTemplate(text)) === text));
    fc.assert(fc.property(fc.string(), (text) => formatTemplate(parseTemplate(text)) === text));
  });
});

const fill = (text: string, values: Record<string, string>) =>
  fillTemplate(parseTemplate(text), new Map(Object.entries(values)));

describe('fillTemplate', () => {
  it('puts each value in its place, as often as it is named', () => {
    expect(fill('{a}-{b}-{a}', { a: '1', b: '2' })).toBe('1-2-1');
  });

  it('never looks at a value again', () => {
    expect(fill('{a} {b}', { a: '{b}', b: '{{a}}' })).toBe('{b} {{a}}');
  });

  it('takes replacement patterns for text', () => {
    expect(fill('Bearer {a}', { a: "pa$&ss$$w$1$'`" })).toBe("Bearer pa$&ss$$w$1$'`");
  });

  it('tells a name from one that begins with it', () => {
    expect(fill('{a}{ab}{abc}', { a: '1', ab: '2', abc: '3' })).toBe('123');
  });

  it('stops at a name without a value, which is a bug of the caller', () => {
    expect(() => fill('{a}', {})).toThrow('no value for the placeholder {a}');
  });

  it('carries any value through byte for byte, whatever stands around it', () => {
    const part: fc.Arbitrary<TemplatePart> = fc.oneof(
      fc.record({ kind: fc.constant('literal' as const), text: fc.string() }),
      fc.record({ kind: fc.constant('placeholder' as const), name: fc.constantFrom('a', 'b') }),
    );
    const value = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('{a}', '{{b}}', '$&', '$1'));
    fc.assert(
      fc.property(fc.array(part), value, value, (template, a, b) => {
        const values = new Map([
          ['a', a],
          ['b', b],
        ]);
        let rest = fillTemplate(template, values);
        for (const each of template) {
          const expected = each.kind === 'literal' ? each.text : values.get(each.name);
          if (expected === undefined || !rest.startsWith(expected)) return false;
          rest = rest.slice(expected.length);
        }
        return rest === '';
      }),
    );
  });
});

describe('placeholdersOf', () => {
  it('names each placeholder once, in the order of first use', () => {
    expect(placeholdersOf(parseTemplate('{b}{a}{b}{{c}}'))).toEqual(['b', 'a']);
  });
});
