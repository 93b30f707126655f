import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { dirSync, setGracefulCleanup } from 'tmp-promise';
import { describe, expect, it } from 'vitest';
import { images } from '../../fixtures/images.ts';
import { nodeFiles } from '../ports/node-files.ts';
import type { Files } from '../ports/ports.ts';
import { admitAttachments } from './admit.ts';
import { largestAttachment, type Source } from './attachment.ts';
import type { Door } from './read-path.ts';

setGracefulCleanup();
const png = images['image/png'];

/** A folder with a workspace, a current folder and a sibling of the workspace whose name begins alike. */
function place(files: Readonly<Record<string, Uint8Array | string>> = {}) {
  const { name: folder } = dirSync({ unsafeCleanup: true, prefix: 'attachments-' });
  for (const each of ['workspace', 'workspace-too', 'here']) mkdirSync(join(folder, each));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  const workspace = join(folder, 'workspace');
  const person: Door = { kind: 'person', cwd: join(folder, 'here'), workspace };
  const request: Door = { kind: 'request', workspace };
  return { folder, workspace, person, request };
}

const path = (text: string, name?: string): Source => ({
  kind: 'path',
  path: text,
  at: null,
  ...(name === undefined ? {} : { name }),
});
const data = (base64: string, name?: string): Source => ({
  kind: 'data',
  base64,
  at: '/attachments/0',
  ...(name === undefined ? {} : { name }),
});

async function codesOf(sources: readonly Source[], door: Door, files: Files = nodeFiles) {
  const admitted = await admitAttachments(sources, door, files);
  return admitted.ok ? 'admitted' : admitted.problems.map(({ code }) => code);
}

describe('an attachment that is admitted', () => {
  it('has its bytes, their digest, a bare name and where it came from', async () => {
    const { person } = place({ 'here/shots/gate.jpg': png });
    const admitted = await admitAttachments([path('shots/gate.jpg')], person, nodeFiles);
    expect(admitted).toEqual({
      ok: true,
      problems: [],
      value: [
        {
          name: 'gate.jpg',
          mediaType: 'image/png',
          bytes: png,
          sha256: createHash('sha256').update(png).digest('hex'),
          source: 'shots/gate.jpg',
        },
      ],
    });
  });

  it('keeps the order in which it was given, whatever door each came by', async () => {
    const { request } = place({ 'workspace/a.gif': images['image/gif'] });
    const sources = [data(images['image/webp'].toString('base64'), 'wide.webp'), path('a.gif')];
    const admitted = await admitAttachments(sources, request, nodeFiles);
    expect(
      admitted.ok && admitted.value.map(({ name, mediaType, source }) => [name, mediaType, source]),
    ).toEqual([
      ['wide.webp', 'image/webp', null],
      ['a.gif', 'image/gif', 'a.gif'],
    ]);
  });

  it('is refused with all the others where one of them is bad, and every bad one is named', async () => {
    const { person } = place({ 'here/a.png': png, 'here/b.png': 'text', 'here/c.png': '' });
    const admitted = await admitAttachments(
      ['a.png', 'b.png', 'c.png'].map((each) => path(each)),
      person,
      nodeFiles,
    );
    expect(admitted).toMatchObject({
      ok: false,
      problems: [
        { code: 'attachment.not-an-image', message: expect.stringContaining('"b.png"') },
        { code: 'attachment.empty', message: 'attachment "c.png" is empty' },
      ],
    });
  });
});

