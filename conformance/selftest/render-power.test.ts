import { describe, expect, it } from 'vitest';
import type { Suite } from '../model/suite.ts';
import { sampleClause } from '../testing/sample.ts';
import { judgeTrials } from './judge-trials.ts';
import { isMeasuredOn } from './power-file.ts';
import { renderPower } from './render-power.ts';
import { renderSelftest } from './render-selftest.ts';
import { sampleJudged, sampleTrial } from './sample-trial.ts';

const clauses = [
  { ...sampleClause, id: 'argv.verbatim' },
  { ...sampleClause, id: 'output.text' },
  { ...sampleClause, id: 'output.unseen', excluded: 'No black-box case\n  can show it.' },
];
const suite: Suite = {
  folder: '/suite',
  requirements: new Map(clauses.map((each) => [each.id, each])),
  cases: [],
  digest: 'a'.repeat(64),
};
const trials = [
  sampleTrial({ breaks: ['argv.verbatim'], reenacts: 'CP-SH-01' }, [
    sampleJudged({ id: 'argv/words', verdict: 'pass' }),
    sampleJudged({ id: 'argv/blank|row' }),
  ]),
  sampleTrial({ id: 'argv/joins', does: 'joins argv', breaks: ['argv.verbatim'] }, [
    sampleJudged({ verdict: 'pass' }),
  ]),
  sampleTrial({ id: 'null/echo', kind: 'null', does: 'echoes' }, [sampleJudged()]),
  sampleTrial({ id: 'control/gross', kind: 'control', does: 'nothing right' }, [sampleJudged()]),
];
const power = judgeTrials(trials, suite, true);
const measured = { suiteDigest: suite.digest, faultsDigest: 'b'.repeat(64), cases: 2 };

describe('the page of figures', () => {
  const page = renderPower(power, measured);

  it('counts what was killed, seen and passed', () => {
    expect(page).toContain('| faults killed | 1 of 2 |');
    expect(page).toContain('| MUST clauses seen to fail on a fault | 1 of 2 |');
    expect(page).toContain('| cases passed by the null runtimes | 0 of 1 times 2 |');
  });

  it('names for each clause the faults that break it and the first case that noticed', () => {
    expect(page).toContain('| argv.verbatim | argv/splits | argv/blank\\|row |');
    expect(page).toContain('| output.text | **none** |  |');
    expect(page).toContain('| output.unseen | No black-box case can show it. |');
    expect(page).toContain('| argv/splits | splits a value on its blanks | CP-SH-01 |');
  });

  it('is the same page for the same measurement, and knows what it was measured on', () => {
    expect(renderPower(judgeTrials(trials, suite, true), measured)).toBe(page);
    expect(isMeasuredOn(page, measured)).toBe(true);
    expect(isMeasuredOn(page, { ...measured, faultsDigest: 'c'.repeat(64) })).toBe(false);
    expect(isMeasuredOn(page, { ...measured, suiteDigest: 'c'.repeat(64) })).toBe(false);
  });
});

describe('what a person at a terminal sees', () => {
  it('is the kill matrix, the scoreboard, figures and complaints', () => {
    expect(renderSelftest(power)).toBe(
      [
        'fault        clause it breaks  first case that notices',
        'argv/splits  argv.verbatim     fail argv/blank|row',
        'argv/joins   argv.verbatim     SURVIVES',
        '',
        'runtime        cases  passed  failed',
        'null/echo      1      0       1',
        'control/gross  1      0       1',
        '',
        '1 of 2 faults killed, 1 of 2 MUST clauses seen to fail, 2 complaints',
        '',
        'argv/joins: it survives: none of 1 cases of argv.verbatim fails',
        'output.text: no fault makes a case that cites it fail',
        '',
      ].join('\n'),
    );
  });
});
