import { describe, expect, it } from 'vitest';
import type { Verdict } from '../model/verdict.ts';
import { crashBreaker } from './crash-breaker.ts';

function isTrippedBy(limit: number, ...verdicts: readonly Verdict[]): boolean {
  const breaker = crashBreaker(limit);
  for (const verdict of verdicts) breaker.see(verdict);
  return breaker.isTripped();
}

describe('the circuit breaker', () => {
  it('trips at so many crashes and timeouts in a row, and stays tripped', () => {
    expect(isTrippedBy(2, 'crash')).toBe(false);
    expect(isTrippedBy(2, 'crash', 'timeout')).toBe(true);
    expect(isTrippedBy(2, 'crash', 'crash', 'pass')).toBe(true);
  });

  it('begins anew at anything that was driven and did not crash, and at nothing else', () => {
    expect(isTrippedBy(2, 'crash', 'fail', 'crash')).toBe(false);
    expect(isTrippedBy(2, 'crash', 'skipped', 'not-applicable', 'not-run', 'crash')).toBe(true);
  });

  it('never trips at 0', () => {
    expect(isTrippedBy(0, 'crash', 'crash', 'crash')).toBe(false);
  });
});