describe('a path that a person names', () => {
  it('is looked for in the current folder first, then in the workspace', async () => {
    const { person } = place({
      'here/both.png': png,
      'workspace/both.png': images['image/gif'],
      'workspace/only.png': images['image/jpeg'],
    });
    const admitted = await admitAttachments([path('both.png'), path('only.png')], person, nodeFiles);
    expect(admitted.ok && admitted.value.map(({ mediaType }) => mediaType)).toEqual([
      'image/png',
      'image/jpeg',
    ]);
  });

  it('may lead anywhere that the person may read', async () => {
    const { folder, person } = place({ 'elsewhere/a.png': png });
    symlinkSync('../elsewhere/a.png', join(folder, 'here/link.png'));
    const paths = ['../elsewhere/a.png', join(folder, 'elsewhere/a.png'), 'link.png'];
    expect(
      await codesOf(
        paths.map((each) => path(each)),
        person,
      ),
    ).toBe('admitted');
  });

  it.each(['', 'none.png', 'none/none.png', 'a\0.png'])(
    'is not found where there is nothing: %j',
    async (missing) => {
      expect(await codesOf([path(missing)], place().person)).toEqual(['attachment.not-found']);
    },
  );
});

describe('a path that a request names', () => {
  it('is relative to the workspace and may turn about inside of it', async () => {
    const { folder, request } = place({ 'workspace/shots/a.png': png, 'here/only-here.png': png });
    symlinkSync('shots/a.png', join(folder, 'workspace/link.png'));
    expect(await codesOf([path('shots/../shots/a.png'), path('link.png')], request)).toBe('admitted');
    expect(await codesOf([path('only-here.png')], request)).toEqual(['attachment.not-found']);
  });

  it.each([
    '../here/a.png',
    '/etc/hostname',
    '../workspace-too/a.png',
    '../none.png',
    '..',
    'shots/../../none.png',
  ])('may not leave the workspace: %s', async (outside) => {
    const { request } = place({
      'here/a.png': png,
      'workspace-too/a.png': png,
      'workspace/shots/a.png': png,
    });
    expect(await codesOf([path(outside)], request)).toEqual(['attachment.escapes-workspace']);
  });

  it('may not leave it through a symbolic link, to a file or to a folder', async () => {
    const { folder, request } = place({ 'workspace-too/a.png': png });
    symlinkSync('../workspace-too/a.png', join(folder, 'workspace/leak.png'));
    symlinkSync('../workspace-too', join(folder, 'workspace/shots'));
    const refused = ['attachment.escapes-workspace'];
    expect(await codesOf([path('leak.png')], request)).toEqual(refused);
    expect(await codesOf([path('shots/a.png')], request)).toEqual(refused);
  });

  it('is found in a workspace that is itself reached through a link', async () => {
    const { folder } = place({ 'workspace/a.png': png });
    symlinkSync('workspace', join(folder, 'current'));
    expect(await codesOf([path('a.png')], { kind: 'request', workspace: join(folder, 'current') })).toBe(
      'admitted',
    );
  });
});

describe('what is no regular file', () => {
  it('is refused without waiting for anybody at the other end', async () => {
    const { folder, person } = place();
    spawnSync('mkfifo', [join(folder, 'here/p.png')]);
    mkdirSync(join(folder, 'here/d.png'));
    const socket = createServer().listen(join(folder, 'here/s.png'));
    const paths = ['p.png', 'd.png', 's.png', '/dev/zero', '/dev/null'];
    expect(
      await codesOf(
        paths.map((each) => path(each)),
        person,
      ),
    ).toEqual(paths.map(() => 'attachment.not-a-file'));
    socket.close();
  });

  it('is refused still where it took the place of a file after the look', async () => {
    const { folder, person } = place();
    spawnSync('mkfifo', [join(folder, 'here/p.png')]);
    const status = () => ({ kind: 'file', size: 60, executable: false }) as const;
    expect(await codesOf([path('p.png')], person, { ...nodeFiles, status })).toEqual([
      'attachment.not-a-file',
    ]);
  });
});

