import { existsSync, readFileSync } from 'node:fs';
import { openSuite } from '../conformance/commands/open-suite.ts';
import { faultsDigest, isMeasuredOn, powerFile } from '../conformance/selftest/power-file.ts';

/** Whether the figures were measured on this very suite and these faults. The self-test itself, which takes minutes, compares every figure. */
export function stalePower(): readonly string[] {
  const suite = openSuite({ root: '.', version: '0.0.0' }, undefined);
  const page = existsSync(powerFile) ? readFileSync(powerFile, 'utf8') : '';
  const isCurrent = isMeasuredOn(page, { suiteDigest: suite.digest, faultsDigest: faultsDigest('.') });
  return isCurrent ? [] : [`${powerFile} is not current: just selftest --write`];
}
