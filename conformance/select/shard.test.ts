import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joinShards, parseShard, takeShard } from './shard.ts';
import { shuffle } from './shuffle.ts';

describe('shards', () => {
  it.each(['', '1', '0/2', '3/2', '1/0', '-1/2', '1/2/3', '1.5/2', '1/99999'])('%j names none', (text) => {
    expect(parseShard(text)).toBeUndefined();
  });

  it('put together are the whole again, however many there are', () => {
    fc.assert(
      fc.property(fc.array(fc.integer()), fc.integer({ min: 1, max: 9 }), (items, of) => {
        const shards = Array.from({ length: of }, (_, at) => takeShard(items, { index: at + 1, of }));
        expect(joinShards(shards)).toEqual(items);
        const sizes = shards.map(({ length }) => length);
        expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('a shuffled order', () => {
  it('follows from the seed, loses nothing, and is another for another seed', () => {
    const items = Array.from({ length: 50 }, (_, at) => at);
    expect(shuffle(items, 7)).toEqual(shuffle(items, 7));
    expect(shuffle(items, 7)).not.toEqual(shuffle(items, 8));
    expect([...shuffle(items, 7)].sort((a, b) => a - b)).toEqual(items);
  });

  it('puts every item everywhere in time', () => {
    const firsts = new Set(Array.from({ length: 200 }, (_, seed) => shuffle(['a', 'b', 'c', 'd'], seed)[0]));
    expect(firsts).toEqual(new Set(['a', 'b', 'c', 'd']));
  });
});
