import { mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, type TestContext, test } from 'vitest';
import { findKit } from '../commands/open-suite.ts';
import { planRun } from '../commands/plan-run.ts';
import { askDescribe, type Described } from '../drive/ask-describe.ts';
import type { DriveContext } from '../drive/drive-half.ts';
import { type Lane, oneShotLane } from '../drive/lane.ts';
import { openContext } from '../drive/open-context.ts';
import { removeQuietly } from '../drive/remove-quietly.ts';
import { runCase } from '../drive/run-case.ts';
import type { RunEvent } from '../model/event.ts';
import { phraseOf } from '../model/finding.ts';
import { groupBy } from '../model/group-by.ts';
import type { SuiteCase } from '../model/suite.ts';
import { describeFailure, plain } from '../report/describe-failure.ts';
import type { ReportedCase } from '../report/report-model.ts';
import type { RunPlan } from '../run.ts';

/** What `run` takes on the command line, where it makes sense here: vitest has its own shards, filters and reports. */
export interface ConformanceOptions {
  /** How the runtime is started: argv, as behind `--`. */
  readonly command?: readonly string[];
  /** A target file in place of the command. */
  readonly target?: string;
  /** Selectors, as `--only` takes them. */
  readonly only?: readonly string[];
  /** Selectors, as `--skip` takes them. */
  readonly skip?: readonly string[];
  /** Another suite: a folder with requirements.yaml and cases/. */
  readonly suite?: string;
  /** Known failures; `false`: none. Default: the target's, or conformance-baseline.yaml where it is. */
  readonly baseline?: string | false;
}

/**
 * Makes each case a test, in a `describe` for its area; a test's name is its case's id. Cases that do not apply are skipped
 * with the reason, a SHOULD that does not hold is an annotation. Throws when the options are wrong.
 */
export function conformance(options: ConformanceOptions): void {
  const { command = [], only = [], skip = [], target, suite, baseline } = options;
  const plan = planRun({
    options: {
      only,
      skip,
      ...(target !== undefined && { target }),
      ...(suite !== undefined && { suite }),
      ...(baseline !== undefined && { baseline }),
    },
    command,
    argv: ['vitest'],
    kit: findKit(import.meta.dirname),
    signal: new AbortController().signal,
  });
  const room = openRoom(plan);
  afterAll(() => removeQuietly(room.folder));
  const cases = plan.selection.planned.filter(({ id }) => !plan.selection.skipped.has(id));
  for (const [area, group] of groupBy(cases, ({ id }) => id.split('/')[0] ?? id)) {
    describe(area, () => {
      for (const suiteCase of group) {
        test(suiteCase.id, { timeout: boundOf(suiteCase, plan) }, (context) =>
          judge(suiteCase, plan, room, context),
        );
      }
    });
  }
}

interface Room {
  readonly folder: string;
  readonly context: DriveContext;
  readonly lane: Lane;
  /** Asked by the first test that wants to know. */
  described(): Promise<Described>;
}

function openRoom(plan: RunPlan): Room {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'conformance-')));
  const context = openContext(plan);
  let answer: Promise<Described> | undefined;
  return {
    folder,
    context,
    lane: oneShotLane(context, join(folder, 'cases')),
    described: () => {
      answer ??= askDescribe(join(folder, 'describe'), context);
      return answer;
    },
  };
}

/** The kit bounds each step itself and says which one hung; vitest only has to wait long enough. */
function boundOf({ halves, timeoutMs }: SuiteCase, { target }: RunPlan): number {
  const steps = halves.flatMap(({ steps }) => steps).reduce((sum, { times = 1 }) => sum + times, 1);
  return steps * ((timeoutMs ?? target.timeoutMs) + 5000);
}

async function judge(suiteCase: SuiteCase, plan: RunPlan, room: Room, test: TestContext): Promise<void> {
  const { describe: answer, findings } = await room.described();
  if (answer === null) throw plainError(`describe has no answer: ${findings.map(phraseOf).join('; ')}`);
  const known = plan.baseline?.entries.find(({ id }) => id === suiteCase.id);
  const events: RunEvent[] = [];
  const verdict = await runCase(
    {
      suiteCase,
      fate: 'drive',
      capabilities: new Set(answer.capabilities),
      lane: room.lane,
      ...(known && { known }),
      reproduce: plan.reproduce(suiteCase.id),
      signal: plan.signal,
    },
    (event) => void events.push(event),
  );
  if (verdict === 'pass') return;
  const reported = reportedCase(events);
  const reason = reported?.ended?.reason ?? '';
  if (verdict === 'not-applicable') test.skip(reason);
  const text = reported === undefined ? reason : describeFailure(reported, plain);
  if (verdict !== 'warn' && verdict !== 'xfail') throw plainError(text);
  await test.annotate(`${verdict}: ${text}`, 'warning');
}

/** The stream of one case, put together. */
function reportedCase(events: readonly RunEvent[]): ReportedCase | undefined {
  const started = events.find((event) => event.type === 'case-started');
  const ended = events.find((event) => event.type === 'case-ended');
  return started === undefined
    ? undefined
    : { started, steps: events.filter((event) => event.type === 'step'), ended };
}

/** The stack would point into the kit, where nothing is wrong. */
function plainError(message: string): Error {
  const error = new Error(message);
  error.stack = message;
  return error;
}
