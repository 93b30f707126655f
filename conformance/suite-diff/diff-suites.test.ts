import { describe, expect, it } from 'vitest';
import type { CaseRow } from './case-row.ts';
import { diffSuites, entryMoves } from './diff-suites.ts';
import { renderDiff } from './render-diff.ts';

function row(id: string, fields: Partial<CaseRow> = {}): CaseRow {
  return {
    id,
    title: `About ${id}`,
    level: 'MUST',
    clauses: ['a.b'],
    requires: ['packs'],
    digest: id,
    ...fields,
  };
}

const before = [
  row('a/same'),
  row('a/changed'),
  row('a/harder', { level: 'SHOULD' }),
  row('a/gone'),
  row('a/old'),
];
const after = [
  row('a/same'),
  row('a/changed', { digest: 'other', clauses: ['a.c'] }),
  row('a/harder', { digest: 'harder', title: 'Told anew' }),
  row('a/new', { digest: 'a/old' }),
  row('a/more'),
];
const diff = diffSuites(before, after);

describe('two suites', () => {
  it('differ in what was added, changed, renamed and retired', () => {
    expect(renderDiff(diff, undefined)).toBe(`added    a/more  MUST packs: About a/more
changed  a/changed  clauses -a.b +a.c, what it asks or expects
changed  a/harder  level SHOULD -> MUST, title
renamed  a/old -> a/new
retired  a/gone  MUST packs: About a/gone
1 added, 2 changed, 1 renamed, 1 retired, 1 as before
`);
  });

  it('move the baseline entries of cases that are not as they were, and no others', () => {
    const moves = entryMoves(diff, ['a/same', 'a/gone', 'a/old', 'a/changed']);
    expect(moves).toEqual([
      { id: 'a/gone', edit: 'the case is gone: take the entry out' },
      { id: 'a/old', edit: 'the case is now a/new: write that id' },
      {
        id: 'a/changed',
        edit: 'changed (clauses -a.b +a.c, what it asks or expects): run it again, its signature may differ',
      },
    ]);
    expect(renderDiff(diff, moves)).toMatch(
      /\nbaseline a\/old {2}the case is now a\/new[\s\S]*, 3 baseline entries move\n$/,
    );
  });

  it('of the same cases do not differ', () => {
    expect(renderDiff(diffSuites(before, before), [])).toBe(
      '0 added, 0 changed, 0 renamed, 0 retired, 5 as before, 0 baseline entries move\n',
    );
  });

  it('name a rename only where there is one candidate', () => {
    const twins = [row('b/one', { digest: 'x' }), row('b/two', { digest: 'x' })];
    expect(diffSuites([row('a/was', { digest: 'x' })], twins)).toMatchObject({
      renamed: [],
      added: twins,
      retired: [{ id: 'a/was' }],
    });
  });
});
