import { type Finding, findingKinds } from '../model/finding.ts';
import type { Level } from '../model/requirement.ts';
import type { Verdict } from '../model/verdict.ts';

/** What is known of a case when it is over. */
export type CaseResult =
  | { readonly kind: 'driven'; readonly findings: readonly Finding[] }
  /** A capability that `describe` does not declare. */
  | { readonly kind: 'not-applicable' }
  /** Taken out by `--skip`. */
  | { readonly kind: 'skipped' }
  /** The run ended before its turn. */
  | { readonly kind: 'not-run' };

/**
 * The one place where a verdict is made. The worst finding decides; a case without one passes. A SHOULD that does
 * not hold is a warning, but a crash is a crash at any level.
 */
export function verdictOf(level: Level, result: CaseResult): Verdict {
  if (result.kind !== 'driven') return result.kind;
  const worst = findingKinds.find((kind) => result.findings.some((finding) => finding.kind === kind));
  if (worst === undefined) return 'pass';
  return worst === 'fail' && level === 'SHOULD' ? 'warn' : worst;
}
