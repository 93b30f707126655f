import { describe, expect, it } from 'vitest';
import { toolName } from './tools.ts';

describe('a tool’s name', () => {
  it('is the id where providers take it', () => {
    expect(toolName('json-tools-query')).toBe('json-tools-query');
    expect(toolName('x'.repeat(64))).toBe('x'.repeat(64));
  });

  it('is cut for one that is too long, and never to the same as another', () => {
    const [one, other] = ['a', 'b'].map((end) => toolName(`${'long-'.repeat(20)}${end}`));
    expect(one).toMatch(/^long-[a-z-]+_[0-9a-f]{12}$/);
    expect(one).toHaveLength(64);
    expect(one).not.toBe(other);
  });
});
