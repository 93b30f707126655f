import { describe, expect, it } from 'vitest';
import { fakeFiles } from '../ports/fake.ts';
import { checkDirectory, explainStart } from './not-started.ts';
import { sampleCall } from './sample-command.ts';

const { pack, command } = sampleCall({ argv: ['prog'], program: '/opt/prog', pack: { cwd: '/work' } });

describe('checkDirectory', () => {
  it('lets an existing folder pass', () => {
    expect(checkDirectory(pack, fakeFiles({ '/work/file': '' }))).toEqual({ ok: true, value: '/work' });
  });

  it.each([
    [{}, 'the working directory /work does not exist'],
    [{ '/work': 'a file' }, 'the working directory /work is not a directory'],
  ])('names the folder that is none: %j', (files, message) => {
    expect(checkDirectory(pack, fakeFiles(files))).toMatchObject({
      ok: false,
      error: { code: 'command.not-started', message, hint: 'it is the cwd of pack tools' },
    });
  });
});

describe('explainStart', () => {
  it.each([
    ['ENOENT', {}, 'prog did not start: /opt/prog is no longer there'],
    [
      'ENOENT',
      { '/opt/prog': '#! /no/such -x\n' },
      'prog did not start: /opt/prog is there, but its interpreter /no/such is not',
    ],
    [
      'ENOENT',
      { '/opt/prog': '\x7fELF' },
      'prog did not start: /opt/prog is there, but its interpreter is not',
    ],
    ['EACCES', {}, 'prog did not start: the system does not let it be executed (EACCES)'],
    ['EWHATEVER', {}, 'prog did not start: EWHATEVER'],
  ])('puts %s into words: %j', (reason, files, message) => {
    expect(explainStart(reason, command, fakeFiles(files))).toBe(message);
  });
});
