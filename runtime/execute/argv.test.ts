import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fillArgv } from './argv.ts';
import { type Sample, sampleCall } from './sample-command.ts';

function fill(sample: Sample, values: Record<string, string>) {
  const { skill, command } = sampleCall(sample);
  const argv = fillArgv(skill, command, new Map(Object.entries(values)));
  return argv.ok ? argv.value : [argv.error.code, argv.error.message];
}

const refused = (v: string, sample: Partial<Sample> & Pick<Sample, 'argv'>) =>
  fill(sample, { v })[0] === 'command.option-like-value';

describe('fillArgv', () => {
  it('makes exactly one element of each template element, whatever the values are', () => {
    const value = fc.string({ unit: 'binary', maxLength: 20 }).filter((text) => !text.startsWith('-'));
    fc.assert(
      fc.property(value, value, (a, b) => {
        expect(fill({ argv: ['p', '{a}', 'x', '--k={b}:{a}', '{b}'] }, { a, b })).toEqual([
          'p',
          a,
          'x',
          `--k=${b}:${a}`,
          b,
        ]);
      }),
    );
  });

  it('keeps an empty value as an empty element', () => {
    expect(fill({ argv: ['p', '--src', '{v}', 'x'] }, { v: '' })).toEqual(['p', '--src', '', 'x']);
  });

  it('hands the injection case on as one inert element', () => {
    const v = '; rm -rf / | $(touch x) \n && "two words"';
    expect(fill({ argv: ['p', '{v}'] }, { v })).toEqual(['p', v]);
  });
});

describe('a value that begins with a dash', () => {
  it.each(['-rf', '--output=/tmp/x', '-', '-5'])('is refused where it is the whole element: %s', (v) => {
    expect(fill({ argv: ['p', '{v}'] }, { v })).toEqual([
      'command.option-like-value',
      'argument v begins with "-" and would be read as an option',
    ]);
  });

  it('is refused where several values alone make up the element', () => {
    expect(fill({ argv: ['p', '{a}{b}'] }, { a: '', b: '-x' })[0]).toBe('command.option-like-value');
  });

  it('may stand inside an element', () => {
    expect(refused('--evil', { argv: ['p', '--context={v}'] })).toBe(false);
  });

  it('may follow a literal "--"', () => {
    expect(refused('-rf', { argv: ['p', '--', 'x', '{v}'] })).toBe(false);
    expect(refused('-rf', { argv: ['p', '{v}', '--'] })).toBe(true);
    expect(refused('-rf', { argv: ['p', '--x', '{v}'] })).toBe(true);
  });

  it('does not become harmless through a "--" that a caller sent', () => {
    expect(fill({ argv: ['p', '{a}{b}', '{v}'] }, { a: '', b: '', v: '-rf' })[0]).toBe(
      'command.option-like-value',
    );
    expect(fill({ argv: ['p', '{a}', '{v}'] }, { a: '--', v: '-rf' })[0]).toBe('command.option-like-value');
  });

  it('may be where the pack says so', () => {
    const params = { v: { schema: new Map(), allowLeadingDash: true } };
    expect(refused('-rf', { argv: ['p', '{v}'], params })).toBe(false);
  });

  it.each(['number', 'integer', ['integer', 'number']])(
    'may be of an input that is declared a number: %j',
    (type) => {
      expect(refused('-5', { argv: ['p', '{v}'], inputs: { properties: { v: { type } } } })).toBe(false);
      const params = { v: { schema: new Map([['type', type]]), allowLeadingDash: false } };
      expect(refused('-5', { argv: ['p', '{v}'], params })).toBe(false);
    },
  );

  it('may not be of an input that can also be text', () => {
    expect(
      refused('-5', { argv: ['p', '{v}'], inputs: { properties: { v: { type: ['number', 'string'] } } } }),
    ).toBe(true);
  });
});

describe('length', () => {
  it('is counted in bytes, and 131,071 are the most for one element', () => {
    expect(fill({ argv: ['p', '{v}'] }, { v: 'x'.repeat(131_071) })).toHaveLength(2);
    expect(fill({ argv: ['p', '{v}'] }, { v: 'x'.repeat(131_072) })).toEqual([
      'command.too-long',
      'argument v makes {v} 131072 bytes long; the system takes 131071',
    ]);
    expect(fill({ argv: ['p', 'a={v}'] }, { v: 'é'.repeat(65_535) })[0]).toBe('command.too-long');
  });

  it('counts for the whole of argv as well', () => {
    const argv = ['p', ...Array.from({ length: 17 }, () => '{v}')] as const;
    expect(fill({ argv: argv as Sample['argv'] }, { v: 'x'.repeat(131_071) })).toEqual([
      'command.too-long',
      'the arguments are 2228226 bytes long together; the system takes 2097152',
    ]);
  });

  it('is spoken of briefly, also of a long element without values', () => {
    const message = fill({ argv: ['p', 'x'.repeat(131_072)] }, {})[1] ?? '';
    expect(message).toMatch(/^an argument makes x{64}… 131072 bytes long/);
  });
});
