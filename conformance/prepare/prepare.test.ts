import { lstatSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sampleHalf } from '../testing/sample.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { type PrepareContext, prepare } from './prepare.ts';
import { readLayout } from './write-layout.ts';

const context: PrepareContext = {
  materials: {
    witness: Buffer.from('#!/bin/sh\n'),
    toolServer: new Uint8Array(),
    fixture: () => new Map([['data/a.txt', { kind: 'file', bytes: Buffer.from('fixture'), mode: 0o644 }]]),
  },
  path: '/usr/bin:/bin',
  env: { EXTRA: 'of the target' },
};

function prepared(given: Parameters<typeof sampleHalf>[0], steps: readonly unknown[] = []) {
  const root = temporaryFolder();
  return { root, ...prepare(sampleHalf(given, steps), root, context) };
}

describe('prepare', () => {
  it('builds the environment and inherits nothing', () => {
    const { root, env } = prepared({ env: { KEY: '@{workspace}', TZ: null, EXTRA: 'of the case' } });
    expect(Object.fromEntries(env)).toEqual({
      PATH: `${root}/bin:/usr/bin:/bin`,
      HOME: `${root}/home`,
      TMPDIR: `${root}/tmp`,
      LANG: 'C.UTF-8',
      EXTRA: 'of the case',
      KEY: `${root}/workspace`,
    });
  });

  it('puts every kind of file where the case says', () => {
    const { root } = prepared({
      fixture: 'valid',
      files: {
        'a/b.txt': 'text',
        'long.txt': { repeat: ['ab', 3] },
        'bytes.bin': { base64: '/wA=' },
        'run.sh': { content: '#!/bin/sh', mode: '0755' },
        link: { symlink: '../home' },
        'empty/folder': { directory: true },
        pipe: { fifo: true },
        'data/a.txt': { absent: true },
        'bin/tool': 'tool',
        '~/notes.txt': 'home',
      },
    });
    const read = (path: string) => readFileSync(join(root, path), 'latin1');
    expect(read('workspace/a/b.txt')).toBe('text');
    expect(read('workspace/long.txt')).toBe('ababab');
    expect(read('workspace/bytes.bin')).toBe('\u00ff\u0000');
    expect(statSync(join(root, 'workspace/run.sh')).mode & 0o777).toBe(0o755);
    expect(readlinkSync(join(root, 'workspace/link'))).toBe('../home');
    expect(statSync(join(root, 'workspace/empty/folder')).isDirectory()).toBe(true);
    expect(lstatSync(join(root, 'workspace/pipe')).isFIFO()).toBe(true);
    expect(lstatSync(join(root, 'workspace/data/a.txt'), { throwIfNoEntry: false })).toBeUndefined();
    expect(read('bin/tool')).toBe('tool');
    expect(read('home/notes.txt')).toBe('home');
  });

  it('plants a secret that is new each time, and hands it on by name', () => {
    const one = prepared({ secrets: ['token'], env: { TOKEN: '@{secret.token}' } });
    const two = prepared({ secrets: ['token'] });
    expect(one.env.get('TOKEN')).toBe(one.secrets.get('token'));
    expect(one.secrets.get('token')).not.toBe(two.secrets.get('token'));
    expect(one.secrets.size).toBe(2);
  });

  it('plants the witness under its own name and every other, in bin or in the workspace', () => {
    const { root } = prepared({ programs: { jq: { version: 'jq-1.7' }, 'tools/probe': {} } });
    for (const path of ['bin/witness', 'bin/jq', 'workspace/tools/probe']) {
      expect(statSync(join(root, path)).mode & 0o777).toBe(0o755);
    }
    expect(readFileSync(join(root, 'bin/.jq.witness/version'), 'utf8')).toBe('jq-1.7\n');
    expect(statSync(join(root, 'workspace/tools/.probe.witness')).isDirectory()).toBe(true);
  });

  it('has the witness read stdin only where the case wants to know', () => {
    const plan = (expectation: object) => {
      const { root } = prepared({}, [
        { call: { skill: 'a' }, expect: { outcome: 'ok', witness: expectation } },
      ]);
      return readFileSync(join(root, 'bin/.witness.witness/plan'), 'utf8');
    };
    expect(plan({ stdin: 'empty' })).toContain('read_stdin=yes');
    expect(plan({ ran: 1 })).not.toContain('read_stdin');
  });

  it('lays a change over what is there, and remembers it', () => {
    const { root, change, planted } = prepared({ files: { 'a.txt': 'old', 'b.txt': 'gone' } });
    change({ 'a.txt': { symlink: 'c.txt' }, 'b.txt': { absent: true }, 'c.txt': 'new' });
    expect(readFileSync(join(root, 'workspace/a.txt'), 'utf8')).toBe('new');
    expect(planted().get('workspace/b.txt')).toEqual({ kind: 'absent' });
    change({ 'a.txt': 'a file again' });
    expect(readFileSync(join(root, 'workspace/c.txt'), 'utf8')).toBe('new');
  });
});

it('reads a folder back as what was written', () => {
  const folder = temporaryFolder({ 'a/b.txt': 'text' });
  expect([...readLayout(folder)]).toEqual([
    ['a', { kind: 'directory' }],
    ['a/b.txt', { kind: 'file', bytes: Buffer.from('text'), mode: 0o644 }],
  ]);
});
