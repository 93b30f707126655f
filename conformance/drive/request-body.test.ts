import { describe, expect, it } from 'vitest';
import type { Request } from './exchange.ts';
import { requestBody } from './request-body.ts';

const raw = (text: string): Request => ({
  verb: 'call',
  params: { skill: 's', raw_arguments: Buffer.from(text) },
});

describe('a request in a session', () => {
  it('has the parameters of its verb by name', () => {
    expect(requestBody({ verb: 'logs', params: { workspace: 'w', last: 2 } })).toBe(
      '"verb":"logs","params":{"workspace":"w","last":2}',
    );
    expect(requestBody({ verb: 'describe', params: { workspace: 'w' } })).toBe(
      '"verb":"describe","params":{}',
    );
  });

  it('leaves attachments that are none unsaid, as the command line does', () => {
    expect(requestBody({ verb: 'run', params: { input: 'x', attach: [] } })).toBe(
      '"verb":"run","params":{"input":"x"}',
    );
    expect(requestBody({ verb: 'run', params: { attach: ['a'] } })).toBe(
      '"verb":"run","params":{"attach":["a"]}',
    );
  });

  it('always has arguments where it is a call', () => {
    expect(requestBody({ verb: 'call', params: { skill: 's' } })).toBe(
      '"verb":"call","params":{"skill":"s","arguments":{}}',
    );
    const odd = requestBody({ verb: 'call', params: { arguments: { a: '\ud800' } } });
    expect(odd).toBe('"verb":"call","params":{"arguments":{"a":"\\ud800"}}');
  });

  it('takes raw arguments byte for byte where they are JSON on one line', () => {
    expect(requestBody(raw(' {"n": 1.0e400, "__proto__": 1}\n'))).toBe(
      '"verb":"call","params":{"skill":"s","arguments":{"n": 1.0e400, "__proto__": 1}}',
    );
    expect(requestBody(raw('null'))).toBe('"verb":"call","params":{"skill":"s","arguments":null}');
  });

  it.each(['', '{', '{}{}', '{\n}', '\ufeff{}'])('is none where the arguments are %j', (text) => {
    expect(requestBody(raw(text))).toBeUndefined();
  });

  it('is none for bytes that are no UTF-8, and for a command line', () => {
    expect(
      requestBody({ verb: 'call', params: { raw_arguments: new Uint8Array([0x22, 0xff, 0x22]) } }),
    ).toBeUndefined();
    expect(requestBody({ verb: 'argv', params: { argv: ['validate'] } })).toBeUndefined();
  });
});
