import { describe, expect, it } from 'vitest';
import { RunEvent } from '../model/event.ts';
import { caseEvents, footerEvent, headerEvent, stepEvent } from '../testing/sample-events.ts';
import { describeFailure, plain, visible } from './describe-failure.ts';
import { renderEvents } from './render-events.ts';
import { renderJson } from './render-json.ts';
import { renderJunit } from './render-junit.ts';
import { renderText } from './render-text.ts';
import { lastLine, readReport, tallyOf } from './report-model.ts';

const difference = {
  kind: 'fail',
  check: 'text',
  message: 'what came back is not what is wanted',
  path: 'text',
  wanted: 'a',
  got: 'b\u001b[31m',
} as const;

const ids = ['argv/good', 'argv/bad[row]', 'audit/broken', 'audit/absent', 'audit/later', 'argv/soft'];
const events: readonly RunEvent[] = [
  headerEvent(ids),
  // case by case in another order than planned, as with several jobs
  ...caseEvents('argv/bad[row]', 'fail', {
    reason: 'text: wanted "a", got "b"',
    steps: [stepEvent('argv/bad[row]', [difference], { half: 'twin', differs: 'it is allowed', index: 1 })],
  }),
  ...caseEvents('argv/good', 'pass', { steps: [stepEvent('argv/good', [])] }),
  ...caseEvents('audit/broken', 'harness-error', { reason: 'kit: no space left' }),
  ...caseEvents('audit/absent', 'not-applicable', { reason: 'the runtime does not declare approvals' }),
  ...caseEvents('audit/later', 'not-run'),
  ...caseEvents('argv/soft', 'warn', { reason: 'text', steps: [stepEvent('argv/soft', [difference])] }),
  footerEvent({ pass: 1, fail: 1, 'harness-error': 1, 'not-applicable': 1, 'not-run': 1, warn: 1 }, false),
];

describe('a report', () => {
  it('is in the planned order, and counts a warning as neither pass nor fail', () => {
    const report = readReport(events);
    expect(report.cases.map(({ started }) => started.id)).toEqual(ids);
    expect(tallyOf(report)).toEqual({ passed: 1, failed: 2, skipped: 2, warned: 1 });
    expect(lastLine(report)).toBe('1 passed, 2 failed, 2 skipped');
  });

  it('is complete only with a footer that says so and an end for every planned case', () => {
    const whole = [headerEvent(['a/b']), ...caseEvents('a/b', 'pass'), footerEvent({ pass: 1 })];
    expect(readReport(whole).complete).toBe(true);
    expect(readReport(whole.slice(0, -1)).complete).toBe(false);
    expect(readReport(whole.filter(({ type }) => type !== 'case-ended')).complete).toBe(false);
    expect(readReport(events).complete).toBe(false);
    expect(readReport([]).complete).toBe(false);
  });

  it('of a case that broke off counts as not run', () => {
    const broken = [headerEvent(['a/b']), ...caseEvents('a/b', 'pass').slice(0, 1)];
    expect(lastLine(readReport(broken))).toBe('0 passed, 0 failed, 1 skipped');
    expect(renderText(broken, false)).toContain('The run is not complete.');
    expect(JSON.parse(renderJson(broken)).cases).toMatchObject([{ id: 'a/b', verdict: 'not-run' }]);
    expect(renderJunit(broken)).toContain('<skipped/>');
  });
});

