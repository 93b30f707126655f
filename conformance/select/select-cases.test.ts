import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sampleCase, sampleClause } from '../testing/sample.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { selectCases } from './select-cases.ts';

const cases = [
  sampleCase({ tags: ['injection'] }, { id: 'argv/verbatim[semicolon]' }),
  sampleCase({}, { id: 'argv/order', level: 'SHOULD', clauses: [{ ...sampleClause, id: 'argv.order' }] }),
  sampleCase({ requires: ['approvals'] }, { id: 'approvals/once' }),
];

function ids(only: readonly string[], skip: readonly string[] = []): readonly string[] {
  const { planned, skipped } = selectCases(cases, { only, skip });
  return planned.filter(({ id }) => !skipped.has(id)).map(({ id }) => id);
}

describe('selectCases', () => {
  it('takes every case where nothing is named', () => {
    expect(ids([])).toHaveLength(3);
  });

  it.each([
    ['argv/*', ['argv/verbatim[semicolon]', 'argv/order']],
    ['**once', ['approvals/once']],
    ['argv/verbatim[semicolon]', ['argv/verbatim[semicolon]']],
    ['id:approvals/once', ['approvals/once']],
    ['tag:inj*', ['argv/verbatim[semicolon]']],
    ['clause:argv.order', ['argv/order']],
    ['capability:approvals', ['approvals/once']],
    ['level:SHOULD', ['argv/order']],
  ])('%s selects by that field', (selector, wanted) => {
    expect(ids([selector])).toEqual(wanted);
  });

  it('does not let * cross a slash', () => {
    expect(() => ids(['*'])).toThrow('* matches no case');
  });

  it('reads selectors from a file, with comments', () => {
    const file = join(
      temporaryFolder({ selectors: '# mine\nargv/order\n\ntag:injection # both\n' }),
      'selectors',
    );
    expect(ids([`@${file}`])).toEqual(['argv/verbatim[semicolon]', 'argv/order']);
    const empty = join(temporaryFolder({ selectors: '# nothing\n' }), 'selectors');
    expect(() => ids([`@${empty}`])).toThrow('names no selector');
    expect(() => ids(['@/nowhere'])).toThrow('@/nowhere: the file cannot be read');
  });

  it('keeps what is skipped in the plan, so that a report shows it', () => {
    const { planned, skipped } = selectCases(cases, { only: ['argv/**'], skip: ['tag:injection'] });
    expect(planned).toHaveLength(2);
    expect([...skipped]).toEqual(['argv/verbatim[semicolon]']);
  });

  it('refuses a selector that matches nothing, since a typo would pass for a clean run', () => {
    expect(() => ids(['argv/typo'])).toThrow('argv/typo matches no case');
    expect(() => ids([], ['tag:typo'])).toThrow('tag:typo matches no case');
    expect(() => ids(['colour:red'])).toThrow('there is no field colour');
  });

  it('refuses to run nothing', () => {
    expect(() => ids(['argv/order'], ['argv/*'])).toThrow('no case is left to run');
  });
});
