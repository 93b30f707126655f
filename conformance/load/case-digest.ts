import { createHash } from 'node:crypto';
import type { SuiteCase } from '../model/suite.ts';

/**
 * What a case asks and expects, as 16 hex digits: the same in two suites when a runtime passes it in both or in neither. Its id,
 * title and reason may change without it.
 */
export function caseDigest({ level, requires, halves, fixtures, timeoutMs }: SuiteCase): string {
  const asked = halves.map(({ name, given, steps }) => ({ name, given, steps }));
  return createHash('sha256')
    .update(JSON.stringify([level, requires, asked, timeoutMs, fixtures]))
    .digest('hex')
    .slice(0, 16);
}
