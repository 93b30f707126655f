import { describe, expect, it } from 'vitest';
import type { Verb } from '../model/case.ts';
import { phraseOf } from '../model/finding.ts';
import type { Observation } from '../observe/observe.ts';
import {
  callEnvelopes,
  exited,
  fakeExchange,
  fakeObservation,
  fakeRun,
  okEnvelope,
  problem,
} from '../testing/fake-exchange.ts';
import { sampleStep } from '../testing/sample.ts';
import { judgeStep } from './judge-step.ts';
import type { Allowances } from './standing-checks.ts';

const noAllowances: Allowances = { paths: new Set(), written: [], folders: ['tmp', 'workspace/.swarmkit'] };

/** Phrases of what is found when these exchanges meet this expectation. */
function judge(
  verb: Verb,
  expectation: object,
  observation: Observation,
  allowances = noAllowances,
): readonly string[] {
  const { expect: wanted } = sampleStep({ describe: {}, expect: expectation });
  return judgeStep({ verb, params: {} }, wanted, observation, allowances).findings.map(phraseOf);
}

const ok = (text = '', fields: Partial<Observation> = {}) =>
  fakeObservation([fakeExchange(callEnvelopes.ok(text))], fields);
const denied = (fields: Partial<Observation> = {}) =>
  fakeObservation([fakeExchange(callEnvelopes.denied(), exited(1))], fields);
const failed = (code: string, fields: Partial<Observation> = {}) =>
  fakeObservation([fakeExchange(callEnvelopes.failed(code), exited(1))], fields);
const invalid = (...problems: object[]) =>
  fakeObservation([fakeExchange({ ...okEnvelope, outcome: 'invalid', problems }, exited(1))]);

