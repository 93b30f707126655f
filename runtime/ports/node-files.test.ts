import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { dirSync, setGracefulCleanup } from 'tmp-promise';
import { beforeEach, describe, expect, it } from 'vitest';
import { createWith, nodeFiles } from './node-files.ts';

setGracefulCleanup();
let folder: string;
const at = (...names: string[]) => join(folder, ...names);

beforeEach(() => {
  folder = nodeFiles.real(dirSync({ unsafeCleanup: true }).name) ?? '';
});

describe('status', () => {
  it('tells files, programs, folders and other things apart', () => {
    writeFileSync(at('text'), 'four');
    writeFileSync(at('program'), '');
    chmodSync(at('program'), 0o755);
    execFileSync('mkfifo', [at('pipe')]);
    expect(nodeFiles.status(at('text'))).toEqual({ kind: 'file', size: 4, executable: false });
    expect(nodeFiles.status(at('program'))).toMatchObject({ kind: 'file', executable: true });
    expect(nodeFiles.status(folder)).toMatchObject({ kind: 'directory' });
    expect(nodeFiles.status(at('pipe'))).toMatchObject({ kind: 'other' });
  });

  it('follows symlinks, and finds nothing at the end of a broken or endless one', () => {
    writeFileSync(at('text'), 'four');
    symlinkSync('text', at('link'));
    symlinkSync('loop', at('loop'));
    expect(nodeFiles.status(at('link'))).toMatchObject({ kind: 'file', size: 4 });
    expect(nodeFiles.real(at('link'))).toBe(at('text'));
    expect(nodeFiles.status(at('loop'))).toBeUndefined();
    expect(nodeFiles.real(at('loop'))).toBeUndefined();
    expect(nodeFiles.status(at('nothing'))).toBeUndefined();
  });
});

describe('list', () => {
  it('gives sorted names, and nothing where there is no folder', () => {
    for (const name of ['b', 'a', 'c']) writeFileSync(at(name), '');
    expect(nodeFiles.list(folder)).toEqual(['a', 'b', 'c']);
    expect(nodeFiles.list(at('a'))).toBeUndefined();
  });
});

describe('read', () => {
  it('gives the bytes, or as many as the limit allows', () => {
    writeFileSync(at('big'), Buffer.alloc(200_000, 'x'));
    expect(nodeFiles.read(at('big'))?.length).toBe(200_000);
    expect(nodeFiles.read(at('big'), 70_000)?.length).toBe(70_000);
    expect(nodeFiles.read(at('big'), 0)?.length).toBe(0);
  });

  it('finds nothing to read in a folder or where nothing is', () => {
    expect(nodeFiles.read(folder)).toBeUndefined();
    expect(nodeFiles.read(at('nothing'))).toBeUndefined();
  });

  it('does not wait for a writer at a FIFO', () => {
    execFileSync('mkfifo', [at('pipe')]);
    expect(nodeFiles.read(at('pipe'))?.length ?? 0).toBe(0);
  });
});

describe('replace', () => {
  it('makes the folders, puts the content there for its owner alone, and leaves nothing beside it', () => {
    nodeFiles.replace(at('new', 'file'), 'one');
    nodeFiles.replace(at('new', 'file'), 'two');
    expect(readFileSync(at('new', 'file'), 'utf8')).toBe('two');
    expect(statSync(at('new', 'file')).mode & 0o777).toBe(0o600);
    expect(readdirSync(at('new'))).toEqual(['file']);
  });
});

describe('create', () => {
  it('creates a file once, and leaves nothing beside it', () => {
    expect(nodeFiles.create(at('new', 'file'), 'one')).toBe(true);
    expect(nodeFiles.create(at('new', 'file'), 'two')).toBe(false);
    expect(readFileSync(at('new', 'file'), 'utf8')).toBe('one');
    expect(readdirSync(at('new'))).toEqual(['file']);
  });

  it('does not create anything behind a symlink that leads nowhere', () => {
    symlinkSync(at('elsewhere'), at('link'));
    expect(nodeFiles.create(at('link'), 'x')).toBe(false);
    expect(nodeFiles.status(at('elsewhere'))).toBeUndefined();
  });

  it('throws where nothing can be created', () => {
    writeFileSync(at('file'), '');
    expect(() => nodeFiles.create(at('file', 'below'), 'x')).toThrow();
  });
});

describe('create on a file system without hard links', () => {
  const create = createWith(() => {
    throw Object.assign(new Error('not permitted'), { code: 'EPERM' });
  });

  it('creates a file once all the same', () => {
    expect(create(at('file'), 'one')).toBe(true);
    expect(create(at('file'), 'two')).toBe(false);
    expect(readFileSync(at('file'), 'utf8')).toBe('one');
    expect(readdirSync(folder)).toEqual(['file']);
  });

  it('takes whatever stands there already for taken', () => {
    symlinkSync(at('nowhere'), at('link'));
    mkdirSync(at('folder'));
    expect([create(at('link'), 'x'), create(at('folder'), 'x')]).toEqual([false, false]);
  });
});

describe('move', () => {
  it('moves a file, and says when there was none', () => {
    writeFileSync(at('a'), 'x');
    expect(nodeFiles.move(at('a'), at('b'))).toBe(true);
    expect(nodeFiles.move(at('a'), at('b'))).toBe(false);
    expect(readFileSync(at('b'), 'utf8')).toBe('x');
  });

  it('throws where it cannot', () => {
    writeFileSync(at('a'), 'x');
    mkdirSync(at('folder'));
    expect(() => nodeFiles.move(at('a'), at('folder'))).toThrow();
  });
});

describe('append', () => {
  it.each([true, false])('adds at the end and makes folders and file as needed (durable: %s)', (durable) => {
    nodeFiles.append(at('new', 'log'), 'one\n', durable);
    nodeFiles.append(at('new', 'log'), 'zwö\n', durable);
    expect(readFileSync(at('new', 'log'), 'utf8')).toBe('one\nzwö\n');
    expect(statSync(at('new', 'log')).mode & 0o777).toBe(0o600);
  });

  it('does not follow a symlink', () => {
    symlinkSync(at('elsewhere'), at('log'));
    expect(() => nodeFiles.append(at('log'), 'x', true)).toThrow();
    expect(nodeFiles.status(at('elsewhere'))).toBeUndefined();
  });

  it.runIf(process.platform === 'linux')('throws when the disk is full', () => {
    expect(() => nodeFiles.append('/dev/full', 'x', true)).toThrow();
  });
});

describe('remove', () => {
  it('removes a file and minds no missing one', () => {
    writeFileSync(at('a'), 'x');
    nodeFiles.remove(at('a'));
    nodeFiles.remove(at('a'));
    expect(nodeFiles.status(at('a'))).toBeUndefined();
  });
});