describe('the limit', () => {
  it('lets exactly 20 MiB pass and not one byte more, by path and as data', async () => {
    const { folder, person } = place({ 'here/exact.png': png, 'here/over.png': png });
    truncateSync(join(folder, 'here/exact.png'), largestAttachment);
    truncateSync(join(folder, 'here/over.png'), largestAttachment + 1);
    const over = Buffer.concat([png, Buffer.alloc(largestAttachment + 1 - png.length)]);
    expect(await codesOf([path('exact.png')], person)).toBe('admitted');
    expect(await codesOf([data(over.subarray(0, -1).toString('base64'))], person)).toBe('admitted');
    expect(await codesOf([path('over.png')], person)).toEqual(['attachment.too-large']);
    expect(await codesOf([data(over.toString('base64'))], person)).toEqual(['attachment.too-large']);
  });

  it('holds where a file says that it is smaller than it is, and reading stops one byte past it', async () => {
    const { person } = place({ 'here/grows.png': png });
    const asked: number[] = [];
    const files: Files = {
      ...nodeFiles,
      readRegular(_, limit) {
        asked.push(limit);
        return { kind: 'file', bytes: Buffer.alloc(limit) };
      },
    };
    expect(await codesOf([path('grows.png')], person, files)).toEqual(['attachment.too-large']);
    expect(asked).toEqual([largestAttachment + 1]);
  });

  it('leaves a file unread that says of itself that it is too large', async () => {
    const { folder, person } = place({ 'here/over.png': png });
    truncateSync(join(folder, 'here/over.png'), largestAttachment + 1);
    const files: Files = {
      ...nodeFiles,
      readRegular() {
        throw new Error('was read');
      },
    };
    const admitted = await admitAttachments([path('over.png')], person, files);
    expect(admitted).toMatchObject({
      problems: [{ message: 'attachment "over.png" is 20971521 bytes, over the 20971520-byte limit' }],
    });
  });

  it('does not take a file of /proc for an empty one', async () => {
    expect(await codesOf([path('/proc/self/status')], place().person)).toEqual(['attachment.not-an-image']);
  });
});

describe('an address', () => {
  const addresses = [
    'https://x/y.png',
    'HTTPS://x/y.png',
    ' //x/y.png',
    'file:///etc/passwd',
    'file:/etc/passwd',
    's3://bucket/y.png',
    '\\\\host\\y.png',
    `data:image/png;base64,${png.toString('base64')}`,
    'data:image/png;BASE64,aVZCT1J3MEtHZ28=',
  ];
  it.each(addresses)('is refused as a path and as data: %s', async (address) => {
    const { person, request } = place();
    const refused = ['attachment.url-refused'];
    expect(await codesOf([path(address)], person)).toEqual(refused);
    expect(await codesOf([path(address)], request)).toEqual(refused);
    expect(await codesOf([data(address)], request)).toEqual(refused);
  });

  it('is not what a file is that is called like one and named as a file', async () => {
    const { person } = place({ 'here/data:x.png': png, 'here/a:b.png': png });
    expect(await codesOf([path('./data:x.png'), path('a:b.png')], person)).toBe('admitted');
  });
});

describe('data', () => {
  const text = png.toString('base64');
  it.each([
    ['foreign characters', `${text.slice(0, 6)}!!${text.slice(8)}`],
    ['an equals sign inside', `${text.slice(0, 8)}=${text.slice(9)}`],
    ['padding and nothing else', '===='],
    ['no padding', text.replace(/=+$/, '')],
    ['the alphabet of URLs', images['image/jpeg'].toString('base64url')],
    ['line breaks', `${text.slice(0, 76)}\n${text.slice(76)}`],
    ['white space around', ` ${text}`],
    ['bits left over', `${text.slice(0, -3)}h==`],
  ])('is refused with %s', async (_, base64) => {
    expect(await codesOf([data(base64)], place().request)).toEqual(['attachment.bad-base64']);
  });

  it('is decoded once: base64 of base64 is text', async () => {
    const twice = Buffer.from(text).toString('base64');
    expect(await codesOf([data(twice)], place().request)).toEqual(['attachment.not-an-image']);
    expect(await codesOf([data('')], place().request)).toEqual(['attachment.empty']);
  });
});
