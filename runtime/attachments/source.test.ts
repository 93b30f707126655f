import { describe, expect, it } from 'vitest';
import { mostAttachments, readSources } from './source.ts';

const faultsOf = (value: unknown) =>
  readSources(value).problems.map(({ code, pointer }) => `${code} ${pointer}`);

describe('the attachments of a request', () => {
  it('are paths and data, in order, with their names', () => {
    expect(readSources([{ path: 'a.png' }, { data: 'AAAA', name: 'b.png' }])).toEqual({
      ok: true,
      problems: [],
      value: [
        { kind: 'path', path: 'a.png', at: '/attachments/0' },
        { kind: 'data', base64: 'AAAA', name: 'b.png', at: '/attachments/1' },
      ],
    });
    expect(readSources(undefined)).toMatchObject({ ok: true, value: [] });
  });

  it.each<[unknown, string]>([
    [{ url: 'https://x/y.png' }, 'attachment.url-refused /attachments/0/url'],
    [{ path: 'a.png', url: null }, 'attachment.url-refused /attachments/0/url'],
    [{ path: 'a.png', type: 'image/png' }, 'attachment.type-refused /attachments/0/type'],
    [{ path: 'a.png', media_type: 'image/png' }, 'attachment.type-refused /attachments/0/media_type'],
    [{ path: 'a.png', data: 'AAAA' }, 'attachment.one-source /attachments/0'],
    [{}, 'attachment.one-source /attachments/0'],
    [{ name: 'a.png' }, 'attachment.one-source /attachments/0'],
    [{ path: 'a.png', size: 3 }, 'request.bad-arguments /attachments/0'],
    [{ path: 7 }, 'request.bad-arguments /attachments/0/path'],
    [{ data: null }, 'request.bad-arguments /attachments/0/data'],
    ['a.png', 'request.bad-arguments /attachments/0'],
    [null, 'request.bad-arguments /attachments/0'],
    [JSON.parse('{"path": "a.png", "__proto__": {}}'), 'request.bad-arguments /attachments/0'],
  ])('are refused for %j', (attachment, fault) => {
    expect(faultsOf([attachment])).toEqual([fault]);
  });

  it('are a list, and no longer than a run may hold', () => {
    expect(faultsOf({ path: 'a.png' })).toEqual(['request.bad-arguments /attachments']);
    const many = (count: number) => Array.from({ length: count }, () => ({ path: 'a.png' }));
    expect(readSources(many(mostAttachments)).ok).toBe(true);
    expect(faultsOf(many(mostAttachments + 1))).toEqual(['request.bad-arguments /attachments']);
  });

  it('are all looked at: every fault is named', () => {
    expect(faultsOf([{ url: 'x', type: 'y' }, { path: 'a.png' }, {}])).toEqual([
      'attachment.url-refused /attachments/0/url',
      'attachment.type-refused /attachments/0/type',
      'attachment.one-source /attachments/2',
    ]);
  });
});
