import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { bundledPacks, declarationOf } from '../../runtime/packs/bundled.ts';
import { nodePorts } from '../../runtime/ports/node.ts';
import { defaultMaxOutputBytes, defaultTimeoutMs } from '../../runtime/validate/bounds.ts';
import { calls } from './calls.ts';
import { evidenceWith } from './evidence.ts';
import { type Measurement, Measurements, quantile, within } from './measurement.ts';
import { renderCurves, renderPage } from './page.ts';
import { renderPlots } from './plot.ts';

const root = new URL('../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');
const evidence = evidenceWith(Measurements.parse(JSON.parse(read('runtime/packs/bounds.json'))));
const { survey, measurements } = evidence;
const answers = survey.filter(({ shape }) => shape === 'answer');

describe('the default bounds', () => {
  it('are what docs/bounds.md draws from the measurements', () => {
    expect([defaultTimeoutMs, defaultMaxOutputBytes]).toEqual([30_000, 1_048_576]);
  });

  it('cut at most two calls in a hundred by time, and twice the time would not save one in a hundred more', () => {
    const cut = (ms: number) =>
      1 - within(survey, ({ msMax, endless }) => (endless ? Number.POSITIVE_INFINITY : msMax), ms);
    expect(cut(defaultTimeoutMs)).toBeLessThan(0.02);
    expect(cut(defaultTimeoutMs) - cut(2 * defaultTimeoutMs)).toBeLessThan(0.01);
  });

  it('hold 98 answers in a hundred, and stop dumps that time alone would not', () => {
    expect(within(answers, ({ bytes }) => bytes, defaultMaxOutputBytes)).toBeGreaterThan(0.98);
    const fast = survey.filter(
      ({ bytes, msMax }) => bytes > defaultMaxOutputBytes && msMax < defaultTimeoutMs / 10,
    );
    expect(fast.length).toBeGreaterThan(20);
  });

  it('leave alone every answer that was measured on the bundled packs', () => {
    const rows = measurements.measured.filter(({ shape }) => shape === 'answer');
    expect(rows.length).toBeGreaterThan(15);
    expect(
      rows.filter(({ msMax, bytes }) => msMax > defaultTimeoutMs || bytes > defaultMaxOutputBytes),
    ).toEqual([]);
  });
});

describe('what was measured', () => {
  it('is what measure-bounds measures', () => {
    expect(measurements.measured.map(({ command, input, shape }) => `${command} ${input} ${shape}`)).toEqual(
      calls.map(({ name, input, shape }) => `${name} ${input} ${shape}`),
    );
  });

  it('are reads of bundled packs', () => {
    const bundled = bundledPacks(nodePorts().files);
    for (const { name } of calls) {
      const [id = '', command] = name.split('/');
      const pack = bundled.get(id);
      expect(pack && declarationOf(pack).commands.find((each) => each.id === command)?.effects).toBe('read');
    }
  });
});

describe('docs/bounds', () => {
  it('is current', () => {
    expect(read('docs/bounds.md')).toBe(renderPage(evidence));
    expect(read('docs/bounds.svg')).toBe(renderCurves(evidence));
  });
});

function rowsOf(...values: readonly number[]): readonly Measurement[] {
  return values.map((msMax) => ({
    command: 'x',
    shape: 'answer',
    msFirst: msMax,
    msMax,
    bytes: 0,
    endless: false,
  }));
}

describe('shares and quantiles', () => {
  it('count a value at the limit as within', () => {
    expect(within(rowsOf(1, 2, 3, 4), ({ msMax }) => msMax, 2)).toBe(0.5);
  });

  it('give the smallest value that the share does not exceed', () => {
    const rows = rowsOf(5, 1, 4, 2, 3, 6, 7, 8, 9, 10);
    expect([0.1, 0.5, 0.9, 1].map((share) => quantile(rows, ({ msMax }) => msMax, share))).toEqual([
      1, 5, 9, 10,
    ]);
  });
});

describe('renderPlots', () => {
  const plot = {
    title: 'a < b',
    decades: [0, 2] as const,
    tick: String,
    limit: { value: 10, label: 'here' },
  };

  it('draws one step for each value, up to the share that was reached', () => {
    const curves = [{ label: 'two of three', colour: '#000', values: [1, 100, Number.POSITIVE_INFINITY] }];
    const svg = renderPlots([{ ...plot, curves }]);
    const path = /d="([^"]+)"/.exec(svg)?.[1] ?? '';
    // From the left edge to the right one; a third of the height from the top is left.
    expect(path).toBe('M56 256V184H704V112');
    expect(svg).toContain('a &lt; b');
  });
});
