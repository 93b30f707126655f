import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chainStart, formatRecord, parseRecord } from './record.ts';
import { sampleEvent } from './sample-event.ts';

describe('formatRecord', () => {
  it('writes a line that can be checked with nothing but a SHA-256', () => {
    const { line, link } = formatRecord(sampleEvent({ payload: { value: 'é' } }), chainStart, null);
    const [, seq, prev, hash, event] =
      /^\{"seq":(\d+),"prev":"(\w+)","hash":"(\w+)","event":(.*)\}$/.exec(line) ?? [];
    expect(hash).toBe(createHash('sha256').update(`${seq} ${prev} - ${event}`).digest('hex'));
    expect(link).toEqual({ seq: 1, hash });
    expect(prev).toBe('0'.repeat(64));
  });

  it('covers the torn text that it vouches for', () => {
    const torn = { bytes: 3, sha256: 'a'.repeat(64) };
    const { line, link } = formatRecord(sampleEvent(), chainStart, torn);
    expect(line).toContain(`"torn":{"bytes":3,"sha256":"${torn.sha256}"}`);
    expect(link.hash).not.toBe(formatRecord(sampleEvent(), chainStart, null).link.hash);
  });

  it('is one line of plain ASCII whatever the values hold', () => {
    const text = 'a\nb\r\u2028\u2029\u0085\u001b[31m\u009b\u007f\u202e\ufeff\ud800\u{1f600}';
    const event = sampleEvent({ agent_id: text, payload: { [text]: text } });
    const { line } = formatRecord(event, chainStart, null);
    expect(line).toMatch(/^[\x20-\x7e]+$/);
    expect(parseRecord(line)?.event).toEqual(event);
  });
});

describe('parseRecord', () => {
  const { line } = formatRecord(sampleEvent({ payload: { a: 1 } }), { seq: 4, hash: 'f'.repeat(64) }, null);

  it('gives back any event as it was', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.string({ unit: 'binary' }),
        (payload, agent_id) => {
          const event = sampleEvent({ payload, agent_id });
          const parsed = parseRecord(formatRecord(event, chainStart, { bytes: 1, sha256: 'x' }).line);
          expect(JSON.stringify(parsed?.event)).toBe(JSON.stringify({ ...event }));
          expect(parsed).toMatchObject({
            link: { seq: 1 },
            prev: chainStart.hash,
            torn: { bytes: 1, sha256: 'x' },
          });
        },
      ),
    );
  });

  it('gives the fields of an event in the order of the contract', () => {
    expect(Object.keys(parseRecord(line)?.event ?? {})).toEqual(Object.keys(sampleEvent()));
  });

  it.each([
    ['nothing', ''],
    ['half of it', line.slice(0, 100)],
    ['another value', line.replace('{"a":1}', '{"a":2}')],
    ['another number', line.replace('"seq":5', '"seq":6')],
    ['another hash', line.replace(/"hash":"./, '"hash":"z')],
    ['a second spelling', line.replace('"a":1', '"a": 1')],
    ['a key twice', line.replace('"seq":5', '"seq":1,"seq":5')],
    ['a key more', line.replace('"event":', '"more":1,"event":')],
    ['no event', '{"seq":1,"prev":"","hash":"","event":{}}'],
    ['something else', '[]'],
  ])('does not take %s for the record', (_, changed) => {
    expect(parseRecord(changed)).toBeUndefined();
  });
});