describe('as text', () => {
  it('shows all that is known of a failure', () => {
    const bad = readReport(events).cases[1];
    expect(bad && describeFailure(bad, plain)).toBe(`fail  argv/bad[row]  What argv/bad[row] is about
  clause     argv.verbatim (MUST) A value reaches the program as one element.
  why        Injection starts where a value is looked at again.
  step       2 of the twin (it is allowed): call
  sent       /usr/bin/node /r/runtime.js call 'a b'
  stdin      {"v":"x"}
  came back  exit status 0, 39 ms
  stdout     {"outcome":"ok"}
  found      text: what came back is not what is wanted, at text
  wanted     "a"
  got        "b\\u001b[31m"
  again      swarmkit-conformance run --only argv/bad[row] -- node runtime.js`);
  });

  it('shows failures and warnings, then figures, then the last line', () => {
    const text = renderText(events, false);
    expect(text.split('\n\n').map((part) => part.split('  ')[0])).toEqual([
      'fail',
      'harness-error',
      'warn',
      'sample 1.2.3 (sh)',
    ]);
    expect(text).toContain('reason     kit: no space left');
    expect(text).toContain('1 pass, 1 fail, 1 harness-error, 1 not-applicable, 1 not-run, 1 warn\n');
    expect(text.endsWith('\nThe run is not complete.\n1 passed, 2 failed, 2 skipped\n')).toBe(true);
  });

  it('says once that describe has no answer', () => {
    const stream = [
      headerEvent(['a/b'], {
        runtime: null,
        describe: {
          exchange: null,
          findings: [{ kind: 'crash', check: 'process', message: 'killed', path: '' }],
        },
      }),
      ...caseEvents('a/b', 'not-run'),
      footerEvent({ 'not-run': 1 }, false),
    ];
    expect(renderText(stream, false)).toMatch(
      /^describe {2}The runtime does not say what it is[\s\S]*found +process: killed/,
    );
  });

  it('has colours only when asked', () => {
    expect(renderText(events, true)).toContain('\u001b[31m');
    expect(renderText(events, false)).not.toContain('\u001b');
  });

  it('never hands control characters on to a terminal', () => {
    expect(visible('a\u001b]0;x\u0007\r\n\tb\u202e\u009b')).toBe(
      'a\\u001b]0;x\\u0007\\u000d\n\tb\\u202e\\u009b',
    );
  });

  it('of no cases still has its last line', () => {
    expect(renderText([headerEvent([]), footerEvent({})], false)).toMatch(
      /no cases[\s\S]*\n0 passed, 0 failed, 0 skipped\n$/,
    );
  });
});

describe('as JSON', () => {
  it('holds id and verdict of each case, and the steps that failed', () => {
    const report = JSON.parse(renderJson(events));
    expect(report).toMatchObject({
      complete: false,
      kit: { version: '0.1.0' },
      summary: { passed: 1, failed: 2, skipped: 2, warned: 1 },
    });
    expect(report.cases[0]).toMatchObject({ id: 'argv/good', verdict: 'pass', failed_steps: [] });
    expect(report.cases[1]).toMatchObject({
      verdict: 'fail',
      failed_steps: [{ half: 'twin', findings: [{ path: 'text', wanted: 'a' }] }],
    });
  });
});

describe('as JUnit', () => {
  it('names each case by its id in a suite for its area', () => {
    const xml = renderJunit(events);
    expect(xml).toContain('<testsuite name="argv" tests="3" failures="1" errors="0" skipped="0">');
    expect(xml).toContain('<testsuite name="audit" tests="3" failures="0" errors="1" skipped="2">');
    expect(xml).toContain('<testcase classname="argv" name="argv/bad[row]" time="0.04">');
    expect(xml).toContain('<failure message="text: wanted &quot;a&quot;, got &quot;b&quot;" type="fail">');
    expect(xml).toContain('<error message="kit: no space left" type="harness-error">');
    expect(xml).toContain('<system-out>');
  });

  it('holds no character that XML cannot', () => {
    const reason = 'a\u0000\ud800\uffff]]>&<';
    const xml = renderJunit([headerEvent(['a/b']), ...caseEvents('a/b', 'fail', { reason })]);
    expect(xml).toContain('message="a\\u0000\ufffd\ufffd]]>&amp;&lt;"');
  });
});

describe('as events', () => {
  it('is one event a line, each as its schema has it', () => {
    const lines = renderEvents(events).trimEnd().split('\n');
    expect(lines.map((line) => RunEvent.parse(JSON.parse(line)))).toEqual(events);
  });
});
