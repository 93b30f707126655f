import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { caseEvents, headerEvent } from '../testing/sample-events.ts';
import { advance, drawProgress, noProgress, showProgress } from './progress.ts';

const events = [
  headerEvent(['a/b', 'a/c']),
  ...caseEvents('a/b', 'fail'),
  ...caseEvents('a/c', 'pass').slice(0, 1),
];

describe('progress', () => {
  it('says how many are done, how many failed, and what is under way', () => {
    expect(showProgress(events.reduce(advance, noProgress))).toBe('[1/2] 1 failed  a/c');
  });

  it('is drawn on a terminal, now and then', () => {
    const stream = Object.assign(new PassThrough(), { columns: 80, rows: 24, isTTY: true });
    const progress = drawProgress(stream as unknown as NodeJS.WriteStream);
    for (const event of events) progress.onEvent(event);
    progress.clear();
    expect(String(stream.read())).toContain('[0/2] 0 failed');
  });
});
