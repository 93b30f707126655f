import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { askDescribe, type Described } from './drive/ask-describe.ts';
import type { DriveContext } from './drive/drive-half.ts';
import { oneShotRuntime } from './drive/one-shot.ts';
import { openProcessTable } from './drive/process-table.ts';
import { removeQuietly } from './drive/remove-quietly.ts';
import { runCase } from './drive/run-case.ts';
import type { LoadedTarget } from './load/load-target.ts';
import { type EventOf, type RunEvent, streamFormat } from './model/event.ts';
import type { Suite } from './model/suite.ts';
import type { Verdict } from './model/verdict.ts';
import { readLayout } from './prepare/write-layout.ts';
import { exchangeEvent, findingEvent } from './report/to-event.ts';
import type { Selection } from './select/select-cases.ts';

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
  /** Ends the run: what is running is killed, the rest is not run. */
  readonly signal: AbortSignal;
}

/** plan -> drive -> judge -> events. Every event goes to `emit` as it happens; the footer is returned too. */
export async function run(plan: RunPlan, emit: (event: RunEvent) => void): Promise<EventOf<'run-ended'>> {
  const started = performance.now();
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'conformance-')));
  try {
    const context = driveContext(plan);
    const described = await askDescribe(join(folder, 'describe'), context);
    emit(header(plan, described));
    const counts = await runCases(plan, context, described, folder, emit);
    const footer = footerOf(counts, performance.now() - started);
    emit(footer);
    return footer;
  } finally {
    if (!plan.keep) await removeQuietly(folder);
  }
}

async function runCases(
  { selection, jobs, reproduce, signal }: RunPlan,
  context: DriveContext,
  { describe }: Described,
  folder: string,
  emit: (event: RunEvent) => void,
): Promise<ReadonlyMap<Verdict, number>> {
  const limit = pLimit(jobs);
  const counts = new Map<Verdict, number>();
  const capabilities = new Set(describe?.capabilities);
  const fate = (id: string) => {
    if (selection.skipped.has(id)) return 'skipped';
    return describe === null || signal.aborted ? 'not-run' : 'drive';
  };
  const runs = selection.planned.map((suiteCase, index) =>
    limit(async () => {
      const root = join(folder, String(index + 1));
      const verdict = await runCase(
        {
          suiteCase,
          fate: fate(suiteCase.id),
          capabilities,
          root,
          reproduce: reproduce(suiteCase.id),
          signal,
        },
        context,
        emit,
      );
      counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
    }),
  );
  await Promise.all(runs);
  return counts;
}

function driveContext({ target, kit, keep, signal }: RunPlan): DriveContext {
  const processes = openProcessTable();
  return {
    runtime: oneShotRuntime({ command: target.command, processes, signal }),
    processes,
    prepare: {
      materials: {
        witness: readFileSync(join(kit.root, 'fixtures/programs/witness')),
        toolServer: readFileSync(join(kit.root, 'fixtures/programs/tool-server.cjs')),
        fixture: (name) => readLayout(join(kit.root, 'fixtures/workspaces', name)),
      },
      path: target.path,
      env: target.env,
    },
    timeoutMs: target.timeoutMs,
    keep,
  };
}

function header(
  { suite, selection, target, kit, argv }: RunPlan,
  described: Described,
): EventOf<'run-started'> {
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
    planned: { ids, digest: createHash('sha256').update(ids.join('\n')).digest('hex') },
  };
}

function footerOf(counts: ReadonlyMap<Verdict, number>, durationMs: number): EventOf<'run-ended'> {
  return {
    type: 'run-ended',
    at: new Date().toISOString(),
    duration_ms: Math.round(durationMs),
    counts: Object.fromEntries(counts),
    complete: !counts.has('not-run'),
  };
}
