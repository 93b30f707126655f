import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { nodePorts } from '../ports/node.ts';
import { findProgram } from './find-program.ts';

const { files } = nodePorts();
let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'lookup-'));
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

function file(path: string, content: string | Uint8Array = '#!/bin/sh\n', mode = 0o755): string {
  const absolute = join(root, path);
  mkdirSync(dirname(absolute), { recursive: true });
  writeFileSync(absolute, content);
  chmodSync(absolute, mode);
  return absolute;
}

function find(name: string, ...folders: readonly string[]) {
  const pathVariable = folders.map((each) => (each.startsWith('/') ? each : join(root, each))).join(':');
  return findProgram(name, { pathVariable, workspaceRoot: root, files });
}

function findWithPath(name: string, pathVariable: string) {
  return findProgram(name, { pathVariable, workspaceRoot: root, files });
}

describe('findProgram', () => {
  it('takes the first on PATH', () => {
    const program = file('a/tool');
    file('b/tool');
    expect(find('tool', 'empty', 'a', 'b')).toEqual({ program });
  });

  it('passes over a folder and a file that may not be executed', () => {
    mkdirSync(join(root, 'a/tool'), { recursive: true });
    file('b/tool', '#!/bin/sh\n', 0o644);
    expect(find('tool', 'a', 'b', 'c')).toMatchObject({
      code: 'command-pack.missing-binary',
      missing: `tool was found but is not executable (${root}/b/tool)`,
      hint: `chmod +x ${root}/b/tool`,
    });
    const program = file('c/tool');
    expect(find('tool', 'a', 'b', 'c')).toEqual({ program });
  });

  it('says when all there is is a folder', () => {
    mkdirSync(join(root, 'a/tool'), { recursive: true });
    expect(find('tool', 'a')).toMatchObject({ missing: `tool is no regular file (${root}/a/tool)` });
  });

  it.each(['', '.', 'bin', './bin', 'bin::.'])(
    'looks in no empty and no relative entry of PATH: %j',
    (pathVariable) => {
      file('tool');
      file('bin/tool');
      expect(findWithPath('tool', pathVariable)).toMatchObject({
        code: 'command-pack.missing-binary',
        missing: 'tool is not on PATH',
      });
    },
  );

  it('takes a name with a slash relative to the workspace, whatever PATH holds', () => {
    const program = file('bin/tool');
    file('path/bin/tool');
    expect(find('bin/tool', 'path')).toEqual({ program });
    expect(find('./bin/tool', 'path')).toEqual({ program });
    expect(find(program)).toEqual({ program });
    expect(find('bin/other')).toMatchObject({ missing: `there is no program bin/other (${root}/bin/other)` });
  });

  it.each(['', '.', '..'])('finds nothing for the name %j', (name) => {
    file('a/tool');
    expect(find(name, 'a')).toMatchObject({
      code: 'command-pack.missing-binary',
      missing: expect.stringContaining('not on PATH'),
    });
  });

  it('says that nothing expands a tilde', () => {
    expect(find('~/bin/tool')).toMatchObject({ hint: expect.stringContaining('nothing expands ~') });
  });

  it('follows a symlink and keeps its name, which programs such as busybox go by', () => {
    file('real/box');
    mkdirSync(join(root, 'a'));
    symlinkSync(join(root, 'real/box'), join(root, 'a/tool'));
    symlinkSync(join(root, 'gone'), join(root, 'a/dangling'));
    expect(find('tool', 'a')).toEqual({ program: join(root, 'a/tool') });
    expect(find('dangling', 'a')).toMatchObject({ missing: 'dangling is not on PATH' });
  });

  it('finds the binaries of this machine', () => {
    expect(findWithPath('node', dirname(process.execPath))).toEqual({
      program: join(dirname(process.execPath), 'node'),
    });
  });
});

describe('findProgram and what the kernel can start', () => {
  it.each([
    ['text without #!', 'echo hello\n'],
    ['nothing at all', ''],
    ['a space before the #!', ' #!/bin/sh\n'],
    ['another format', Uint8Array.of(0, 0x61, 0x73, 0x6d)],
  ])('refuses an executable file that holds %s, which only a shell would run', (_, content) => {
    file('a/tool', content);
    expect(find('tool', 'a')).toMatchObject({
      code: 'command-pack.shell',
      missing: expect.stringContaining('neither a binary nor a script'),
    });
  });

  it('refuses it even where a better one comes later, for it is what execvp would start', () => {
    file('a/tool', 'echo hello\n');
    file('b/tool');
    expect(find('tool', 'a', 'b')).toMatchObject({ code: 'command-pack.shell' });
  });

  it.each([
    ['ELF', [0x7f, 0x45, 0x4c, 0x46, 2]],
    ['Mach-O', [0xcf, 0xfa, 0xed, 0xfe, 7]],
    ['universal Mach-O', [0xca, 0xfe, 0xba, 0xbe, 0]],
    ['PE', [0x4d, 0x5a, 0x90, 0]],
  ])('takes %s', (_, bytes) => {
    const program = file('a/tool', Uint8Array.from(bytes));
    expect(find('tool', 'a')).toEqual({ program });
  });

  it.each([
    ['#!/gone/python\n', 'tool needs /gone/python, which is not there'],
    ['#! /gone/python -u\nx', 'tool needs /gone/python, which is not there'],
    ['#!/bin/sh\r\necho', 'the #! line of tool ends in a carriage return'],
    ['#!python3\n', 'the #! line of tool names no absolute path'],
    ['#!\n', 'the #! line of tool names no absolute path'],
    ['#!/usr/bin/env no-such-interpreter\n', 'tool needs no-such-interpreter, which is not on PATH'],
    [
      '#!/usr/bin/env -S A=1 no-such-interpreter -u\n',
      'tool needs no-such-interpreter, which is not on PATH',
    ],
  ])('says what is missing behind the script %j', (content, message) => {
    const path = file('a/tool', content);
    const found = find('tool', 'a');
    expect(found).toMatchObject({
      code: 'command-pack.missing-binary',
      missing: expect.stringContaining(message),
    });
    expect(found).toMatchObject({ missing: expect.stringContaining(path) });
  });

  it.each(['#!/bin/sh', '#!/bin/sh -e\n', '#! /usr/bin/env sh\n', '#!/usr/bin/env -S sh -e\n'])(
    'takes the script %j',
    (content) => {
      const program = file('a/tool', content);
      expect(find('tool', 'a', '/usr/bin', '/bin')).toEqual({ program });
    },
  );
});
