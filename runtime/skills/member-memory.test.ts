import { describe, expect, it } from 'vitest';
import { fromJson } from '../model/json.ts';
import { memberMemory } from './member-memory.ts';

describe('what members of a composed call gave', () => {
  it('outlives the process as plain JSON, by place, inside members too', () => {
    const memory = memberMemory();
    memory.keep(0, { text: 'a', data: new Map([['k', [1, null]]]) });
    memory.within(1).keep(0, { text: 'b', data: 'b' });
    const later = memberMemory(JSON.parse(JSON.stringify(memory.results())));
    expect(fromJson(later.recall(0)?.data ?? null)).toEqual({ k: [1, null] });
    expect(later.recall(1)).toBeUndefined();
    expect(later.within(1).recall(0)).toEqual({ text: 'b', data: 'b' });
  });

  it('is nothing at first', () => {
    expect(memberMemory().recall(0)).toBeUndefined();
    expect(memberMemory().results()).toEqual({});
  });
});
