import { mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assess, type BaselineIssue } from './baseline/assess.ts';
import type { LoadedBaseline } from './baseline/load-baseline.ts';
import { askDescribe, type Described } from './drive/ask-describe.ts';
import type { DriveContext } from './drive/drive-half.ts';
import { openContext } from './drive/open-context.ts';
import { removeQuietly } from './drive/remove-quietly.ts';
import type { LanesResult } from './drive/run-lanes.ts';
import { runRepeated } from './drive/run-repeated.ts';
import type { LoadedTarget } from './load/load-target.ts';
import { digestIds } from './model/digest-ids.ts';
import { type EventOf, type RunEvent, streamFormat } from './model/event.ts';
import type { Suite } from './model/suite.ts';
import { exchangeEvent, findingEvent } from './report/to-event.ts';
import type { Selection } from './select/select-cases.ts';
import { type Shard, takeShard } from './select/shard.ts';
import { shuffle } from './select/shuffle.ts';

export interface RunPlan {
  readonly suite: Suite;
  readonly selection: Selection;
  readonly target: LoadedTarget;
  /** Cases at once. */
  readonly jobs: number;
  /** Leave the cases' folders behind. */
  readonly keep: boolean;
  /** The package's root, where the witness and the fixture workspaces are. */
  readonly kit: { readonly root: string; readonly version: string };
  /** The kit's own arguments, for the header. */
  readonly argv: readonly string[];
  /** The command line that reproduces a case, by its id. */
  readonly reproduce: (id: string) => string;
  /** Ask in a session where the runtime declares one. Default: a process for each request. */
  readonly sessions?: boolean;
  /** Run the cases in the order that follows from it. Default: the suite's own. */
  readonly seed?: number;
  /** Run this part of the selection only. */
  readonly shard?: Shard;
  /** Run each case so many times, in other surroundings each time, and compare. Default: once. */
  readonly repeat?: number;
  /** So many crashes or timeouts in a row end the run. Default: none do. */
  readonly maxCrashes?: number;
  readonly baseline?: LoadedBaseline;
  /** Ends the run: what is running is killed, the rest is not run. */
  readonly signal: AbortSignal;
}

/** plan -> drive -> judge -> events. Every event goes to `emit` as it happens; the footer is returned too. */
export async function run(whole: RunPlan, emit: (event: RunEvent) => void): Promise<EventOf<'run-ended'>> {
  const started = performance.now();
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'conformance-')));
  const plan = withShard(whole);
  try {
    const context = openContext(plan);
    const described = await askDescribe(join(folder, 'describe'), context);
    emit(header(plan, described, whole));
    const events: RunEvent[] = [];
    const result = await drive(plan, described, folder, context, (event) => {
      if (event.type === 'case-ended') events.push(event);
      emit(event);
    });
    for (const issue of baselineIssues(plan, events)) emit(issue);
    const footer = footerOf(result, performance.now() - started);
    emit(footer);
    return footer;
  } finally {
    if (!plan.keep) await removeQuietly(folder);
  }
}

function withShard(plan: RunPlan): RunPlan {
  const { selection, shard } = plan;
  if (shard === undefined) return plan;
  return { ...plan, selection: { ...selection, planned: takeShard(selection.planned, shard) } };
}

function drive(
  plan: RunPlan,
  described: Described,
  folder: string,
  context: DriveContext,
  emit: (event: RunEvent) => void,
): Promise<LanesResult> {
  const { selection, jobs, reproduce, signal, seed, maxCrashes = 0, repeat = 1, baseline, target } = plan;
  const { describe } = described;
  return runRepeated(
    repeat,
    {
      cases: seed === undefined ? selection.planned : shuffle(selection.planned, seed),
      skipped: selection.skipped,
      capabilities: describe === null ? null : new Set(describe.capabilities),
      command: target.command,
      mode: modeOf(plan, described),
      jobs,
      maxCrashes,
      known: new Map(baseline?.entries.map((entry) => [entry.id, entry])),
      reproduce,
      signal,
      folder,
    },
    context,
    emit,
  );
}

/** Level 1 where it is wanted and declared: declared and wrong is a failure, so there is no way back. */
function modeOf({ sessions }: RunPlan, { describe }: Described): 'one-shot' | 'session' {
  return sessions === true && describe?.capabilities.includes('session') === true ? 'session' : 'one-shot';
}

function baselineIssues(
  { baseline, suite, selection }: RunPlan,
  events: readonly RunEvent[],
): readonly BaselineIssue[] {
  if (baseline === undefined) return [];
  const endings = new Map(
    events.flatMap((event) => (event.type === 'case-ended' ? [[event.id, event]] : [])),
  );
  return assess(baseline, {
    ended: selection.planned.flatMap(({ id }) => {
      const ended = endings.get(id);
      return ended === undefined ? [] : [{ id, verdict: ended.verdict, signature: ended.signature ?? '' }];
    }),
    suiteIds: new Set(suite.cases.map(({ id }) => id)),
    today: new Date().toISOString().slice(0, 10),
  });
}

function header(plan: RunPlan, described: Described, whole: RunPlan): EventOf<'run-started'> {
  const { suite, selection, target, kit, argv, seed, shard, baseline } = plan;
  const ids = selection.planned.map(({ id }) => id);
  return {
    type: 'run-started',
    format: streamFormat,
    at: new Date().toISOString(),
    kit: { name: 'swarmkit-conformance', version: kit.version },
    suite: { digest: suite.digest, cases: suite.cases.length },
    argv: [...argv],
    command: [...target.command],
    target: target.name,
    runtime:
      described.describe === null
        ? null
        : { ...described.describe.runtime, capabilities: described.describe.capabilities },
    describe: {
      exchange: exchangeEvent(described.exchange),
      findings: described.findings.map(findingEvent),
    },
    planned: { ids, digest: digestIds(ids) },
    mode: modeOf(plan, described),
    ...(seed === undefined ? {} : { seed }),
    ...(shard === undefined ? {} : { shard: { ...shard, ...wholeOf(whole) } }),
    ...(baseline === undefined ? {} : { baseline: baselineOf(baseline) }),
  };
}

function wholeOf({ selection }: RunPlan): { cases: number; digest: string } {
  return { cases: selection.planned.length, digest: digestIds(selection.planned.map(({ id }) => id)) };
}

function baselineOf({ file, digest, entries }: LoadedBaseline) {
  return { file, digest, entries: entries.length };
}

function footerOf({ counts, stopped }: LanesResult, durationMs: number): EventOf<'run-ended'> {
  return {
    type: 'run-ended',
    at: new Date().toISOString(),
    duration_ms: Math.round(durationMs),
    counts: Object.fromEntries(counts),
    complete: !counts.has('not-run'),
    ...(stopped === undefined ? {} : { stopped }),
  };
}
