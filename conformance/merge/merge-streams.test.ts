import { describe, expect, it } from 'vitest';
import { digestIds } from '../model/digest-ids.ts';
import type { RunEvent } from '../model/event.ts';
import type { Verdict } from '../model/verdict.ts';
import { readReport, tallyOf } from '../report/report-model.ts';
import { takeShard } from '../select/shard.ts';
import { caseEvents, footerEvent, headerEvent } from '../testing/sample-events.ts';
import { mergeStreams, type ShardStream } from './merge-streams.ts';

const ids = ['a/1', 'a/2', 'a/3', 'b/1', 'b/2'];
const whole = { cases: ids.length, digest: digestIds(ids) };

function shard(index: number, of = 2, header: object = {}, more: readonly RunEvent[] = []): ShardStream {
  const own = takeShard(ids, { index, of });
  const verdict = (id: string): Verdict => (id === 'b/1' ? 'fail' : 'pass');
  const counts: Partial<Record<Verdict, number>> = {};
  for (const id of own) counts[verdict(id)] = (counts[verdict(id)] ?? 0) + 1;
  return {
    file: `${index}.jsonl`,
    events: [
      headerEvent(own, { shard: { index, of, ...whole }, ...header }),
      ...own.flatMap((id) => caseEvents(id, verdict(id))),
      ...more,
      footerEvent(counts),
    ],
  };
}

function reasonsOf(...streams: readonly ShardStream[]): readonly string[] {
  const merged = mergeStreams(streams);
  return merged.ok ? [] : merged.reasons;
}

describe('shards', () => {
  it('become one complete run, in the order of the whole, whatever order they come in', () => {
    const merged = mergeStreams([shard(2), shard(1)]);
    const report = readReport(merged.ok ? merged.events : []);
    expect(report.header?.planned).toEqual({ ids, digest: whole.digest });
    expect(report.header?.shard).toBeUndefined();
    expect(report.cases.map(({ started }) => started.id)).toEqual(ids);
    expect(tallyOf(report)).toMatchObject({ passed: 4, failed: 1 });
    expect(report.footer?.counts).toEqual({ pass: 4, fail: 1 });
    expect(report.complete).toBe(true);
  });

  it('are refused where one is missing, or there twice', () => {
    expect(reasonsOf(shard(1, 3), shard(3, 3))).toEqual(['shard 2 of 3 is missing']);
    expect(reasonsOf(shard(1), shard(2), { ...shard(2), file: 'again.jsonl' })).toEqual([
      'shard 2 of 2 is there 2 times: 2.jsonl, again.jsonl',
    ]);
    expect(reasonsOf()).toEqual(['there is no stream to merge']);
  });

  it.each<[string, object]>([
    ['the suite', { suite: { digest: 'another', cases: 9 } }],
    ['the version of the kit', { kit: { name: 'swarmkit-conformance', version: '9.9.9' } }],
    ['the runtime', { runtime: null }],
    ['the list of cases', { shard: { index: 2, of: 2, cases: 5, digest: 'another' } }],
    ['the number of shards', { shard: { index: 2, of: 3, ...whole } }],
    ['the baseline', { baseline: { file: 'b.yaml', digest: 'x', entries: 1 } }],
  ])('are refused where %s is not the same', (name, header) => {
    expect(reasonsOf(shard(1), shard(2, 2, header))).toContain(`2.jsonl: ${name} is another than in 1.jsonl`);
  });

  it('are refused where together they are not the list they say they are', () => {
    const own = takeShard(ids, { index: 2, of: 2 });
    const lacking = shard(2, 2, { planned: { ids: own.slice(1), digest: digestIds(own.slice(1)) } });
    expect(reasonsOf(shard(1), lacking)).toEqual([
      expect.stringContaining('together the shards are not the list'),
    ]);
  });

  it('are not what was run as a whole', () => {
    const alone = { file: 'alone.jsonl', events: [headerEvent(ids), footerEvent({ pass: 5 })] };
    expect(reasonsOf(shard(1), alone)).toEqual(['alone.jsonl: not a shard; it was run without --shard']);
  });

  it('are as incomplete as the least complete of them', () => {
    const stopped = shard(2);
    const events = [
      ...stopped.events.slice(0, -1),
      { ...footerEvent({ pass: 2 }, false), stopped: 'crashes' } as RunEvent,
    ];
    const merged = mergeStreams([shard(1), { ...stopped, events }]);
    expect(merged.ok ? merged.events.at(-1) : undefined).toMatchObject({
      complete: false,
      stopped: 'crashes',
    });
  });

  it('say of an entry that it had no say only where none of them ran its case', () => {
    const issue = (id: string, kind: 'out-of-scope' | 'matches-nothing'): RunEvent => {
      return { type: 'baseline', id, kind, message: 'm', edit: '' };
    };
    const first = shard(1, 2, {}, [
      issue('a/1', 'out-of-scope'),
      issue('z/1', 'out-of-scope'),
      issue('gone', 'matches-nothing'),
    ]);
    const second = shard(2, 2, {}, [issue('z/1', 'out-of-scope'), issue('gone', 'matches-nothing')]);
    const merged = mergeStreams([first, second]);
    const issues = merged.ok ? merged.events.filter((event) => event.type === 'baseline') : [];
    expect(issues.map(({ id, kind }) => [id, kind])).toEqual([
      ['z/1', 'out-of-scope'],
      ['gone', 'matches-nothing'],
    ]);
  });
});
