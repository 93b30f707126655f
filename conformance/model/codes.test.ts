import { expect, it } from 'vitest';
import { failuresBeforeStart, isKnownCode } from './codes.ts';

it('knows codes of the registry, families that come with a capability, and no others', () => {
  expect(['grant.not-held', 'mcp.timeout', 'attachment.empty'].every(isKnownCode)).toBe(true);
  expect(['grant.lost', 'constructor', ''].some(isKnownCode)).toBe(false);
  expect([...failuresBeforeStart].every(isKnownCode)).toBe(true);
});
