import type { Exchange, Request } from '../drive/exchange.ts';
import type { Expect } from '../model/case.ts';
import type { Finding } from '../model/finding.ts';
import type { Observation } from '../observe/observe.ts';
import { compareExpect } from './compare-expect.ts';
import { type Read, type Reply, readReply } from './read-reply.ts';
import { type Allowances, standingChecks } from './standing-checks.ts';

export interface Judged {
  /** Empty when the step is as it has to be. Worst first is for `verdictOf`; here they stand as found. */
  readonly findings: readonly Finding[];
  /** Of the last repetition, for captures. */
  readonly reply: Reply | undefined;
  /** The exchange to show: the first that is not as it has to be, or the last. */
  readonly shown: Exchange | undefined;
}

/**
 * Judges one step. Pure: the same observation gives the same findings. A runtime that broke the contract is not
 * compared any further, but what it left behind is.
 */
export function judgeStep(
  request: Request,
  expect: Expect,
  seen: Observation,
  allowances: Allowances,
): Judged {
  const reads = seen.exchanges.map((exchange) => readReply(request, exchange));
  const replies = reads.flatMap((read) => ('reply' in read ? [read.reply] : []));
  const broken = reads.flatMap((read) => ('findings' in read ? read.findings : []));
  const compared =
    broken.length > 0 ? [] : compareExpect(withOutcome(expect), { replies, observation: seen });
  const standing = standingChecks(request, replies, seen, allowances);
  const wrong = seen.exchanges.findIndex((_, index) => isWrong(reads[index], expect, seen, index));
  return {
    findings: [
      ...broken,
      ...compared,
      ...standing.filter(({ check }) => !isSaid(check, compared) && !isWanted(check, expect)),
    ],
    reply: replies.at(-1),
    shown: seen.exchanges.at(wrong),
  };
}

function isWrong(read: Read | undefined, expect: Expect, seen: Observation, index: number): boolean {
  if (read === undefined || 'findings' in read) return true;
  const alone = { ...seen, exchanges: seen.exchanges.slice(index, index + 1) };
  return compareExpect(withOutcome(expect), { replies: [read.reply], observation: alone }).length > 0;
}

/** A step that names no outcome, `events` of `logs` for one, expects `ok`. */
function withOutcome(expect: Expect): Expect {
  const named = expect.outcome ?? expect.exit ?? expect.envelope ?? expect.status;
  return named === undefined ? { ...expect, outcome: 'ok' } : expect;
}

/**
 * A composed skill may be refused at a later member, when earlier ones have run. A case that says which programs ran is
 * compared by that, and by nothing weaker.
 */
function isWanted(check: string, { witness }: Expect): boolean {
  const rows = [witness].flat();
  return check === 'nothing-started' && rows.some((row) => typeof row === 'object' && (row.ran ?? 0) > 0);
}

/** Processes that live on are said once, by the case's own expectation or by the standing check. */
function isSaid(check: string, compared: readonly Finding[]): boolean {
  return check === 'processes' && compared.some((each) => each.check === 'processes_left');
}
