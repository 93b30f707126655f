import { Parser } from 'tap-parser';
import { describe, expect, it } from 'vitest';
import { sampleRuns } from '../testing/sample-runs.ts';
import { renderCompare } from './html/render-compare.ts';
import { formats, loadRenderer } from './renderers.ts';

/** Whole outputs, each in a file that people can open: `vitest -u` writes them anew, and the diff is read. */

const endings: Readonly<Record<string, string>> = {
  events: 'jsonl',
  json: 'json',
  junit: 'xml',
  tap: 'tap',
  html: 'html',
  markdown: 'md',
  github: 'github.txt',
  badge: 'badge.json',
  'badge-svg': 'svg',
  text: 'txt',
};

describe.each(formats)('as %s', (format) => {
  it.each(Object.entries(sampleRuns))('a %s run is drawn as it was', async (name, events) => {
    const render = await loadRenderer(format);
    await expect(render(events)).toMatchFileSnapshot(`goldens/${name}.${endings[format]}`);
  });
});

describe('side by side', () => {
  it('runs are drawn as they were', async () => {
    const runs = [
      { file: 'mine.jsonl', events: sampleRuns.mixed },
      { file: 'theirs.jsonl', events: sampleRuns.clean },
    ];
    await expect(renderCompare(runs)).toMatchFileSnapshot('goldens/compare.html');
  });
});

describe('a TAP consumer', () => {
  const verdict = async (name: keyof typeof sampleRuns) => {
    const render = await loadRenderer('tap');
    const found = Parser.parse(render(sampleRuns[name]));
    const [, results] = found.findLast(([kind]) => kind === 'complete') ?? [];
    return results as { ok: boolean; count: number; pass: number; fail: number; todo: number; skip: number };
  };

  it('counts as the run does', async () => {
    expect(await verdict('mixed')).toMatchObject({ ok: false, count: 6, todo: 1, skip: 2 });
    expect(await verdict('clean')).toMatchObject({ ok: true, count: 2, pass: 2, fail: 0 });
    expect(await verdict('subset')).toMatchObject({ ok: true, count: 1 });
    expect(await verdict('empty')).toMatchObject({ ok: true, count: 0 });
  });

  it('does not take a run that is not complete for a success', async () => {
    expect((await verdict('cut')).ok).toBe(false);
    expect((await verdict('mute')).ok).toBe(false);
  });
});
