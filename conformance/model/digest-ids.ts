import { createHash } from 'node:crypto';

/** One digest for a list of case ids in its order: SHA-256, hex. */
export function digestIds(ids: readonly string[]): string {
  return createHash('sha256').update(ids.join('\n')).digest('hex');
}
