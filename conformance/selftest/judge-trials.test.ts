import { describe, expect, it } from 'vitest';
import type { Requirement } from '../model/requirement.ts';
import type { Suite } from '../model/suite.ts';
import { sampleClause } from '../testing/sample.ts';
import { judgeTrials } from './judge-trials.ts';
import type { Trial } from './run-trial.ts';
import { sampleJudged, sampleTrial } from './sample-trial.ts';

const clause = (id: string, fields: Partial<Requirement> = {}): Requirement => ({
  ...sampleClause,
  id,
  ...fields,
});

function suiteOf(...clauses: readonly Requirement[]): Suite {
  return {
    folder: '/suite',
    requirements: new Map(clauses.map((each) => [each.id, each])),
    cases: [],
    digest: '',
  };
}

const suite = suiteOf(clause('argv.verbatim'));
const complaintsOf = (trials: readonly Trial[], of = suite, whole = false) =>
  judgeTrials(trials, of, whole).complaints;

describe('a fault', () => {
  const breaks = ['argv.verbatim'];

  it.each(['fail', 'crash', 'timeout', 'protocol-error', 'untestable', 'warn'] as const)(
    'is killed by a case of its clause that comes to %s',
    (verdict) => {
      const { kills, complaints } = judgeTrials(
        [sampleTrial({ breaks }, [sampleJudged({ verdict })])],
        suite,
        false,
      );
      expect(kills).toMatchObject([
        { fault: 'argv/splits', clause: 'argv.verbatim', by: { id: 'argv/verbatim' } },
      ]);
      expect(complaints).toEqual([]);
    },
  );

  it('survives where only cases of other clauses fail', () => {
    const judged = [sampleJudged({ verdict: 'pass' }), sampleJudged({ clauses: ['output.text'] })];
    expect(complaintsOf([sampleTrial({ breaks }, judged)])).toEqual([
      'argv/splits: it survives: none of 1 cases of argv.verbatim fails',
    ]);
  });

  it('is not killed by a fault of the kit itself, which is told instead', () => {
    const judged = [sampleJudged({ verdict: 'harness-error', reason: 'no disk' })];
    expect(complaintsOf([sampleTrial({ breaks }, judged)])).toEqual([
      'argv/splits: the kit itself failed at argv/verbatim: no disk',
      'argv/splits: it survives: none of 1 cases of argv.verbatim fails',
    ]);
  });

  it('must break a clause that there is', () => {
    const [complaint] = complaintsOf([sampleTrial({ breaks: ['argv.nothing'] }, [])]);
    expect(complaint).toBe('argv/splits: there is no clause argv.nothing');
  });

  it('that does not answer describe has shown nothing', () => {
    const silent = { ...sampleTrial({ breaks }, []), capabilities: null };
    expect(complaintsOf([silent])[0]).toContain('it does not answer describe');
  });
});

describe('the others', () => {
  it('a null runtime may not pass a single case', () => {
    const judged = [sampleJudged(), sampleJudged({ id: 'argv/lucky', verdict: 'pass' })];
    expect(complaintsOf([sampleTrial({ id: 'null/echo', kind: 'null' }, judged)])).toEqual([
      'null/echo: it passes argv/lucky',
    ]);
  });

  it('the control must be noticed by nearly every case', () => {
    const judged = (killed: number) =>
      Array.from({ length: 100 }, (_, index) => sampleJudged({ verdict: index < killed ? 'fail' : 'pass' }));
    expect(complaintsOf([sampleTrial({ kind: 'control' }, judged(95))])).toEqual([]);
    expect(complaintsOf([sampleTrial({ kind: 'control' }, judged(94))])).toEqual([
      'argv/splits: only 94 of 100 cases notice it',
    ]);
    expect(complaintsOf([sampleTrial({ kind: 'control' }, [])])).toHaveLength(1);
  });

  it('a harmless change may not be noticed', () => {
    const judged = [
      sampleJudged({ verdict: 'pass' }),
      sampleJudged({ id: 'load/words', reason: 'message differs' }),
    ];
    expect(complaintsOf([sampleTrial({ kind: 'harmless' }, judged)])).toEqual([
      'argv/splits: load/words takes it for a fault: message differs',
    ]);
  });
});

describe('the clauses', () => {
  const killed = sampleTrial({ breaks: ['argv.verbatim'] }, [sampleJudged()]);
  const wanted = suiteOf(
    clause('argv.verbatim'),
    clause('output.text'),
    clause('output.nice', { level: 'SHOULD' }),
    clause('output.unseen', { excluded: 'No black-box case can show it.' }),
    clause('serve.run', { capability: 'serve' }),
  );

  it('must each be seen to fail: every MUST of an offered capability that is not excluded', () => {
    const { clauses, excluded, complaints } = judgeTrials([killed], wanted, true);
    expect(clauses.map(({ id }) => id)).toEqual(['argv.verbatim', 'output.text']);
    expect(excluded.map(({ id }) => id)).toEqual(['output.unseen']);
    expect(complaints).toEqual(['output.text: no fault makes a case that cites it fail']);
  });

  it('of an optional capability count as soon as the reference offers it', () => {
    const offering: Trial = { ...killed, capabilities: ['packs', 'serve'] };
    expect(judgeTrials([offering], wanted, true).complaints).toContain(
      'serve.run: no fault makes a case that cites it fail',
    );
  });

  it('are not asked for where only chosen faults were run', () => {
    expect(complaintsOf([killed], wanted, false)).toEqual([]);
  });
});
