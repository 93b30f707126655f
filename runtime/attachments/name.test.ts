import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attachmentName } from './name.ts';

const ofPath = (path: string) => attachmentName({ kind: 'path', path, at: null }, 0);
const given = (name: string) => attachmentName({ kind: 'data', base64: '', name, at: null }, 2);

describe('the name of an attachment', () => {
  it.each([
    ['snapshots/gate.jpg', 'gate.jpg'],
    ['C:\\shots\\gate.jpg', 'gate.jpg'],
    ['/a/b/', 'b'],
    ['a\u001b[31m\nb\u202e.png', 'a[31mb.png'],
    ['..', 'attachment-1'],
  ])('is the bare last part of the path: %j', (path, name) => {
    expect(ofPath(path)).toBe(name);
  });

  it('is the one that was given, made as bare', () => {
    expect(given('../../wide.jpg')).toBe('wide.jpg');
    expect(given('')).toBe('attachment-3');
    expect(attachmentName({ kind: 'data', base64: '', at: null }, 0)).toBe('attachment-1');
    expect(attachmentName({ kind: 'path', path: 'a/b.png', name: 'front.png', at: null }, 0)).toBe(
      'front.png',
    );
  });

  it('is never empty, long, a folder or anything that a terminal obeys', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 600 }), (text) => {
        const name = given(text);
        expect(name).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029/\\]|^\.{0,2}$/u);
        expect([...name].length).toBeLessThanOrEqual(255);
      }),
    );
  });
});
