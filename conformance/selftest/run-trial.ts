import type { Kit } from '../commands/open-suite.ts';
import { targetFromArgv } from '../load/load-target.ts';
import type { Capability } from '../model/capability.ts';
import type { Suite, SuiteCase } from '../model/suite.ts';
import { tallies, type Verdict } from '../model/verdict.ts';
import { run } from '../run.ts';
import { firstHalfOf, type Hunt } from './plan-hunts.ts';
import type { WrongRuntime } from './wrong-runtime.ts';

/** A case that was driven against a wrong runtime. */
export interface Judged {
  readonly id: string;
  readonly clauses: readonly string[];
  readonly verdict: Verdict;
  readonly reason: string;
}

/** Everything that one wrong runtime was seen to do. */
export interface Trial {
  readonly runtime: WrongRuntime;
  readonly judged: readonly Judged[];
  /** What it declares; `null` where it does not answer `describe`, and no case could be run. */
  readonly capabilities: readonly Capability[] | null;
}

export interface Bench {
  readonly suite: Suite;
  readonly kit: Kit;
  readonly signal: AbortSignal;
}

/** A runtime that only waits takes no processor: many of its cases may wait at once. */
const jobsWhileWaiting = 16;

/** Hunts one after the other; a clause that an earlier hunt has shown broken is not hunted again. */
export async function runTrial(runtime: WrongRuntime, hunts: readonly Hunt[], bench: Bench): Promise<Trial> {
  const judged: Judged[] = [];
  let capabilities: Trial['capabilities'] = null;
  for (const hunt of hunts) {
    if (bench.signal.aborted || hunt.cases.length === 0 || judged.some((each) => isKill(each, hunt.clause)))
      continue;
    const hunted = await (runtime.kind === 'null' ? huntByHalves : runHunt)(runtime, hunt, bench);
    judged.push(...hunted.judged);
    capabilities = hunted.capabilities;
  }
  return { runtime, judged, capabilities };
}

/** All cases by their first half; those that are passed once more, as a whole. */
async function huntByHalves(runtime: WrongRuntime, hunt: Hunt, bench: Bench): Promise<Hunted> {
  const { cases } = hunt;
  const first = await runHunt(runtime, { ...hunt, cases: cases.map(firstHalfOf) }, bench);
  const passed = new Set(first.judged.filter(({ verdict }) => verdict === 'pass').map(({ id }) => id));
  if (passed.size === 0) return first;
  const again = await runHunt(runtime, { ...hunt, cases: cases.filter(({ id }) => passed.has(id)) }, bench);
  const failed = first.judged.filter(({ id }) => !passed.has(id));
  return { judged: [...failed, ...again.judged], capabilities: first.capabilities };
}

/** A red case, or for a clause that only warns a yellow one; with a clause, one that cites it. */
export function isKill({ verdict, clauses }: Judged, clause: string | null): boolean {
  if (clause !== null && !clauses.includes(clause)) return false;
  if (verdict === 'harness-error') return false;
  return tallies[verdict] === 'failed' || verdict === 'warn';
}

type Hunted = Pick<Trial, 'judged' | 'capabilities'>;

async function runHunt(runtime: WrongRuntime, hunt: Hunt, { suite, kit, signal }: Bench): Promise<Hunted> {
  const stop = new AbortController();
  const planned = hunt.cases.map((each) => bounded(each, runtime.bound_ms));
  const shown = hunt.sessions && hunt.clause !== null ? [hunt.clause] : [];
  const clausesOf = new Map(
    planned.map(({ id, clauses }) => [id, [...clauses.map((each) => each.id), ...shown]]),
  );
  const judged: Judged[] = [];
  let capabilities: Hunted['capabilities'] = null;
  const plan = {
    suite,
    selection: { planned, skipped: new Set<string>() },
    target: targetFromArgv(runtime.command, kit.root),
    jobs: runtime.kind === 'null' && runtime.bound_ms !== undefined ? jobsWhileWaiting : 1,
    keep: false,
    sessions: hunt.sessions,
    kit,
    argv: ['selftest'],
    reproduce: (id: string) => id,
    signal: AbortSignal.any([signal, stop.signal]),
  };
  await run(plan, (event) => {
    if (event.type === 'run-started') capabilities = event.runtime?.capabilities ?? null;
    if (event.type !== 'case-ended' || event.verdict === 'not-run') return;
    const { id, verdict, reason } = event;
    const found = { id, verdict, reason, clauses: clausesOf.get(id) ?? [] };
    judged.push(found);
    if (hunt.clause !== null && isKill(found, hunt.clause)) stop.abort();
  });
  return { judged, capabilities };
}

function bounded(suiteCase: SuiteCase, boundMs: number | undefined): SuiteCase {
  return boundMs === undefined ? suiteCase : { ...suiteCase, timeoutMs: boundMs };
}