describe('the reply', () => {
  it('has the outcome and code that are wanted', () => {
    expect(judge('call', { outcome: 'denied', code: 'grant.not-held' }, denied())).toEqual([]);
    expect(judge('call', { outcome: 'denied', code: ['scope.missing', 'grant.not-held'] }, denied())).toEqual(
      [],
    );
    expect(judge('call', { outcome: 'ok' }, denied())).toEqual([
      'outcome: wanted "ok", got ["denied","grant.not-held","no"]',
    ]);
    expect(judge('call', { outcome: 'denied', code: 'scope.missing' }, denied())).toEqual([
      'code: wanted "scope.missing", got ["grant.not-held"]',
    ]);
  });

  it('is wanted to be ok where nothing else is said', () => {
    expect(judge('call', { text: { $regex: 'DENIED' } }, denied())).toHaveLength(1);
    expect(judge('call', { envelope: { outcome: 'denied' } }, denied())).toEqual([]);
  });

  it('may be a usage error only where that is wanted', () => {
    const usage = fakeObservation([fakeExchange('usage', exited(2))]);
    expect(judge('argv', { exit: 2 }, usage)).toEqual([]);
    expect(judge('argv', { exit: 3 }, usage)).toEqual(['exit: wanted 3, got 2']);
    expect(judge('call', { outcome: 'failed' }, usage)).toEqual([
      'outcome: wanted "failed", got "exit status 2"',
    ]);
    expect(judge('validate', { exit: 2 }, fakeObservation([fakeExchange(okEnvelope)]))).toEqual([
      'exit: wanted 2, got 0',
    ]);
  });

  it('has the fields that are wanted, with the first path that differs', () => {
    expect(judge('call', { outcome: 'ok', text: 'a', output: { exit_code: 0 } }, ok('a'))).toEqual([]);
    expect(judge('call', { outcome: 'ok', text: 'b', output: { exit_code: 1 } }, ok('a'))).toEqual([
      'text: wanted "b", got "a"',
      'output.exit_code: wanted 1, got 0',
    ]);
    expect(judge('call', { outcome: 'ok', refusal: { code: 'x' } }, ok())).toEqual([
      'refusal: wanted {"code":"x"}, got nothing',
    ]);
  });

  it('has a problem of its own for each row', () => {
    const seen = invalid(
      problem('schema.range', { line: 3 }),
      problem('schema.length', { line: 4, path: 'a.yaml' }),
    );
    expect(
      judge(
        'validate',
        { outcome: 'invalid', problems: [{ line: 4 }, { code: 'schema.range' }], errors: 2 },
        seen,
      ),
    ).toEqual([]);
    expect(
      judge('validate', { outcome: 'invalid', problems: [{ code: 'schema.range', line: 9 }] }, seen),
    ).toEqual(['problems[0].line: wanted 9, got 3']);
    expect(judge('validate', { outcome: 'invalid', problems: [{ code: 'a.b' }] }, seen)).toEqual([
      expect.stringMatching(/^problems: wanted \{"code":"a\.b"\}, got \["schema\.range \(3\): about/),
    ]);
    expect(judge('validate', { outcome: 'invalid', errors: 1, warnings: 0 }, seen)).toEqual([
      expect.stringMatching(/^problems: wanted "1 of severity error"/),
    ]);
  });

  it('is judged each time that a step is repeated', () => {
    const exchanges = [
      fakeExchange(callEnvelopes.ok('a')),
      fakeExchange(callEnvelopes.ok('b')),
      fakeExchange(callEnvelopes.ok('a')),
    ];
    const { expect: wanted } = sampleStep({ describe: {}, expect: { outcome: 'ok', text: 'a' } });
    const judged = judgeStep({ verb: 'call', params: {} }, wanted, fakeObservation(exchanges), noAllowances);
    expect(judged.findings).toHaveLength(1);
    expect(judged.shown).toBe(exchanges[1]);
    expect(judged.reply?.envelope).toMatchObject({ text: 'a' });
  });

  it('that breaks the contract is not compared any further, but what it left behind is', () => {
    const crashed = fakeObservation([fakeExchange('', { kind: 'signalled', signal: 'SIGSEGV' })], {
      leaks: ['token shows in stderr, in hex'],
      witnesses: [fakeRun()],
    });
    expect(judge('call', { outcome: 'denied', text: 'x' }, crashed)).toEqual([
      'process: the runtime was killed by SIGSEGV',
      'secrets: token shows in stderr, in hex',
    ]);
  });

  it('keeps the bounds on time', () => {
    expect(judge('call', { outcome: 'ok', within_ms: 100, at_least_ms: 5 }, ok())).toEqual([]);
    expect(judge('call', { outcome: 'ok', within_ms: 5, at_least_ms: 100 }, ok())).toEqual([
      'duration_ms: wanted {"$number":{"max":5}}, got 12',
      'duration_ms: wanted {"$number":{"min":100}}, got 12',
    ]);
  });
});

describe('logs', () => {
  const event = (event_type: string) => ({
    ...{ event_id: 'e', event_type, timestamp: '2026-01-31T12:00:00.000Z', run_id: 'r', agent_id: null },
    ...{ skill_id: null, action: null, decision: null, payload: {} },
  });
  const stdout = [event('policy.decision'), event('skill.executed')]
    .map((each) => JSON.stringify(each))
    .join('\n');
  const seen = fakeObservation([fakeExchange(stdout)]);

  it('hold the events in their order, and so many of a kind', () => {
    const decision = { event_type: 'policy.decision' };
    const executed = { event_type: 'skill.executed' };
    expect(
      judge('logs', { events: [decision, executed], event_count: [{ of: decision, is: 1 }] }, seen),
    ).toEqual([]);
    expect(judge('logs', { events: [executed, decision] }, seen)[0]).toMatch(/^events: wanted/);
    expect(judge('logs', { event_count: [{ of: decision, is: 2 }] }, seen)[0]).toMatch(/"is":2.*"is":1/);
  });
});

describe('the witness', () => {
  const run = fakeRun({
    argv: ['a b'],
    env: new Map([
      ['HOME', '/h'],
      ['LC_ALL', 'C'],
      ['KEY', 'v'],
    ]),
  });
  const seen = ok('', {
    witnesses: [fakeRun({ kind: 'probe' }), run, fakeRun({ program: 'jq', argv: ['.'] })],
  });
  const witness = (expectation: unknown) => judge('call', { outcome: 'ok', witness: expectation }, seen);

  it('ran as often, with these arguments, in this world', () => {
    expect(
      witness({
        ...{ ran: 1, probes: 1, argv: ['a b'], env: { KEY: 'v', OTHER: { $absent: true } } },
        ...{ env_only: ['HOME', 'LC_*', 'KEY'], cwd: '/case/workspace', stdin: 'empty', terminal: 'none' },
        ...{ own_group: true, own_session: true },
      }),
    ).toEqual([]);
    expect(witness([{ argv: ['a b'] }, { program: 'jq', argv: ['.'] }])).toEqual([]);
  });

  it.each<[object, string]>([
    [{ ran: 2 }, 'witness.ran: wanted 2, got 1'],
    [{ probes: 0 }, 'witness.probes: wanted 0, got 1'],
    [{ argv: ['a', 'b'] }, 'witness.argv[0]: wanted "a", got "a b"'],
    [{ env: { KEY: 'w' } }, 'witness.env.KEY: wanted "w", got "v"'],
    [{ env_only: ['HOME'] }, 'witness.env_only: wanted ["HOME"], got ["LC_ALL","KEY"]'],
    [{ cwd: '/' }, 'witness.cwd: wanted "/", got "/case/workspace"'],
    [{ stdin: 'data' }, 'witness.stdin: wanted "data", got "empty"'],
    [{ terminal: 'controlling' }, 'witness.terminal: wanted "controlling", got "none"'],
    [{ own_group: false }, 'witness.own_group: wanted false, got true'],
    [{ own_session: false }, 'witness.own_session: wanted false, got true'],
    [{ program: 'sed', argv: [] }, 'sed.ran: wanted {"$number":{"min":1}}, got 0'],
  ])('%j is not what was seen', (expectation, phrase) => {
    expect(witness(expectation)).toEqual([phrase]);
  });

  it('shares the group of the runtime where their numbers are the same', () => {
    const shared = ok('', { witnesses: [fakeRun({ group: 100, session: 100 })] });
    expect(
      judge('call', { outcome: 'ok', witness: { own_group: true, own_session: true } }, shared),
    ).toHaveLength(2);
  });

  it('of no program ran where none is wanted; probes do not count', () => {
    expect(witness('none')).toEqual(['witness: wanted "none", got [["witness","a b"],["jq","."]]']);
    expect(
      judge('call', { outcome: 'ok', witness: 'none' }, ok('', { witnesses: [fakeRun({ kind: 'probe' })] })),
    ).toEqual([]);
  });
});

describe('files', () => {
  it('hold what is wanted, or are not there', () => {
    const seen = ok('', {
      files: new Map([
        ['a.txt', 'text'],
        ['b.txt', undefined],
      ]),
    });
    expect(
      judge('call', { outcome: 'ok', files: { 'a.txt': 'text', 'b.txt': { $absent: true } } }, seen),
    ).toEqual([]);
    expect(judge('call', { outcome: 'ok', files: { 'a.txt': { $contains: 'z' } } }, seen)).toEqual([
      'files["a.txt"]: wanted {"$contains":"z"}, got "text"',
    ]);
  });
});

describe('what holds after every step', () => {
  const ran = { witnesses: [fakeRun()] };

  it('is that nothing ran where the answer is no', () => {
    expect(judge('call', { outcome: 'denied' }, denied(ran))).toEqual([
      'nothing-started: wanted [], got [["witness"]]',
    ]);
    expect(judge('call', { outcome: 'failed' }, failed('command.bad-value', ran))).toHaveLength(1);
    expect(
      judge('validate', { outcome: 'ok' }, fakeObservation([fakeExchange(okEnvelope)], ran)),
    ).toHaveLength(1);
  });

  it('is not broken by a run that ended badly, nor by a probe', () => {
    expect(judge('call', { outcome: 'failed' }, failed('command.exit-status', ran))).toEqual([]);
    expect(judge('call', { outcome: 'denied' }, denied({ witnesses: [fakeRun({ kind: 'probe' })] }))).toEqual(
      [],
    );
  });

  it('is that no file was touched that nobody speaks of', () => {
    const touched = ok('', {
      changes: [
        { path: 'canary', what: 'appeared' },
        { path: 'workspace/x', what: 'appeared' },
        { path: 'bin/witness', what: 'changed' },
        { path: 'home/.decoy-token', what: 'is gone' },
        { path: 'home/.cache', what: 'appeared' },
        { path: 'tmp/scratch', what: 'appeared' },
        { path: 'workspace/.swarmkit', what: 'appeared' },
      ],
    });
    expect(judge('call', { outcome: 'ok' }, touched)).toEqual([
      'tripwires: canary appeared, and no step says so',
      'tripwires: workspace/x appeared, and no step says so',
      'tripwires: bin/witness changed, and no step says so',
      'tripwires: home/.decoy-token is gone, and no step says so',
    ]);
  });

  it('leaves alone what the case says will change', () => {
    const allowances = { paths: new Set(['workspace/out/a.txt']), written: ['b.txt'], folders: ['state'] };
    const touched = ok('', {
      changes: [
        { path: 'workspace/out', what: 'appeared' },
        { path: 'workspace/out/a.txt', what: 'appeared' },
        { path: 'workspace/deep/b.txt', what: 'appeared' },
        { path: 'state/audit', what: 'appeared' },
      ],
    });
    expect(judge('call', { outcome: 'ok' }, touched, allowances)).toEqual([]);
  });

  it('is that no secret shows and no process lives on', () => {
    const seen = ok('', { leaks: ['token shows in stdout'], survivors: [{ pid: 5, command: 'sleep 60' }] });
    expect(judge('call', { outcome: 'ok' }, seen)).toEqual([
      'secrets: token shows in stdout',
      'processes: a process lives on: sleep 60 (5)',
    ]);
    expect(judge('call', { outcome: 'ok', processes_left: 0 }, seen)).toEqual([
      'processes: wanted 0, got ["sleep 60"]',
      'secrets: token shows in stdout',
    ]);
  });
});
