import { join } from 'node:path';
import { askDescribe, type Described } from '../drive/ask-describe.ts';
import { type DriveContext, driveHalf, type StepResult } from '../drive/drive-half.ts';
import type { Finding } from '../model/finding.ts';
import { isJsonObject } from '../model/json.ts';
import type { Half } from '../model/suite.ts';
import { type Rung, rungs } from './rungs.ts';

/** What came of one rung. */
export interface Climb {
  readonly rung: Rung;
  readonly exchange: StepResult['exchange'];
  /** Empty when it was climbed. */
  readonly findings: readonly Finding[];
}

/**
 * Whose fault a rung is. `adapter`: the answer itself is not of the contract, so nobody can know what the runtime thinks.
 * `runtime`: a proper answer that says the wrong thing. `not-yet`: the verb is not offered. `kit`: it could not be asked.
 */
export type Blame = 'adapter' | 'runtime' | 'not-yet' | 'kit';

/** Rung by rung, up to the first that does not hold: what stands above it rests on it. */
export async function climb(folder: string, context: DriveContext): Promise<readonly Climb[]> {
  const described = await askDescribe(join(folder, 'describe'), context);
  const climbed: Climb[] = [];
  for (const [index, rung] of rungs.entries()) {
    const result =
      rung.probe === 'describe'
        ? { exchange: described.exchange, findings: describeFindings(rung, described) }
        : await driveProbe(rung.probe, join(folder, String(index + 1)), context);
    climbed.push({ rung, ...result });
    if (result.findings.length > 0) break;
  }
  return climbed;
}

/** Three looks at one answer: it ended, it is JSON, it is the envelope. */
function describeFindings({ name }: Rung, { exchange, findings }: Described): readonly Finding[] {
  if (name === 'starts') return findings.filter(({ kind }) => kind !== 'protocol-error' && kind !== 'fail');
  if (name === 'one-object') return isOneObject(exchange.stdout) ? [] : findings;
  return findings;
}

function isOneObject(stdout: Uint8Array): boolean {
  try {
    return isJsonObject(JSON.parse(Buffer.from(stdout).toString()));
  } catch {
    return false;
  }
}

async function driveProbe(
  probe: Half,
  root: string,
  context: DriveContext,
): Promise<Pick<Climb, 'exchange' | 'findings'>> {
  let last: StepResult | undefined;
  const findings = await driveHalf(probe, root, context, (step) => {
    last = step;
  });
  return { exchange: last?.exchange, findings };
}

const adapterKinds: ReadonlySet<Finding['kind']> = new Set(['crash', 'timeout', 'protocol-error']);

export function blameOf({ findings, exchange, rung }: Climb): Blame {
  if (findings.some(({ kind }) => kind === 'harness-error')) return 'kit';
  if (rung.name === 'usage' || rung.probe === 'describe') return 'adapter';
  if (exchange?.ended.kind === 'exited' && exchange.ended.status === 3) return 'not-yet';
  return findings.some(({ kind }) => adapterKinds.has(kind)) ? 'adapter' : 'runtime';
}
