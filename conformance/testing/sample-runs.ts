import type { RunEvent } from '../model/event.ts';
import { caseEvents, footerEvent, headerEvent, stepEvent } from './sample-events.ts';

/** Whole runs, for the goldens of every renderer: hostile text where a runtime could put it. */

const hostile = '</script><img src=x onerror=alert(1)>\n::error::x\n```\n\u001b[31mred\u202e # SKIP';

const difference = {
  kind: 'fail',
  check: 'text',
  message: 'what came back is not what is wanted',
  path: 'text',
  wanted: 'a; rm -rf /',
  got: hostile,
} as const;

const mixedIds = ['argv/good', 'argv/bad[row]', 'argv/soft', 'audit/broken', 'audit/absent', 'audit/later'];

export const sampleRuns = {
  /** Every kind of ending. */
  mixed: [
    headerEvent(mixedIds, { suite: { digest: '0123456789abcdef', cases: 6 } }),
    ...caseEvents('argv/bad[row]', 'fail', {
      reason: 'text: wanted "a; rm -rf /", got "</script>"',
      steps: [stepEvent('argv/bad[row]', [difference], { half: 'twin', differs: 'it is allowed', index: 1 })],
    }),
    ...caseEvents('argv/good', 'pass', { steps: [stepEvent('argv/good', [])] }),
    ...caseEvents('audit/broken', 'harness-error', { reason: 'kit: no space left' }),
    ...caseEvents('audit/absent', 'not-applicable', { reason: 'the runtime does not declare approvals' }),
    ...caseEvents('audit/later', 'not-run', { reason: 'it never had its turn' }),
    ...caseEvents('argv/soft', 'warn', { reason: 'text', steps: [stepEvent('argv/soft', [difference])] }),
    footerEvent({ pass: 1, fail: 1, 'harness-error': 1, 'not-applicable': 1, 'not-run': 1, warn: 1 }, false),
  ],
  /** Everything passes. */
  clean: [
    headerEvent(['argv/good', 'argv/other'], { suite: { digest: '0123456789abcdef', cases: 2 } }),
    ...caseEvents('argv/good', 'pass'),
    ...caseEvents('argv/other', 'pass'),
    footerEvent({ pass: 2 }),
  ],
  /** Compared with a baseline that is not up to date. */
  gated: [
    headerEvent(['argv/known', 'argv/mended'], {
      suite: { digest: '0123456789abcdef', cases: 2 },
      baseline: { file: 'conformance-baseline.yaml', digest: 'beef', entries: 2 },
    }),
    ...caseEvents('argv/known', 'xfail', {
      reason: 'text',
      steps: [stepEvent('argv/known', [difference])],
    }),
    ...caseEvents('argv/mended', 'xpass', { reason: 'it passes, and the baseline expects fail' }),
    {
      type: 'baseline',
      id: 'argv/mended',
      kind: 'unexpected-pass',
      message: 'it passes',
      edit: '- - id: argv/mended',
      line: 3,
    },
    footerEvent({ xfail: 1, xpass: 1 }),
  ],
  /** One case of nine. */
  subset: [headerEvent(['argv/good']), ...caseEvents('argv/good', 'pass'), footerEvent({ pass: 1 })],
  empty: [headerEvent([]), footerEvent({})],
  /** The runtime does not say what it is. */
  mute: [
    headerEvent(['argv/good'], {
      runtime: null,
      describe: {
        exchange: null,
        findings: [{ kind: 'protocol-error', check: 'envelope', message: 'stdout is not JSON', path: '' }],
      },
    }),
    ...caseEvents('argv/good', 'not-run', { reason: 'it never had its turn' }),
    footerEvent({ 'not-run': 1 }, false),
  ],
  /** The kit was killed in its second case. */
  cut: [
    headerEvent(['argv/good', 'argv/other']),
    ...caseEvents('argv/good', 'pass'),
    ...caseEvents('argv/other', 'pass').slice(0, 1),
  ],
} satisfies Readonly<Record<string, readonly RunEvent[]>>;
