import { availableParallelism } from 'node:os';
import { type LoadedTarget, loadTarget, targetFromArgv } from '../load/load-target.ts';
import type { RunEvent } from '../model/event.ts';
import type { Terminal } from '../ports/terminal.ts';
import { quoteForShell } from '../prepare/behaviour-plan.ts';
import { drawProgress } from '../report/progress.ts';
import { renderText } from '../report/render-text.ts';
import { openReports, type ReportFile } from '../report/report-files.ts';
import { readReport, tallyOf } from '../report/report-model.ts';
import { run } from '../run.ts';
import { selectCases } from '../select/select-cases.ts';
import { type ExitStatus, exitStatus } from './exit-status.ts';
import { type Kit, openSuite, UsageError } from './open-suite.ts';
import { parseReport } from './parse-report.ts';

export interface RunOptions {
  readonly target?: string;
  readonly suite?: string;
  readonly only: readonly string[];
  readonly skip: readonly string[];
  readonly jobs?: string;
  readonly keep?: true;
  readonly report: readonly string[];
}

export interface RunCommand {
  readonly options: RunOptions;
  /** The words behind `--`. */
  readonly command: readonly string[];
  /** The kit's whole command line. */
  readonly argv: readonly string[];
  readonly kit: Kit;
  readonly terminal: Terminal;
  /** Aborted when the person wants the run to end. */
  readonly signal: AbortSignal;
}

/** `run`: everything that can be wrong with the command line is found before the first process starts. */
export async function runCommand({
  options,
  command,
  argv,
  kit,
  terminal,
  signal,
}: RunCommand): Promise<ExitStatus> {
  const target = chooseTarget(options.target, command);
  const jobs = parseJobs(options.jobs);
  const files = options.report.map(parseReport);
  const suite = openSuite(kit, options.suite);
  const selection = selectCases(suite.cases, options);
  const reports = open(files);
  const progress = terminal.progress === undefined ? undefined : drawProgress(terminal.progress);
  const events: RunEvent[] = [];
  const reproduce = (id: string) => reproduceCommand(id, options, command);
  const keep = options.keep === true;
  await run({ suite, selection, target, jobs, keep, kit, argv, reproduce, signal }, (event) => {
    events.push(event);
    reports.write(event);
    progress?.onEvent(event);
  });
  progress?.clear();
  await reports.finish(events);
  terminal.out(renderText(events, terminal.colour));
  return statusOf(events);
}

/** A regression outranks an incomplete run: both are red, and the first can be acted upon. */
function statusOf(events: readonly RunEvent[]): ExitStatus {
  const report = readReport(events);
  const { passed, failed, warned } = tallyOf(report);
  const harness = report.cases.some(({ ended }) => ended?.verdict === 'harness-error');
  const faults = report.cases.filter(({ ended }) => ended?.verdict === 'harness-error').length;
  if (failed > faults) return exitStatus.regression;
  // nothing that was run is nothing that was shown
  return harness || !report.complete || passed + warned === 0 ? exitStatus.incomplete : exitStatus.clean;
}

function chooseTarget(file: string | undefined, command: readonly string[]): LoadedTarget {
  if (file !== undefined && command.length > 0) throw new UsageError('give --target or `-- ARGV`, not both');
  if (file !== undefined) return loadTarget(file);
  if (command.length > 0) return targetFromArgv(command, process.cwd());
  throw new UsageError('which runtime? `run -- node runtime.js`, or `run --target FILE`');
}

function parseJobs(text: string | undefined): number {
  const jobs = text === undefined ? availableParallelism() : Number(text);
  if (!Number.isInteger(jobs) || jobs < 1 || jobs > 256)
    throw new UsageError(`--jobs ${text}: a whole number from 1 to 256`);
  return jobs;
}

function open(files: readonly ReportFile[]): ReturnType<typeof openReports> {
  try {
    return openReports(files);
  } catch (error) {
    throw new UsageError(
      error instanceof Error ? `--report: ${error.message}` : '--report: a file cannot be written',
    );
  }
}

function reproduceCommand(id: string, { target, suite }: RunOptions, command: readonly string[]): string {
  const words = [
    'swarmkit-conformance',
    'run',
    '--only',
    id,
    '--keep',
    ...(suite === undefined ? [] : ['--suite', suite]),
    ...(target === undefined ? ['--', ...command] : ['--target', target]),
  ];
  return words.map(quoteForShell).join(' ');
}
