import { describe, expect, it } from 'vitest';
import { checkArguments } from './arguments.ts';
import { type Sample, sampleCall } from './sample-command.ts';

/** The filled values, or the code and the message of the first fault. */
async function check(sample: Sample): Promise<unknown> {
  const { skill, command, arguments: values } = sampleCall(sample);
  const checked = await checkArguments(skill, command, values);
  return checked.ok ? Object.fromEntries(checked.value) : [checked.error.code, checked.error.message];
}

const one = (value: unknown, more: Partial<Sample> = {}) =>
  check({ argv: ['p', '{v}'], arguments: { v: value }, ...more });

describe('values', () => {
  it.each([
    ['text', 'text'],
    ['', ''],
    [' \t\r\n ', ' \t\r\n '],
    ['e\u0301 \u{1f600}', 'e\u0301 \u{1f600}'],
    [-5, '-5'],
    [1.5e-7, '0.00000015'],
    [9007199254740991, '9007199254740991'],
    [true, 'true'],
    [false, 'false'],
  ])('become text: strings unchanged, numbers without exponent: %j', async (value, text) => {
    expect(await one(value)).toEqual({ v: text });
  });

  it.each([
    [null, 'argument v is null'],
    [['a'], 'argument v is an array'],
    [{ a: 1 }, 'argument v is an object'],
    ['a\0b', 'argument v holds a NUL character, which no argument of a program can hold'],
    ['a\ud800b', 'argument v holds half a surrogate pair, which is no text'],
    [2 ** 53, 'argument v is an integer beyond 2^53 - 1, which is not kept exactly; send it as text'],
    [Number.POSITIVE_INFINITY, 'argument v is a number too large to be kept; send it as text'],
  ])('are refused by kind, without being quoted: %j', async (value, message) => {
    expect(await one(value)).toEqual(['command.bad-value', message]);
  });
});

describe('names', () => {
  it('are each asked for, all missing ones at once', async () => {
    const missing = await check({ argv: ['p', '{constructor}', '{b}', '{toString}'], arguments: { b: '1' } });
    expect(missing).toEqual(['command.missing-argument', 'missing arguments constructor, toString']);
  });

  it('are refused where nobody knows them, however they are spelt', async () => {
    const sent = JSON.parse('{"v": "1", "__proto__": "x", "V": "2", "a\\u001bb": "3"}');
    const unknown = await check({ argv: ['p', '{v}'], arguments: sent });
    expect(unknown).toEqual(['command.unknown-argument', 'unknown arguments V, __proto__, "a\\u001bb"']);
  });

  it('are counted in messages when they are long', async () => {
    const unknown = await check({ argv: ['p'], arguments: { ['x'.repeat(5000)]: 1 } });
    expect(unknown).toContain('unknown argument (a name of 5000 characters)');
  });

  it('may be of inputs that stand in no argv, if the skill declares them', async () => {
    const inputs = { type: 'object', properties: { v: {}, why: { type: 'string' } }, required: ['v', 'why'] };
    expect(await check({ argv: ['p', '{v}'], inputs, arguments: { v: 'x', why: 'so' } })).toEqual({ v: 'x' });
    expect(await check({ argv: ['p', '{v}'], inputs, arguments: { v: 'x' } })).toEqual([
      'command.missing-argument',
      'missing argument why',
    ]);
  });

  it('are the first thing that is judged: missing, then unknown, then values', async () => {
    const argv = ['p', '{a}', '{b}'] as const;
    expect(await check({ argv, arguments: { a: null, c: 1 } })).toContain('command.missing-argument');
    expect(await check({ argv, arguments: { a: null, b: 1, c: 1 } })).toContain('command.unknown-argument');
    expect(await check({ argv, arguments: { b: [], a: null } })).toContain('argument a is null');
  });
});

describe('the inputs of a skill', () => {
  const inputs = (property: unknown) => ({
    inputs: { type: 'object', properties: { v: property }, required: ['v'] },
  });

  it.each([
    [{ type: 'integer' }, 5, '5'],
    [{ type: ['integer', 'string'] }, 'x', 'x'],
    [{ type: 'string', pattern: '^[a-z]+$' }, 'abc', 'abc'],
    [{ enum: ['a', 'b'] }, 'b', 'b'],
    [{ type: 'number', minimum: 1 }, 1, '1'],
  ])('let through what fits %j', async (property, value, text) => {
    expect(await one(value, inputs(property))).toEqual({ v: text });
  });

  it.each([
    [{ type: 'integer' }, 5.5, 'argument v must be integer'],
    [{ type: 'integer' }, '5', 'argument v must be integer'],
    [{ type: ['number', 'boolean'] }, 'secret', 'argument v must be number or boolean'],
    [{ type: 'string', pattern: '^[a-z]+$' }, 'SECRET', 'argument v must match pattern "^[a-z]+$"'],
    [{ enum: ['a', 'b'] }, 'secret', 'argument v must be one of ["a","b"]'],
    [{ type: 'number', minimum: 1 }, 0, 'argument v must be >= 1'],
    [{ type: 'string', maxLength: 3 }, 'secret', 'argument v must NOT have more than 3 characters'],
  ])('refuse what does not fit %j, and never quote it', async (property, value, message) => {
    expect(await one(value, inputs(property))).toEqual(['command.bad-value', message]);
  });

  it('may say more than one thing about all arguments', async () => {
    const rule = { inputs: { type: 'object', properties: { v: {} }, maxProperties: 0 } };
    expect(await one('x', rule)).toEqual([
      'command.bad-value',
      'the arguments: must NOT have more than 0 properties',
    ]);
  });

  it('may name another dialect of JSON Schema', async () => {
    const schema = { $schema: 'http://json-schema.org/draft-07/schema#', properties: { v: { const: 'x' } } };
    expect(await one('x', { inputs: schema })).toEqual({ v: 'x' });
    expect(await one('y', { inputs: schema })).toEqual([
      'command.bad-value',
      'argument v must be equal to constant',
    ]);
  });

  it('that are no JSON Schema refuse every call', async () => {
    const [code, message] = (await one('x', {
      inputs: { properties: { v: { type: 'nonsense' } } },
    })) as string[];
    expect(code).toBe('command.bad-value');
    expect(message).toMatch(/^the inputs are no JSON Schema: /);
  });

  it('may be true, which asks for nothing', async () => {
    expect(await one('x', { inputs: true })).toEqual({ v: 'x' });
  });
});

describe('the params of a command', () => {
  const params = { v: { schema: new Map([['pattern', '^[a-z]+$']]), allowLeadingDash: false } };

  it('hold for a hand-written skill that asks for less', async () => {
    const inputs = { type: 'object', properties: { v: { type: 'string' } } };
    expect(await one('abc', { inputs, params })).toEqual({ v: 'abc' });
    expect(await one('ABC', { inputs, params })).toEqual([
      'command.bad-value',
      'argument v must match pattern "^[a-z]+$"',
    ]);
  });
});
