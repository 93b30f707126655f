import { describe, expect, it } from 'vitest';
import type { Verdict } from '../model/verdict.ts';
import { parseBaseline } from './load-baseline.ts';
import { planUpdate, type UpdateOptions } from './plan-update.ts';
import { updateBaseline } from './update-baseline.ts';

const text = `# Keep this line.

# the first is hard
- id: a/one
  expect: fail # since 1.0
  signature: old
  reason: "it is hard"
# the second is soft
- { id: a/two, expect: flaky, reason: timing }
# the end
`;

const ids = ['a/one', 'a/two', 'a/three'];

function update(
  ended: Readonly<Record<string, readonly [Verdict, string]>>,
  options: Partial<UpdateOptions> = {},
  from = text,
) {
  const plan = planUpdate(
    parseBaseline('b.yaml', from),
    Object.entries(ended).map(([id, [verdict, signature]]) => ({ id, verdict, signature })),
    new Set(ids),
    { allowCrash: false, noGrowth: false, ...options },
  );
  return plan.ok ? updateBaseline(parseBaseline('b.yaml', from), plan.changes) : plan.refused;
}

describe('writing a baseline', () => {
  it('leaves a file as it is, byte for byte, where nothing has changed', () => {
    expect(update({ 'a/one': ['xfail', 'old'], 'a/two': ['pass', ''], 'a/three': ['pass', ''] })).toBe(text);
  });

  it('adds what fails behind what is there, and keeps every comment', () => {
    const written = update({ 'a/three': ['fail', 'outcome: "x"'] }, { reason: 'known since 1.2' });
    expect(written).toBe(
      text.replace(
        '# the end\n',
        `- id: a/three\n  expect: fail\n  signature: 'outcome: "x"'\n  reason: known since 1.2\n# the end\n`,
      ),
    );
  });

  it('changes the look of a failure in its place', () => {
    expect(update({ 'a/one': ['fail', 'new'] })).toBe(text.replace('signature: old', 'signature: new'));
  });

  it('takes out what passes, and what is no case any more', () => {
    const written = update({ 'a/one': ['xpass', ''] });
    expect(written).not.toContain('a/one');
    for (const comment of ['# Keep this line.', '# the second is soft', '# the end'])
      expect(written).toContain(comment);
    const gone = update(
      {},
      {},
      `${text.replace('# the end\n', '')}- { id: a/gone, expect: flaky, reason: x }\n`,
    );
    expect(gone).not.toContain('a/gone');
  });

  it('follows the indent of a list, and a list of nothing becomes one', () => {
    const deep = '  - { id: a/one, expect: flaky, reason: x }\n';
    expect(update({ 'a/three': ['fail', 'f'] }, { reason: 'y' }, deep)).toBe(
      `${deep}  - id: a/three\n    expect: fail\n    signature: f\n    reason: y\n`,
    );
    expect(update({ 'a/three': ['fail', 'f'] }, { reason: 'y' }, '# none\n[]\n')).toBe(
      '# none\n- id: a/three\n  expect: fail\n  signature: f\n  reason: y\n',
    );
  });

  it('keeps entries of cases that were not run', () => {
    expect(update({})).toBe(text);
    expect(update({ 'a/one': ['skipped', ''] })).toBe(text);
  });

  it('refuses crashes unless it is told to take them, and takes all or nothing', () => {
    const ended = { 'a/one': ['timeout', 't'], 'a/three': ['crash', 'c'] } as const;
    expect(update(ended)).toEqual([
      'a/one: a timeout is not written without --allow-crash',
      'a/three: a crash is not written without --allow-crash',
    ]);
    const written = update(ended, { allowCrash: true });
    expect(written).toContain('- id: a/three\n  expect: crash\n  signature: c\n');
    expect(written).toContain('- id: a/one\n  expect: crash # since 1.0\n  signature: t\n');
  });

  it('adds nothing with --no-growth, and still brings up to date', () => {
    expect(update({ 'a/three': ['fail', 'f'] }, { noGrowth: true })).toEqual([
      'a/three: not in the baseline, and --no-growth adds nothing',
    ]);
    expect(update({ 'a/one': ['fail', 'new'] }, { noGrowth: true })).toContain('signature: new');
  });

  it('never takes a fault of the kit for a known failure', () => {
    expect(update({ 'a/three': ['harness-error', 'h'] }, { allowCrash: true })).toEqual([
      "a/three: a fault of the kit's own is no known failure of a runtime",
    ]);
  });

  it('begins a file with a word on what it is, and ends one that has emptied so that it can begin again', () => {
    const first = update({ 'a/three': ['fail', 'f'] }, {}, '');
    expect(first).toMatch(/^# Known failures of this runtime[\s\S]*\n- id: a\/three\n/);
    const emptied = update({ 'a/three': ['xpass', ''] }, {}, String(first));
    expect(parseBaseline('b.yaml', String(emptied)).entries).toEqual([]);
    expect(update({ 'a/three': ['fail', 'f'] }, {}, String(emptied))).toContain('\n- id: a/three\n');
  });
});
