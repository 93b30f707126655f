import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { targetFromArgv } from './load/load-target.ts';
import type { RunEvent } from './model/event.ts';
import type { SuiteCase } from './model/suite.ts';
import { readReport } from './report/report-model.ts';
import { run } from './run.ts';
import { sampleCase } from './testing/sample.ts';

const root = join(import.meta.dirname, '..');
const tiny = join(import.meta.dirname, 'testing/tiny-runtime.mjs');

const packs = [{ id: 'tools', commands: [{ id: 'look', argv: ['witness', '{v}', 'end'] }] }];

const verbatim = sampleCase({
  given: { packs, agents: { root: { skills: ['tools-look'] } } },
  steps: [
    {
      call: { topology: 'main', agent: 'root', skill: 'tools-look', arguments: { v: '; touch @{canary}' } },
      expect: {
        outcome: 'ok',
        witness: { ran: 1, argv: ['; touch @{canary}', 'end'], stdin: 'empty', terminal: 'none' },
      },
    },
  ],
});

const notHeld = sampleCase(
  {
    given: { packs },
    steps: [
      {
        call: { topology: 'main', agent: 'root', skill: 'tools-nope', arguments: {} },
        expect: { outcome: 'denied', code: 'grant.not-held', witness: 'none' },
      },
    ],
    twin: {
      differs: 'the skill is there',
      steps: [
        {
          call: { topology: 'main', agent: 'root', skill: 'tools-look', arguments: { v: 'x' } },
          expect: { outcome: 'ok', witness: { ran: 1 } },
        },
      ],
    },
  },
  { id: 'grants/not-held' },
);

const approvals = sampleCase({ requires: ['approvals'] }, { id: 'approvals/any' });

/** Runs cases against the tiny runtime with some of its faults switched on; verdict and reason by id. */
async function verdicts(cases: readonly SuiteCase[], faults = '') {
  const target = { ...targetFromArgv(['node', tiny], root), env: { TINY_FAULTS: faults } };
  const events: RunEvent[] = [];
  const footer = await run(
    {
      suite: { folder: '/suite', requirements: new Map(), cases, digest: 'feed' },
      selection: { planned: cases, skipped: new Set() },
      target,
      jobs: 2,
      keep: false,
      kit: { root, version: '0.0.0' },
      argv: [],
      reproduce: (id) => `run ${id}`,
      signal: new AbortController().signal,
    },
    (event) => events.push(event),
  );
  const report = readReport(events);
  expect(report.footer).toEqual(footer);
  return Object.fromEntries(
    report.cases.map(({ started, ended }) => [started.id, `${ended?.verdict}: ${ended?.reason}`.trim()]),
  );
}

describe('a run against a real program', () => {
  it('passes a runtime that does what it has to, and leaves out what it does not declare', async () => {
    expect(await verdicts([verbatim, notHeld, approvals])).toEqual({
      'argv/verbatim': 'pass:',
      'grants/not-held': 'pass:',
      'approvals/any': 'not-applicable: the runtime does not declare approvals',
    });
  });

  it.each<[string, SuiteCase, RegExp]>([
    ['shell', verbatim, /^fail: witness\.argv\[0\]: wanted "; touch .*canary", got/],
    ['litter', verbatim, /^fail: tripwires: workspace\/litter\.txt appeared/],
    ['unknown-field', verbatim, /^protocol-error: surprise: /],
    ['wrong-status', notHeld, /^protocol-error: exit: wanted 1, got 0/],
    ['deny-all', notHeld, /^fail: outcome: wanted "ok", got \["denied"/],
    ['deny-all,deny-but-run', notHeld, /^fail: witness: wanted "none"/],
  ])('fails one that has the fault %s', async (fault, suiteCase, reason) => {
    expect((await verdicts([suiteCase], fault))[suiteCase.id]).toMatch(reason);
  });

  it('runs a case as soon as its capability is declared', async () => {
    expect(await verdicts([approvals], 'approvals')).toEqual({ 'approvals/any': 'pass:' });
  });
});
