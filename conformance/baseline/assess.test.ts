import { describe, expect, it } from 'vitest';
import type { Verdict } from '../model/verdict.ts';
import { assess } from './assess.ts';
import { parseBaseline } from './load-baseline.ts';

const file = `- id: a/known
  expect: fail
  signature: old
  reason: it is hard
`;

function issues(verdict: Verdict, signature: string, text = file, today = '2026-06-15') {
  return assess(parseBaseline('b.yaml', text), {
    ended: [{ id: 'a/known', verdict, signature }],
    suiteIds: new Set(['a/known']),
    today,
  });
}

describe('a run beside its baseline', () => {
  it('has nothing to say where every failure is known and every entry holds', () => {
    expect(issues('xfail', 'old')).toEqual([]);
  });

  it('tells a failure that no entry knows, with the entry that would', () => {
    const [issue] = issues('fail', 'new: "x"', '');
    expect(issue).toMatchObject({ kind: 'new-failure', id: 'a/known' });
    expect(issue?.edit).toBe(
      `+ - id: a/known\n+   expect: fail\n+   signature: 'new: "x"'\n+   reason: not looked into yet`,
    );
    expect(issues('timeout', 's', '')[0]?.edit).toContain('expect: crash');
    expect(issues('untestable', 's', '')[0]?.kind).toBe('new-failure');
  });

  it('tells a case that passes against its entry, with the lines to take out', () => {
    const [issue] = issues('xpass', '');
    expect(issue).toMatchObject({ kind: 'unexpected-pass', line: 1 });
    expect(issue?.edit).toBe('- - id: a/known\n-   expect: fail\n-   signature: old\n-   reason: it is hard');
  });

  it.each<[Verdict]>([['warn'], ['not-applicable'], ['pass']])(
    'takes %s for a pass that was not expected',
    (verdict) => {
      expect(issues(verdict, '')[0]?.kind).toBe('unexpected-pass');
    },
  );

  it('tells a failure that looks different, with the line to change', () => {
    const [issue] = issues('fail', 'new');
    expect(issue).toMatchObject({ kind: 'changed-signature', line: 1 });
    expect(issue?.edit).toBe('-   signature: old\n+   signature: new');
  });

  it.each<[Verdict]>([['crash'], ['timeout']])(
    'excuses no %s by expect: fail, nor by expect: flaky',
    (verdict) => {
      for (const text of [file, '- { id: a/known, expect: flaky, reason: x }\n']) {
        const [issue] = issues(verdict, 'old', text);
        expect(issue?.kind).toBe('new-failure');
        expect(issue?.message).toContain('never excused by expect:');
        expect(issue?.edit).toContain('expect: crash');
      }
    },
  );

  it('tells a crash that has become a failure', () => {
    const text = file.replace('expect: fail', 'expect: crash');
    expect(issues('fail', 'new', text)[0]).toMatchObject({
      kind: 'changed-signature',
      edit: '-   expect: crash\n+   expect: fail\n-   signature: old\n+   signature: new',
    });
  });

  it('tells an entry whose day has passed, whatever became of its case', () => {
    const dated = `${file}  expires: 2026-06-14\n`;
    expect(issues('xfail', 'old', dated).map(({ kind }) => kind)).toEqual(['expired']);
    expect(issues('xfail', 'old', dated, '2026-06-14')).toEqual([]);
  });

  it('tells an entry that matches no case of the suite', () => {
    const found = assess(parseBaseline('b.yaml', file), {
      ended: [],
      suiteIds: new Set(['a/other']),
      today: '2026-01-01',
    });
    expect(found).toMatchObject([
      { kind: 'matches-nothing', edit: expect.stringMatching(/^- - id: a\/known/) },
    ]);
  });

  it('leaves an entry alone whose case was not selected, and one whose case was not run', () => {
    const found = assess(parseBaseline('b.yaml', file), {
      ended: [],
      suiteIds: new Set(['a/known']),
      today: '2026-01-01',
    });
    expect(found).toMatchObject([{ kind: 'out-of-scope', edit: '' }]);
    expect(issues('skipped', '')).toMatchObject([{ kind: 'out-of-scope' }]);
    expect(issues('not-run', '', `${file}  expires: 2020-01-01\n`)).toMatchObject([{ kind: 'out-of-scope' }]);
  });

  it('lets a flaky case pass and fail', () => {
    const text = '- { id: a/known, expect: flaky, reason: timing }\n';
    expect(issues('pass', '', text)).toEqual([]);
    expect(issues('xfail', 'anything', text)).toEqual([]);
  });

  it('leaves the faults of the kit to the exit status', () => {
    expect(issues('harness-error', 's')).toEqual([]);
    expect(issues('harness-error', 's', '')).toEqual([]);
  });
});
