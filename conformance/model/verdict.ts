/** Every verdict of the contract. Only `pass` is green. */
export const verdicts = [
  'pass',
  'fail',
  'crash',
  'timeout',
  'protocol-error',
  'harness-error',
  'untestable',
  'not-applicable',
  'skipped',
  'not-run',
  'xfail',
  'xpass',
  'flaky',
  'warn',
] as const;
export type Verdict = (typeof verdicts)[number];

/** How the last line and the counts see each verdict. `warned`: a SHOULD that does not hold. */
export type Tally = 'passed' | 'failed' | 'skipped' | 'warned';

export const tallies: Readonly<Record<Verdict, Tally>> = {
  pass: 'passed',
  fail: 'failed',
  crash: 'failed',
  timeout: 'failed',
  'protocol-error': 'failed',
  'harness-error': 'failed',
  untestable: 'failed',
  'not-applicable': 'skipped',
  skipped: 'skipped',
  'not-run': 'skipped',
  xfail: 'failed',
  // only `pass` is green: until the entry is taken out, nobody would see the case break again
  xpass: 'failed',
  flaky: 'failed',
  warn: 'warned',
};
