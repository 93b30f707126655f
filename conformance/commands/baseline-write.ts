import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { loadBaseline, parseBaseline } from '../baseline/load-baseline.ts';
import { planUpdate } from '../baseline/plan-update.ts';
import { type BaselineChanges, updateBaseline } from '../baseline/update-baseline.ts';
import type { RunEvent } from '../model/event.ts';
import type { Terminal } from '../ports/terminal.ts';
import { readStream } from '../report/read-stream.ts';
import { endedCases, readReport } from '../report/report-model.ts';
import { run } from '../run.ts';
import { type ExitStatus, exitStatus } from './exit-status.ts';
import { openSuite, UsageError } from './open-suite.ts';
import { baselineFile, chooseTarget, type PlanOptions, type PlanRequest, planRun } from './plan-run.ts';

export interface WriteOptions extends PlanOptions {
  /** A saved stream to take in place of a run. */
  readonly from?: string;
  readonly allowCrash?: true;
  /** Commander's name for the absence of `--no-growth`. */
  readonly growth: boolean;
  readonly reason?: string;
}

export interface WriteCommand extends PlanRequest {
  readonly options: WriteOptions;
  readonly terminal: Terminal;
}

/** `baseline write`: brings the file up to what a run, or a saved one, has shown. All of it or nothing. */
export async function baselineWriteCommand(command: WriteCommand): Promise<ExitStatus> {
  const { options, terminal, kit } = command;
  const file = baselineFile(options.baseline, targetOf(command));
  const baseline = existsSync(file) ? loadBaseline(file) : parseBaseline(file, '');
  const events = await eventsOf(command, file);
  const report = readReport(events);
  if (!report.complete) {
    terminal.err(`${file} is as it was: the run is not complete\n`);
    return exitStatus.incomplete;
  }
  const suiteIds = new Set(openSuite(kit, options.suite).cases.map(({ id }) => id));
  const plan = planUpdate(baseline, endedCases(report), suiteIds, {
    allowCrash: options.allowCrash === true,
    noGrowth: !options.growth,
    ...(options.reason === undefined ? {} : { reason: options.reason }),
  });
  if (!plan.ok) {
    terminal.err(`${plan.refused.join('\n')}\n${file} is as it was\n`);
    return exitStatus.regression;
  }
  const text = updateBaseline(baseline, plan.changes);
  if (text !== baseline.text) writeFileSync(file, text);
  terminal.out(`${file}: ${figures(plan.changes)}\n`);
  return exitStatus.clean;
}

function targetOf({ options, command }: WriteCommand) {
  return options.from === undefined ? chooseTarget(options.target, command) : undefined;
}

/** Verdicts as they come to without looking away: the file that is written is compared with, where it is there. */
async function eventsOf(command: WriteCommand, file: string): Promise<readonly RunEvent[]> {
  const { options } = command;
  if (options.from !== undefined) return savedEvents(options.from);
  const named = existsSync(file) ? file : false;
  const events: RunEvent[] = [];
  await run(planRun({ ...command, options: { ...options, baseline: named } }), (event) => events.push(event));
  return events;
}

function savedEvents(file: string): readonly RunEvent[] {
  const stream = readStream(readOr(file), { partial: false });
  if (stream.ok) return stream.events;
  throw new UsageError(`${file}: ${stream.reason}`);
}

function readOr(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new UsageError(`${file}: the stream cannot be read`);
  }
}

function figures({ add, remove, change }: BaselineChanges): string {
  return `${add.length} added, ${change.size} changed, ${remove.size} removed`;
}
