import { type Finding, phraseOf, worstOf } from '../model/finding.ts';
import type { Level } from '../model/requirement.ts';
import { verdictOf } from './verdict-of.ts';

/**
 * A case that was driven both ways, in a session and in processes of their own, comes to one verdict
 * (`session.parity`, `session.independent`). Where it does not, that is a finding of its own, whatever the case is about.
 */
export function compareWays(
  level: Level,
  inSession: readonly Finding[],
  alone: readonly Finding[],
): Finding | undefined {
  const ways = [inSession, alone].map((findings) => verdictOf(level, { kind: 'driven', findings }));
  const [there, here] = ways;
  if (there === here) return undefined;
  const cause = worstOf(alone);
  const why = cause === undefined ? '' : ` (${phraseOf(cause)})`;
  return {
    kind: 'protocol-error',
    check: 'session',
    message: `in a session the case comes to ${there}, in processes of its own to ${here}${why}`,
    path: '',
  };
}
