import { describe, expect, it } from 'vitest';
import type { CredentialSource } from '../model/workspace.ts';
import { fakePorts } from '../ports/fake.ts';
import { credentialsOf, loadSecrets } from './credentials.ts';
import { sampleCall, token } from './sample-command.ts';

const variable: CredentialSource = { source: 'env', variable: 'TOK' };
const file: CredentialSource = { source: 'file', path: '/run/tok' };

/** The value, or the message of the failure. */
function read(source: CredentialSource, world: Parameters<typeof fakePorts>[0]) {
  const secrets = loadSecrets(new Map([[token, source]]), fakePorts(world));
  const { pack } = sampleCall({ argv: ['p'], pack: { credential: token } });
  const credentials = credentialsOf(pack, secrets);
  return credentials.ok ? credentials.value.get(token) : [credentials.error.code, credentials.error.message];
}

describe('a credential from the environment', () => {
  it('is the value of the variable, as it is', () => {
    expect(read(variable, { env: { TOK: ' s3cret\n' } })).toBe(' s3cret\n');
  });

  it.each([
    [{}, 'is not there'],
    [{ TOK: '' }, 'is empty'],
  ])('is missing when the variable is: %j', (env, why) => {
    const message = `credential tok cannot be used: the environment variable TOK ${why}`;
    expect(read(variable, { env })).toEqual(['credential.missing', message]);
  });
});

describe('a credential from a file', () => {
  it.each([
    ['s3cret', 's3cret'],
    ['s3cret\n', 's3cret'],
    ['s3cret\r\n', 's3cret'],
    ['s3cret\n\n', 's3cret\n'],
    [' two\nlines \n', ' two\nlines '],
  ])('is its text without one line break at the end: %j', (content, value) => {
    expect(read(file, { files: { '/run/tok': content } })).toBe(value);
  });

  it.each([
    ['is not there', {}],
    ['is empty', { '/run/tok': '' }],
    ['is empty', { '/run/tok': '\n' }],
    ['holds a NUL byte, which no environment can hold', { '/run/tok': 'a\0b' }],
    ['is not UTF-8 text', { '/run/tok': new Uint8Array([0xff, 0x61]) }],
    ['is larger than 1048576 bytes', { '/run/tok': 'x'.repeat(1_048_577) }],
  ])('is missing when the file %s', (why, files) => {
    const message = `credential tok cannot be used: the file /run/tok ${why}`;
    expect(read(file, { files })).toEqual(['credential.missing', message]);
  });
});

describe('credentialsOf', () => {
  const secrets = { values: new Map([[token, 's3cret']]), missing: new Map() };

  it('gives a pack no credential that it did not ask for', () => {
    expect(credentialsOf(sampleCall({ argv: ['p'] }).pack, secrets)).toEqual({ ok: true, value: new Map() });
  });

  it('fails where nobody declared the credential', () => {
    const { pack } = sampleCall({ argv: ['p'], pack: { credential: token } });
    expect(credentialsOf(pack, { values: new Map(), missing: new Map() })).toMatchObject({
      ok: false,
      error: { message: 'credential tok cannot be used: the workspace does not declare it' },
    });
  });
});
