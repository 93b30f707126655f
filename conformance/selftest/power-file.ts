import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Measured } from './render-power.ts';

export const powerFile = 'conformance/POWER.md';

/** SHA-256 over everything that the faulty runtimes are made of but the reference itself, hex. */
export function faultsDigest(root: string): string {
  const folder = join(root, 'fixtures/faults');
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(ts|sh|yaml)$/.test(name),
  );
  const hash = createHash('sha256');
  for (const name of names.sort())
    hash
      .update(name)
      .update('\0')
      .update(readFileSync(join(folder, name)))
      .update('\0');
  return hash.digest('hex');
}

/** Whether a page was measured on this suite and these faults. Cheap: nothing is run. */
export function isMeasuredOn(
  page: string,
  { suiteDigest, faultsDigest: faults }: Pick<Measured, 'suiteDigest' | 'faultsDigest'>,
): boolean {
  return [suiteDigest, faults].every((digest) => page.includes(`\`${digest.slice(0, 16)}\``));
}
