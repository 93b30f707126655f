import { describe, expect, it } from 'vitest';
import { clipText } from '../model/clip.ts';
import { firstDifference, steadyText } from './steady-text.ts';

describe('a text in which two runs must agree', () => {
  it.each([
    ['"/tmp/a-1/lane-1/12/case/workspace/x.yaml"', '"/tmp/b-77/time-1/lane-2/3/case/workspace/x.yaml"'],
    ['{"timestamp":"2026-01-01T00:00:00.000Z"}', '{"timestamp":"2027-12-31T23:59:59Z"}'],
    ['{"duration_ms":12}', '{"duration_ms":3.25}'],
    ['{"id":7,"envelope":{}}', '{"id":681,"envelope":{}}'],
    ['{"run_id":"run-01jd3k7p9qx2"}', '{"run_id":"run-zz9w8v7u6t5s4r"}'],
    ['connection to 127.0.0.1:4100', 'connection to 127.0.0.1:59001'],
    ['LANG=C.UTF-8', 'LANG=tr_TR.UTF-8'],
  ])('is the same for %s and %s', (one, other) => {
    const surroundings = ['C.UTF-8', 'tr_TR.UTF-8'];
    expect(steadyText(one, surroundings)).toBe(steadyText(other, surroundings));
  });

  it.each([
    ['{"outcome":"ok"}', '{"outcome":"denied"}'],
    ['{"exit_code":1}', '{"exit_code":2}'],
    ['workspace.yaml:3', 'workspace.yaml:4'],
    ['{"skills":["a","b"]}', '{"skills":["b","a"]}'],
    ['TITLE', 'TİTLE'],
  ])('is another for %s and %s', (one, other) => {
    expect(steadyText(one, [])).not.toBe(steadyText(other, []));
  });

  it('shows where two of them part', () => {
    expect(firstDifference('same', 'same')).toBeUndefined();
    expect(firstDifference('{"outcome":"ok"}', '{"outcome":"denied"}')).toEqual([
      '{"outcome":"ok"}',
      '{"outcome":"denied"}',
    ]);
    expect(firstDifference('a', 'ab')).toEqual(['a', 'ab']);
  });

  it('compares what was cut as far as it is whole', () => {
    const long = (word: string, rest: string) => steadyText(clipText(`${word} ${rest.repeat(900)}`), []);
    const [one, other] = [
      long('event-01jd3k7p9qx2', '0123 56789'),
      long('event-01jd3k7p9qx2abcdef', '0123 56789'),
    ];
    expect(firstDifference(one, other)).toBeUndefined();
    expect(firstDifference(one, long('event-01jd3k7p9qx2', '0123 56788'))).toBeDefined();
  });
});
