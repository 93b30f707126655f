import { describe, expect, it } from 'vitest';
import type { Suite } from '../model/suite.ts';
import { sampleCase, sampleClause } from '../testing/sample.ts';
import { firstHalfOf, planHunts, sampleOf } from './plan-hunts.ts';
import { sampleRuntime } from './sample-trial.ts';

const verbatim = { ...sampleClause, id: 'argv.verbatim' };
const ceiling = { ...sampleClause, id: 'bounds.ceiling' };
const parity = { ...sampleClause, id: 'session.parity', capability: 'session' } as const;

const rows = ['one', 'two'].map((row) =>
  sampleCase({}, { id: `argv/verbatim[${row}]`, file: 'cases/argv/verbatim.yaml', clauses: [verbatim] }),
);
const others = ['a', 'b', 'c'].map((name) =>
  sampleCase({}, { id: `bounds/${name}`, file: `cases/bounds/${name}.yaml`, clauses: [ceiling] }),
);
const suite: Suite = {
  folder: '/suite',
  requirements: new Map([verbatim, ceiling, parity].map((clause) => [clause.id, clause])),
  cases: [...rows, ...others],
  digest: 'feed',
};

const idsOf = (hunts: ReturnType<typeof planHunts>) => hunts.map(({ cases }) => cases.map(({ id }) => id));

describe('what is run against a wrong runtime', () => {
  it('is, for each clause that a fault breaks, the cases that cite it', () => {
    const hunts = planHunts(sampleRuntime({ breaks: ['bounds.ceiling', 'argv.verbatim'] }), suite, false);
    expect(hunts.map(({ clause, sessions }) => [clause, sessions])).toEqual([
      ['bounds.ceiling', false],
      ['argv.verbatim', false],
    ]);
    expect(idsOf(hunts)).toEqual([
      ['bounds/a', 'bounds/b', 'bounds/c'],
      ['argv/verbatim[one]', 'argv/verbatim[two]'],
    ]);
  });

  it('is a sample in a session where the clause is about sessions', () => {
    const [hunt] = planHunts(sampleRuntime({ breaks: ['session.parity'] }), suite, false);
    expect(hunt).toMatchObject({ clause: 'session.parity', sessions: true, cases: sampleOf(suite.cases) });
  });

  it('is every case for a null runtime, and for a fault where the whole matrix is wanted', () => {
    const every = [suite.cases.map(({ id }) => id)];
    expect(idsOf(planHunts(sampleRuntime({ kind: 'null' }), suite, false))).toEqual(every);
    expect(idsOf(planHunts(sampleRuntime({ breaks: ['bounds.ceiling'] }), suite, true))).toEqual(every);
  });

  it('is every other file for the control and for a harmless change, with one row of each', () => {
    const sample = [['argv/verbatim[one]', 'bounds/b']];
    expect(idsOf(planHunts(sampleRuntime({ kind: 'control' }), suite, false))).toEqual(sample);
    expect(idsOf(planHunts(sampleRuntime({ kind: 'harmless' }), suite, false))).toEqual(sample);
  });
});

it('the first half of a case is the case without its twin', () => {
  const steps = [{ validate: {}, expect: { outcome: 'ok' as const } }];
  const twinned = sampleCase({ twin: { differs: 'nothing at all', steps } });
  expect(twinned.halves.map(({ name }) => name)).toEqual(['case', 'twin']);
  expect(firstHalfOf(twinned).halves.map(({ name }) => name)).toEqual(['case']);
});
