import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openSuite } from '../../conformance/commands/open-suite.ts';
import { readFaultTable } from './fault-table.ts';

const { requirements } = openSuite({ root: join(import.meta.dirname, '../..'), version: '0.0.0' }, undefined);

describe('the table of faults', () => {
  const { faults, nulls } = readFaultTable();

  it('names every module and program there is, and no other', () => {
    // readFaultTable throws where it does not
    expect(faults.length).toBeGreaterThan(60);
    expect(nulls.length).toBeGreaterThan(9);
  });

  it('breaks clauses that there are and that a case can show', () => {
    const wrong = faults.flatMap(({ id, breaks }) =>
      breaks.flatMap((clause) => {
        const found = requirements.get(clause);
        return found === undefined || found.excluded !== undefined ? [`${id}: ${clause}`] : [];
      }),
    );
    expect(wrong).toEqual([]);
  });

  it('has a control that must be noticed, and a change that must not', () => {
    expect(faults.filter(({ kind }) => kind === 'control').length).toBeGreaterThan(0);
    expect(faults.filter(({ kind }) => kind === 'harmless').length).toBeGreaterThan(0);
  });

  it('says what is wrong in the present tense, without an end', () => {
    expect(faults.filter(({ does }) => !/^[a-z]+s? .*[^.]$/.test(does)).map(({ id }) => id)).toEqual([]);
  });
});
