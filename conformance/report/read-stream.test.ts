import { describe, expect, it } from 'vitest';
import { caseEvents, footerEvent, headerEvent } from '../testing/sample-events.ts';
import { readStream } from './read-stream.ts';
import { renderEvents } from './render-events.ts';

const whole = [headerEvent(['a/b']), ...caseEvents('a/b', 'pass'), footerEvent({ pass: 1 })];
const text = renderEvents(whole);
const strict = { partial: false };

describe('readStream', () => {
  it('gives back what was written', () => {
    expect(readStream(text, strict)).toEqual({ ok: true, events: whole });
  });

  it.each([
    ['without its footer', renderEvents(whole.slice(0, -1))],
    ['torn off in its last line', text.slice(0, -9)],
    ['torn off before its last newline', text.slice(0, -1)],
  ])('does not take a stream %s for a whole one', (_, cut) => {
    expect(readStream(cut, strict)).toEqual({
      ok: false,
      reason: 'the stream has no footer: the run was cut off',
    });
    expect(readStream(cut, { partial: true }).ok).toBe(true);
  });

  it('does not take a footer for a proof: every planned case has to have its end', () => {
    const gap = renderEvents(whole.filter(({ type }) => type !== 'case-ended'));
    expect(readStream(gap, strict)).toEqual({ ok: false, reason: 'a/b was planned and has no end' });
  });

  it.each([
    ['', 'the stream has no header'],
    [renderEvents(whole.slice(1)), 'the stream has no header'],
    [text + text, 'the file holds more than one stream'],
    [text + renderEvents(caseEvents('a/b', 'pass')), 'something stands behind the footer'],
    [`${text}PASS\n`, 'line 5: not JSON'],
    [`${text}{"type":"case-ended"}\n`, 'line 5: not an event of this kit'],
  ])('says what is wrong with a file that is no stream (%#)', (file, reason) => {
    const read = readStream(file, { partial: true });
    expect(read.ok ? '' : read.reason).toContain(reason);
  });
});
