import { join } from 'node:path';
import type { Known } from '../judge/verdict-of.ts';
import type { Capability } from '../model/capability.ts';
import type { RunEvent } from '../model/event.ts';
import type { SuiteCase } from '../model/suite.ts';
import type { Verdict } from '../model/verdict.ts';
import { arrangeCases, dealCases } from './arrange-cases.ts';
import { crashBreaker } from './crash-breaker.ts';
import type { DriveContext } from './drive-half.ts';
import { type Lane, oneShotLane, sessionLane } from './lane.ts';
import { runCase } from './run-case.ts';

export interface LanesPlan {
  /** In the order in which they are to run, as far as lanes side by side keep one. */
  readonly cases: readonly SuiteCase[];
  readonly skipped: ReadonlySet<string>;
  /** What `describe` declares; `null` where it does not answer, and nothing can be run. */
  readonly capabilities: ReadonlySet<Capability> | null;
  /** argv of the runtime. */
  readonly command: readonly string[];
  readonly mode: 'one-shot' | 'session';
  /** Lanes side by side. */
  readonly jobs: number;
  /** Crashes and timeouts in a row that end the run; 0: none do. */
  readonly maxCrashes: number;
  readonly known: ReadonlyMap<string, Known>;
  readonly reproduce: (id: string) => string;
  readonly signal: AbortSignal;
  /** For everything that is written. */
  readonly folder: string;
}

export interface LanesResult {
  readonly counts: ReadonlyMap<Verdict, number>;
  readonly stopped: 'interrupted' | 'crashes' | undefined;
}

/** Each lane takes the next batch as soon as it is through with its last. */
export async function runLanes(
  plan: LanesPlan,
  context: DriveContext,
  emit: (event: RunEvent) => void,
): Promise<LanesResult> {
  const { skipped, capabilities, signal } = plan;
  const breaker = crashBreaker(plan.maxCrashes);
  const sample = sampleOf(plan);
  const counts = new Map<Verdict, number>();
  const deal = dealCases(arrangeCases(plan.cases, { share: plan.mode === 'session' }));
  const fate = (id: string) => {
    if (skipped.has(id)) return 'skipped';
    const isOver = capabilities === null || signal.aborted || breaker.isTripped();
    return isOver ? 'not-run' : 'drive';
  };
  const runLane = async ({ lane, otherWay }: Ways, index: number) => {
    for (const suiteCase of deal(index)) {
      const { id } = suiteCase;
      const known = plan.known.get(id);
      const verdict = await runCase(
        {
          suiteCase,
          fate: fate(id),
          capabilities: capabilities ?? new Set(),
          lane,
          ...(otherWay && { otherWay: { lane: otherWay, sampled: sample.has(id) } }),
          ...(known && { known }),
          reproduce: plan.reproduce(id),
          signal,
        },
        emit,
      );
      breaker.see(verdict);
      counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
    }
    await lane.close();
  };
  await Promise.all(waysOf(plan, context).map(runLane));
  return { counts, stopped: signal.aborted ? 'interrupted' : breaker.isTripped() ? 'crashes' : undefined };
}

interface Ways {
  readonly lane: Lane;
  readonly otherWay?: Lane;
}

function waysOf(
  { mode, jobs, cases, folder, command, signal }: LanesPlan,
  context: DriveContext,
): readonly Ways[] {
  const owned = new Set<number>();
  return Array.from({ length: Math.min(jobs, cases.length) }, (_, index): Ways => {
    const root = join(folder, `lane-${index + 1}`);
    if (mode === 'one-shot') return { lane: oneShotLane(context, root) };
    return {
      lane: sessionLane(context, { command, root, owned, signal }),
      otherWay: oneShotLane(context, join(folder, `alone-${index + 1}`)),
    };
  });
}

/** Few, since each costs what the session saves; in shuffled order the first are as good as any. */
function sampleOf({ cases, skipped, mode }: LanesPlan): ReadonlySet<string> {
  if (mode === 'one-shot') return new Set();
  const drivable = cases.filter(({ id, tags }) => !skipped.has(id) && !tags.includes('slow'));
  return new Set(drivable.slice(0, Math.max(5, Math.ceil(drivable.length / 80))).map(({ id }) => id));
}
