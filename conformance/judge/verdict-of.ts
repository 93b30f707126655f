import { type Finding, worstOf } from '../model/finding.ts';
import type { Level } from '../model/requirement.ts';
import type { Verdict } from '../model/verdict.ts';
import { signatureOf } from './signature-of.ts';

/** What is known of a case when it is over. */
export type CaseResult =
  | { readonly kind: 'driven'; readonly findings: readonly Finding[] }
  /** A capability that `describe` does not declare. */
  | { readonly kind: 'not-applicable' }
  /** Taken out by `--skip`. */
  | { readonly kind: 'skipped' }
  /** The run ended before its turn. */
  | { readonly kind: 'not-run' };

/** What a baseline expects of a case. */
export interface Known {
  readonly expect: 'fail' | 'crash' | 'flaky';
  /** Of the failure, as `signatureOf` makes it. */
  readonly signature: string;
}

/**
 * The one place where a verdict is made. The worst finding decides; a case without one passes. A SHOULD that does
 * not hold is a warning, but a crash is a crash at any level. A failure that a baseline expects, and that looks as it says, is an
 * `xfail`, and a pass that it does not expect an `xpass`.
 */
export function verdictOf(level: Level, result: CaseResult, known?: Known): Verdict {
  if (result.kind !== 'driven') return result.kind;
  const verdict = verdictOfFindings(level, result.findings);
  return known === undefined ? verdict : besides(verdict, signatureOf(result.findings), known);
}

function verdictOfFindings(level: Level, findings: readonly Finding[]): Verdict {
  const worst = worstOf(findings)?.kind;
  if (worst === undefined) return 'pass';
  return worst === 'fail' && level === 'SHOULD' ? 'warn' : worst;
}

/** What each expectation excuses. A crash or a timeout is excused by its own name only, a fault of the kit's by none. */
const excuses: Readonly<Record<Known['expect'], ReadonlySet<Verdict>>> = {
  fail: new Set(['fail', 'protocol-error', 'untestable']),
  crash: new Set(['crash', 'timeout']),
  flaky: new Set(['fail', 'protocol-error', 'untestable', 'flaky']),
};

function besides(verdict: Verdict, signature: string, { expect, signature: wanted }: Known): Verdict {
  if (verdict === 'pass') return expect === 'flaky' ? 'pass' : 'xpass';
  // what flickers may look different each time
  const looksKnown = signature === wanted || expect === 'flaky';
  return looksKnown && excuses[expect].has(verdict) ? 'xfail' : verdict;
}
