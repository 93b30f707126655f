import { digestIds } from '../model/digest-ids.ts';
import type { EventOf, RunEvent } from '../model/event.ts';
import { type Verdict, verdicts } from '../model/verdict.ts';
import { joinShards } from '../select/shard.ts';

/** The stream of one shard, whole: with a footer, and an end for each planned case. */
export interface ShardStream {
  /** For messages. */
  readonly file: string;
  readonly events: readonly RunEvent[];
}

/** One stream, as if it had been one run; or everything that keeps the shards from being one. */
export type Merged =
  | { readonly ok: true; readonly events: readonly RunEvent[] }
  | { readonly ok: false; readonly reasons: readonly string[] };

interface Part {
  readonly file: string;
  readonly header: EventOf<'run-started'>;
  readonly shard: NonNullable<EventOf<'run-started'>['shard']>;
  readonly footer: EventOf<'run-ended'>;
  readonly events: readonly RunEvent[];
}

/**
 * Puts shards together, and proves that nothing is missing: every shard carries the digest of the whole list of cases, and only all of
 * them, each once and in order, give a list with that digest. Pure.
 */
export function mergeStreams(streams: readonly ShardStream[]): Merged {
  const parts = streams.flatMap(partOf);
  const alone = streams.filter(({ file }) => !parts.some((part) => part.file === file));
  if (alone.length > 0) {
    return {
      ok: false,
      reasons: alone.map(({ file }) => `${file}: not a shard; it was run without --shard`),
    };
  }
  const ordered = [...parts].sort((a, b) => a.shard.index - b.shard.index);
  const [first] = ordered;
  if (first === undefined) return { ok: false, reasons: ['there is no stream to merge'] };
  const reasons = [...differences(first, ordered), ...gaps(first, ordered)];
  if (reasons.length > 0) return { ok: false, reasons };
  const ids = joinShards(ordered.map(({ header }) => header.planned.ids));
  if (digestIds(ids) !== first.shard.digest) {
    return {
      ok: false,
      reasons: ['together the shards are not the list of cases that each says it is a part of'],
    };
  }
  return { ok: true, events: joined(first, ordered, ids) };
}

function partOf({ file, events }: ShardStream): readonly Part[] {
  const header = events.find((event) => event.type === 'run-started');
  const footer = events.find((event) => event.type === 'run-ended');
  if (header?.shard === undefined || footer === undefined) return [];
  return [{ file, header, shard: header.shard, footer, events }];
}

/** What all shards of one run have in common, by the name to report. */
const common: Readonly<Record<string, (part: Part) => unknown>> = {
  'the number of shards': ({ shard }) => shard.of,
  'the list of cases': ({ shard }) => [shard.cases, shard.digest],
  'the suite': ({ header }) => header.suite,
  'the version of the kit': ({ header }) => header.kit,
  'the runtime': ({ header }) => header.runtime,
  'the baseline': ({ header }) => header.baseline?.digest ?? null,
};

function differences(first: Part, parts: readonly Part[]): readonly string[] {
  return Object.entries(common).flatMap(([name, of]) =>
    parts
      .filter((part) => JSON.stringify(of(part)) !== JSON.stringify(of(first)))
      .map(({ file }) => `${file}: ${name} is another than in ${first.file}`),
  );
}

function gaps({ shard: { of } }: Part, parts: readonly Part[]): readonly string[] {
  return Array.from({ length: of }, (_, at) => at + 1).flatMap((index) => {
    const found = parts.filter(({ shard }) => shard.index === index);
    if (found.length === 1) return [];
    return found.length === 0
      ? [`shard ${index} of ${of} is missing`]
      : [
          `shard ${index} of ${of} is there ${found.length} times: ${found.map(({ file }) => file).join(', ')}`,
        ];
  });
}

function joined(first: Part, parts: readonly Part[], ids: readonly string[]): readonly RunEvent[] {
  const { shard: _, ...header } = first.header;
  const cases = parts.flatMap(({ events }) => events.filter(({ type }) => type !== 'baseline'));
  return [
    {
      ...header,
      argv: ['merge', ...parts.map(({ file }) => file)],
      planned: { ids: [...ids], digest: digestIds(ids) },
    },
    ...cases.filter(({ type }) => type !== 'run-started' && type !== 'run-ended'),
    ...baselineIssues(parts),
    footerOf(parts),
  ];
}

/** An entry that one shard did not run is no news where another did. What every shard says is said once. */
function baselineIssues(parts: readonly Part[]): readonly RunEvent[] {
  const all = parts.map(({ events }) => events.filter((event) => event.type === 'baseline'));
  const unheard = (id: string) =>
    all.every((issues) => issues.some((each) => each.id === id && each.kind === 'out-of-scope'));
  const kept = all.flat().filter(({ id, kind }) => kind !== 'out-of-scope' || unheard(id));
  return [...new Map(kept.map((issue) => [JSON.stringify(issue), issue])).values()];
}

function footerOf(parts: readonly Part[]): EventOf<'run-ended'> {
  const footers = parts.map(({ footer }) => footer);
  const counts = verdicts.flatMap((verdict): (readonly [Verdict, number])[] => {
    const count = footers.reduce((sum, footer) => sum + (footer.counts[verdict] ?? 0), 0);
    return count === 0 ? [] : [[verdict, count]];
  });
  const stopped = footers.find((footer) => footer.stopped !== undefined)?.stopped;
  return {
    type: 'run-ended',
    at:
      footers
        .map(({ at }) => at)
        .sort()
        .at(-1) ?? '',
    duration_ms: Math.max(...footers.map(({ duration_ms }) => duration_ms)),
    counts: Object.fromEntries(counts),
    complete: footers.every(({ complete }) => complete),
    ...(stopped === undefined ? {} : { stopped }),
  };
}
