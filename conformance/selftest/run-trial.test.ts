import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Suite, SuiteCase } from '../model/suite.ts';
import { sampleCase, sampleClause, sampleStep } from '../testing/sample.ts';
import { shRuntime } from '../testing/sh-runtime.ts';
import { planHunts } from './plan-hunts.ts';
import { runTrial } from './run-trial.ts';
import { sampleRuntime } from './sample-trial.ts';

const root = join(import.meta.dirname, '../..');
const verbatim = { ...sampleClause, id: 'argv.verbatim' };
const status = { ...sampleClause, id: 'contract.exit-status' };

function verbatimCase(id: string, value: string): SuiteCase {
  return sampleCase(
    {
      given: {
        packs: [{ id: 'tools', commands: [{ id: 'look', argv: ['witness', '{v}'] }] }],
        agents: { root: { skills: ['tools-look'] } },
      },
      steps: [
        {
          call: { topology: 'main', agent: 'root', skill: 'tools-look', arguments: { v: value } },
          expect: { outcome: 'ok', witness: { ran: 1, argv: [value] } },
        },
      ],
    },
    { id, file: `cases/${id}.yaml`, clauses: [verbatim] },
  );
}

const cases = [
  verbatimCase('argv/word', 'word'),
  verbatimCase('argv/blank', 'two words'),
  verbatimCase('argv/quote', "it's"),
  // the tiny runtime passes the first half of this one, and not the second
  sampleCase(
    {
      twin: {
        differs: 'it is expected to warn',
        steps: [sampleStep({ validate: {}, expect: { warnings: 1, outcome: 'ok' } })],
      },
    },
    { id: 'contract/ok', file: 'cases/contract/ok.yaml', clauses: [status] },
  ),
];
const suite: Suite = {
  folder: '/suite',
  requirements: new Map([verbatim, status].map((clause) => [clause.id, clause])),
  cases,
  digest: 'feed',
};
const bench = { suite, kit: { root, version: '0.0.0' }, signal: new AbortController().signal };
const tiny = (faults: string) => [
  'env',
  `TINY_FAULTS=${faults}`,
  'node',
  'conformance/testing/tiny-runtime.mjs',
];

/** What came of it: verdict by case, in the order in which they were run. */
async function trial(fields: Parameters<typeof sampleRuntime>[0], full = false) {
  const runtime = sampleRuntime(fields);
  const { judged, capabilities } = await runTrial(runtime, planHunts(runtime, suite, full), bench);
  return { told: judged.map(({ id, verdict }) => `${verdict} ${id}`), capabilities };
}

describe('the trial of a wrong runtime', () => {
  it('ends the hunt for a clause at the first case that notices', async () => {
    const { told, capabilities } = await trial({ command: tiny('shell'), breaks: ['argv.verbatim'] });
    expect(told).toEqual(['pass argv/word', 'fail argv/blank']);
    expect(capabilities).toContain('packs');
  });

  it('goes on to the next clause, and through all cases of one that none notices', async () => {
    const { told } = await trial({
      command: tiny('wrong-status'),
      breaks: ['argv.verbatim', 'contract.exit-status'],
    });
    expect(told).toEqual(['pass argv/word', 'pass argv/blank', 'pass argv/quote', 'fail contract/ok']);
  });

  it('draws the whole matrix where it is asked to', async () => {
    const { told } = await trial({ command: tiny('shell'), breaks: ['argv.verbatim'] }, true);
    expect(told).toEqual(['pass argv/word', 'fail argv/blank', 'fail argv/quote', 'fail contract/ok']);
  });

  it('runs as a whole what a null runtime passes by half', async () => {
    const { told } = await trial({ kind: 'null', command: tiny('') });
    expect(told.sort()).toEqual(['fail contract/ok', 'pass argv/blank', 'pass argv/quote', 'pass argv/word']);
  });

  it('says that nothing could be run where describe is not answered', async () => {
    expect(await trial({ kind: 'null', command: ['false'] })).toEqual({ told: [], capabilities: null });
  });

  it('does not wait longer than its bound for a runtime that never answers', async () => {
    const started = performance.now();
    const { told } = await trial({ kind: 'null', command: [shRuntime('exec sleep 60')], bound_ms: 300 });
    expect(new Set(told.map((each) => each.split(' ')[0]))).toEqual(new Set(['timeout']));
    expect(performance.now() - started).toBeLessThan(20_000);
  });
});
