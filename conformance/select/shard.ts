/** One of several equal parts of a run, on a machine of its own. */
export interface Shard {
  /** From 1. */
  readonly index: number;
  readonly of: number;
}

/** `2/4`; `undefined` for anything else. */
export function parseShard(text: string): Shard | undefined {
  const [, index = '', of = ''] = /^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? [];
  const shard = { index: Number(index), of: Number(of) };
  return shard.index >= 1 && shard.index <= shard.of ? shard : undefined;
}

/** Every n-th item, so that neighbours, which take about as long, are spread over all shards. */
export function takeShard<Item>(items: readonly Item[], { index, of }: Shard): readonly Item[] {
  return items.filter((_, at) => at % of === index - 1);
}

/** Shards, the first first, put together again as `takeShard` took them apart. */
export function joinShards<Item>(shards: readonly (readonly Item[])[]): readonly Item[] {
  const longest = Math.max(0, ...shards.map(({ length }) => length));
  return Array.from({ length: longest }, (_, at) =>
    shards.flatMap((shard) => (at < shard.length ? [shard[at] as Item] : [])),
  ).flat();
}
