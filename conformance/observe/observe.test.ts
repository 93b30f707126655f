import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Layout } from '../prepare/layout.ts';
import { prepare } from '../prepare/prepare.ts';
import { makeSecret } from '../prepare/secrets.ts';
import { writeLayout } from '../prepare/write-layout.ts';
import { sampleHalf } from '../testing/sample.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { readFolderState } from './folder-changes.ts';
import { findLeaks } from './leaks.ts';
import { makeObserver } from './observe.ts';

describe('findLeaks', () => {
  const secret = makeSecret();
  const look = (text: string | Buffer) =>
    findLeaks(new Map([['token', secret]]), [{ name: 'stdout', bytes: Buffer.from(text) }]);

  it.each([
    ['as it is', secret],
    ['inside a text', `x${secret}y`],
    ['JSON-escaped', JSON.stringify({ a: secret })],
    ['URL-escaped', encodeURIComponent(secret)],
    ['escaped for a shell', secret.replaceAll(/["\\&]/g, '\\$&')],
    ['in base64', Buffer.from(secret).toString('base64')],
    ['in base64, one byte on', Buffer.from(`a${secret}`).toString('base64')],
    ['in base64, two bytes on', Buffer.from(`ab${secret}z`).toString('base64')],
    ['in base64 for URLs', Buffer.from(secret).toString('base64url')],
    ['in hex', Buffer.from(secret).toString('hex')],
    ['in HEX', Buffer.from(secret).toString('hex').toUpperCase()],
    ['backwards', [...secret].reverse().join('')],
  ])('sees a secret %s', (_, text) => {
    expect(look(text)).toHaveLength(1);
  });

  it('sees nothing in what only looks like one', () => {
    expect(look(`${makeSecret()} ${secret.slice(1, 15)}`)).toEqual([]);
  });

  it('says where and in what form', () => {
    expect(look(Buffer.from(secret).toString('hex'))).toEqual(['token shows in stdout, in hex']);
  });
});

describe('readFolderState', () => {
  const planted: Layout = new Map([
    ['workspace/a.txt', { kind: 'file', bytes: Buffer.from('a'), mode: 0o644 }],
    ['workspace/deep/b.txt', { kind: 'file', bytes: Buffer.from('b'), mode: 0o644 }],
    ['workspace/link', { kind: 'symlink', target: 'a.txt' }],
    ['workspace/pipe', { kind: 'fifo' }],
    ['workspace/folder', { kind: 'directory' }],
    ['workspace/.probe.witness', { kind: 'directory' }],
    ['workspace/never', { kind: 'absent' }],
  ]);

  function stateAfter(act: (root: string) => void) {
    const root = temporaryFolder();
    writeLayout(root, planted);
    act(root);
    const { changes, foreign } = readFolderState(root, planted);
    return {
      changes: changes.map(({ path, what }) => `${path} ${what}`),
      foreign: foreign.map(({ path }) => path),
    };
  }

  it('finds nothing where nothing was touched', () => {
    expect(stateAfter(() => {})).toEqual({ changes: [], foreign: [] });
  });

  it('finds what appeared, changed and went away', () => {
    const state = stateAfter((root) => {
      writeFileSync(join(root, 'canary'), '');
      writeFileSync(join(root, 'workspace/a.txt'), 'A');
      rmSync(join(root, 'workspace/deep'), { recursive: true });
      rmSync(join(root, 'workspace/link'));
      symlinkSync('elsewhere', join(root, 'workspace/link'));
      mkdirSync(join(root, 'workspace/new'));
      writeFileSync(join(root, 'workspace/never'), 'now');
    });
    expect(state.changes.sort()).toEqual([
      'canary appeared',
      'workspace/a.txt changed',
      'workspace/deep/b.txt is gone',
      'workspace/link changed',
      'workspace/never appeared',
      'workspace/new appeared',
    ]);
    expect(state.foreign).toEqual(['canary', 'workspace/a.txt', 'workspace/never']);
  });

  it('does not look into what the suite itself writes', () => {
    expect(stateAfter((root) => writeFileSync(join(root, 'workspace/.probe.witness/1.argv'), ''))).toEqual({
      changes: [],
      foreign: [],
    });
  });
});

it('runs of a witness that a look leaves alone are the next one’s', async () => {
  const root = temporaryFolder();
  const materials = { witness: new Uint8Array(), toolServer: new Uint8Array(), fixture: () => new Map() };
  const prepared = prepare(sampleHalf({}, []), root, { materials, path: '', env: {} });
  const observer = makeObserver(prepared, ['witness'], { of: () => [] });
  writeFileSync(join(root, 'bin/.witness.witness/1.argv'), 'a\0');
  const looks = [
    await observer.observe([], [], true),
    await observer.observe([], []),
    await observer.observe([], []),
  ];
  expect(looks.map(({ witnesses }) => witnesses.map(({ argv }) => argv))).toEqual([[], [['a']], []]);
});
