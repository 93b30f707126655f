import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CredentialId } from '../model/ids.ts';
import { fromJson, toJson } from '../model/json.ts';
import { createRedactor, redactJson } from './redaction.ts';

const mark = '[credential:tok]';
const redactor = (...values: string[]) =>
  createRedactor(
    new Map(values.map((value, index) => [(index === 0 ? 'tok' : `tok${index}`) as CredentialId, value])),
  );
const secret = 'pä$$/w+rd "x\\y"?&~';
const redact = redactor(secret);

const formEncoded = (text: string) => new URLSearchParams({ v: text }).toString().slice('v='.length);
const asciiJson = (text: string) =>
  JSON.stringify(text)
    .slice(1, -1)
    .replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

describe('a secret', () => {
  it.each([
    ['raw', secret],
    ['URL-encoded', encodeURIComponent(secret)],
    ['URL-encoded in small letters', encodeURIComponent(secret).toLowerCase()],
    ['form-encoded', formEncoded(secret)],
    ['as strict RFC 3986 has it', encodeURIComponent(secret).replace('~', '%7E')],
    ['JSON-escaped', JSON.stringify(secret).slice(1, -1)],
    ['JSON-escaped in ASCII', asciiJson(secret)],
    ['JSON-escaped as PHP does', JSON.stringify(secret).slice(1, -1).replaceAll('/', '\\/')],
    ['JSON within JSON', JSON.stringify(JSON.stringify(secret)).slice(3, -3)],
    ['base64', Buffer.from(secret).toString('base64')],
    ['base64url', Buffer.from(secret).toString('base64url')],
    ['hexadecimal', Buffer.from(secret).toString('hex')],
    ['hexadecimal in capitals', Buffer.from(secret).toString('hex').toUpperCase()],
    [
      'hexadecimal with colons',
      Buffer.from(secret)
        .toString('hex')
        .replace(/..(?=.)/g, '$&:'),
    ],
  ])('is taken out %s', (_, written) => {
    expect(redact(`before=${written}=after`)).toMatch(/^before.?\[credential:tok\].{0,2}after$/);
    expect(redact(written)).toBe(mark);
  });

  it.each([0, 1, 2, 3, 4])('is taken out of base64 that begins %d bytes before it', (before) => {
    for (const after of ['', 'z', 'zz', 'zzz']) {
      const encoded = Buffer.from(`${'u'.repeat(before)}${secret}${after}`).toString('base64');
      const left = redact(encoded);
      expect(left).toContain(mark);
      // At most the letters that also depend on the neighbours could stay, and they are taken too.
      expect(left.length).toBeLessThanOrEqual(mark.length + 12);
    }
  });

  it('is taken out of base64 that is broken into lines', () => {
    const long =
      'github_pat_11ABCDEFG0123456789_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
    const lines = Buffer.from(`user:${long}`).toString('base64').replace(/.{76}/g, '$&\n');
    expect(lines).toContain('\n');
    const left = redactor(long)(lines);
    expect(left).toMatch(/^dXNlcj\[credential:tok\]$/);
    expect(redactor(long)(JSON.stringify(lines))).toMatch(/^"dXNlcj\[credential:tok\]"$/);
  });

  it('is taken out wherever it stands, however often', () => {
    expect(redact(`${secret}${secret} A=${secret}\0B=1`)).toBe(`${mark}${mark} A=${mark}\0B=1`);
  });

  it('of several lines is taken out line by line as well, short lines aside', () => {
    const key = '-----BEGIN KEY-----\nMIIEpAIBAAKCAQEA\r\nshort\n-----END KEY-----';
    const cut = redactor(key);
    expect(cut(key)).toBe(mark);
    expect(cut(key.replace('\r', ''))).toBe(mark);
    expect(cut('line 2: MIIEpAIBAAKCAQEA.')).toBe(`line 2: ${mark}.`);
    expect(cut(Buffer.from('MIIEpAIBAAKCAQEA').toString('base64'))).toBe(mark);
    expect(cut('short')).toBe('short');
  });

  it('with a line break at its end is found without it', () => {
    expect(redactor('s3cret\n')('s3cret.')).toBe(`${mark}.`);
  });

  it('that is very short is still taken out, as it is', () => {
    expect(redactor('ab')('cabs')).toBe(`c${mark}s`);
  });

  it('full of backslashes neither hides nor costs much', () => {
    const slashes = 'a\\\\\\\\b';
    expect(redactor(slashes)(`${slashes} ${JSON.stringify(slashes)} ${encodeURIComponent(slashes)}`)).toBe(
      `${mark} "${mark}" ${mark}`,
    );
    expect(redactor(slashes)(`a${'\\'.repeat(200_000)}`)).toHaveLength(200_001);
  });

  it('is taken out of any text that holds it', { timeout: 20_000 }, () => {
    const letters = fc
      .string({ unit: 'binary', minLength: 6, maxLength: 30 })
      .filter((text) => text.trim().length >= 6 && !/\p{Surrogate}/u.test(text));
    fc.assert(
      fc.property(letters, fc.string(), fc.string(), (value, before, after) => {
        const cut = redactor(value);
        return [
          value,
          encodeURIComponent(value),
          JSON.stringify(value).slice(1, -1),
          Buffer.from(value).toString('base64'),
        ].every((written) => !cut(`${before}${written}${after}`).includes(written));
      }),
    );
  });
});

describe('several secrets', () => {
  it('that overlap are taken out together, and nothing of the longer one stays', () => {
    expect(redactor('abcde', 'defgh')('xabcdefghx')).toBe('x[credential:tok]x');
    expect(redactor('secret', 'my-secret-key')('my-secret-key')).toBe('[credential:tok1]');
  });

  it('each get their own name', () => {
    expect(redactor('first1', 'second')('first1 second')).toBe('[credential:tok] [credential:tok1]');
  });
});

describe('text without a secret', () => {
  it('stays as it is', () => {
    const text = 'any text, \\n "quoted" %20 c2VjcmV0 73:65';
    expect(redact(text)).toBe(text);
    expect(createRedactor(new Map())(text)).toBe(text);
  });
});

describe('redactJson', () => {
  it('reaches texts, keys and numbers at any depth, and leaves the rest alone', () => {
    const cut = redactor('12345678', 's3cret-value');
    const value = toJson(
      JSON.parse('{"a s3cret-value": [1, 12345678, true, null, {"__proto__": "is s3cret-value"}]}'),
    );
    expect(JSON.stringify(fromJson(redactJson(cut, value)))).toBe(
      '{"a [credential:tok1]":[1,"[credential:tok]",true,null,{"__proto__":"is [credential:tok1]"}]}',
    );
  });
});
