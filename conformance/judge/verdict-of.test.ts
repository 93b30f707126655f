import { describe, expect, it } from 'vitest';
import type { Finding, FindingKind } from '../model/finding.ts';
import { tallies } from '../model/verdict.ts';
import { type Known, verdictOf } from './verdict-of.ts';

function driven(...kinds: readonly FindingKind[]) {
  const findings: Finding[] = kinds.map((kind) => ({ kind, check: 'x', message: 'x', path: '' }));
  return { kind: 'driven', findings } as const;
}

describe('verdictOf', () => {
  it('is a pass only when nothing at all was found', () => {
    expect(verdictOf('MUST', driven())).toBe('pass');
    // what passes against expectation is red until its entry is gone
    const passed = Object.entries(tallies).filter(([, tally]) => tally === 'passed');
    expect(passed.map(([verdict]) => verdict)).toEqual(['pass']);
  });

  it('is the worst of what was found', () => {
    expect(verdictOf('MUST', driven('fail', 'untestable'))).toBe('fail');
    expect(verdictOf('MUST', driven('fail', 'protocol-error', 'timeout'))).toBe('timeout');
    expect(verdictOf('MUST', driven('crash', 'timeout'))).toBe('crash');
    expect(verdictOf('MUST', driven('crash', 'harness-error'))).toBe('harness-error');
    expect(verdictOf('MUST', driven('untestable'))).toBe('untestable');
  });

  it('is a warning for a SHOULD that does not hold, and for nothing worse', () => {
    expect(verdictOf('SHOULD', driven('fail'))).toBe('warn');
    expect(verdictOf('SHOULD', driven('fail', 'crash'))).toBe('crash');
    expect(verdictOf('SHOULD', driven())).toBe('pass');
  });

  it.each(['not-applicable', 'skipped', 'not-run'] as const)(
    'is %s for a case that was not driven',
    (kind) => {
      expect(verdictOf('MUST', { kind })).toBe(kind);
    },
  );

  it.each<[FindingKind | undefined, Known, string]>([
    ['fail', { expect: 'fail', signature: 'fail x: x' }, 'xfail'],
    ['protocol-error', { expect: 'fail', signature: 'protocol-error x: x' }, 'xfail'],
    ['fail', { expect: 'fail', signature: 'fail x: y' }, 'fail'],
    ['crash', { expect: 'fail', signature: 'crash x: x' }, 'crash'],
    ['timeout', { expect: 'flaky', signature: '' }, 'timeout'],
    ['crash', { expect: 'crash', signature: 'crash x: x' }, 'xfail'],
    ['timeout', { expect: 'crash', signature: 'timeout x: x' }, 'xfail'],
    ['fail', { expect: 'crash', signature: 'fail x: x' }, 'fail'],
    ['harness-error', { expect: 'fail', signature: 'harness-error x: x' }, 'harness-error'],
    ['fail', { expect: 'flaky', signature: '' }, 'xfail'],
    [undefined, { expect: 'flaky', signature: '' }, 'pass'],
    [undefined, { expect: 'fail', signature: 'fail x: x' }, 'xpass'],
    [undefined, { expect: 'crash', signature: 'crash x: x' }, 'xpass'],
  ])('of %s where the baseline says %j is %s', (kind, known, verdict) => {
    expect(verdictOf('MUST', driven(...(kind === undefined ? [] : [kind])), known)).toBe(verdict);
  });
});
