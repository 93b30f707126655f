import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { type LoadedBaseline, loadBaseline } from '../baseline/load-baseline.ts';
import { type LoadedTarget, loadTarget, targetFromArgv } from '../load/load-target.ts';
import { quoteForShell } from '../prepare/behaviour-plan.ts';
import type { RunPlan } from '../run.ts';
import { selectCases } from '../select/select-cases.ts';
import { parseShard, type Shard } from '../select/shard.ts';
import { type Kit, openSuite, UsageError } from './open-suite.ts';

/** What `run` and `baseline write` have in common. */
export interface PlanOptions {
  readonly target?: string;
  readonly suite?: string;
  readonly only: readonly string[];
  readonly skip: readonly string[];
  readonly jobs?: string;
  readonly keep?: true;
  readonly oneShot?: true;
  readonly seed?: string;
  readonly shard?: string;
  readonly maxCrashes?: string;
  readonly repeat?: string;
  /** `false`: none, whatever lies about. */
  readonly baseline?: string | false;
}

export interface PlanRequest {
  readonly options: PlanOptions;
  /** The words behind `--`. */
  readonly command: readonly string[];
  /** The kit's whole command line. */
  readonly argv: readonly string[];
  readonly kit: Kit;
  /** Aborted when the person wants the run to end. */
  readonly signal: AbortSignal;
}

/** Throws UsageError, TargetError, SelectorError or BaselineError: all that can be wrong is found before the first process starts. */
export function planRun({ options, command, argv, kit, signal }: PlanRequest): RunPlan {
  const target = chooseTarget(options.target, command);
  const jobs = parseCount('--jobs', options.jobs, { from: 1, to: 256 }) ?? usualJobs();
  const maxCrashes = parseCount('--max-crashes', options.maxCrashes, { from: 0, to: 9999 }) ?? patience;
  const repeat = parseCount('--repeat', options.repeat, { from: 1, to: 100 }) ?? 1;
  const seed = parseCount('--seed', options.seed, { from: 0, to: 2 ** 31 - 1 }) ?? freshSeed();
  const suite = openSuite(kit, options.suite);
  const selection = selectCases(suite.cases, options);
  const shard = parseShardOption(options.shard, selection.planned.length);
  const baseline = openBaseline(options.baseline, target);
  return {
    suite,
    selection,
    target,
    jobs,
    keep: options.keep === true,
    sessions: options.oneShot !== true,
    seed,
    maxCrashes,
    repeat,
    ...(shard && { shard }),
    ...(baseline && { baseline }),
    kit,
    argv,
    reproduce: (id) => reproduceCommand(id, options, command),
    signal,
  };
}

/** Two more than there are processors: cases wait, for processes, for bounds to pass, and others can work meanwhile. */
function usualJobs(): number {
  return availableParallelism() + 2;
}

/** A runtime that falls over this often in a row will not stand up for the next case. */
const patience = 10;

/** The baseline's name where nobody gives another, in the current directory. */
const usualFile = 'conformance-baseline.yaml';

/** Where the known failures of a target are: what is named, what the target names, or the usual file. */
export function baselineFile(named: string | false | undefined, target: LoadedTarget | undefined): string {
  return (named === false ? undefined : named) ?? target?.baseline ?? usualFile;
}

/** A file that neither a person nor the target named need not be there. */
function openBaseline(named: string | false | undefined, target: LoadedTarget): LoadedBaseline | undefined {
  if (named === false) return undefined;
  const file = baselineFile(named, target);
  return file === usualFile && !existsSync(file) ? undefined : loadBaseline(file);
}

export function chooseTarget(file: string | undefined, command: readonly string[]): LoadedTarget {
  if (file !== undefined && command.length > 0) throw new UsageError('give --target or `-- ARGV`, not both');
  if (file !== undefined) return loadTarget(file);
  if (command.length > 0) return targetFromArgv(command, process.cwd());
  throw new UsageError('which runtime? `run -- node runtime.js`, or `run --target FILE`');
}

export function parseCount(
  name: string,
  text: string | undefined,
  { from, to }: { readonly from: number; readonly to: number },
): number | undefined {
  if (text === undefined) return undefined;
  const count = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (count >= from && count <= to) return count;
  throw new UsageError(`${name} ${text}: a whole number from ${from} to ${to}`);
}

/** Small enough to be typed again. */
function freshSeed(): number {
  return Math.floor(Math.random() * 1_000_000);
}

function parseShardOption(text: string | undefined, cases: number): Shard | undefined {
  if (text === undefined) return undefined;
  const shard = parseShard(text);
  if (shard === undefined)
    throw new UsageError(`--shard ${text}: write I/N, as in 1/4 for the first of four`);
  if (shard.of > cases) throw new UsageError(`--shard ${text}: there are only ${cases} cases to share out`);
  return shard;
}

function reproduceCommand(
  id: string,
  { target, suite, oneShot }: PlanOptions,
  command: readonly string[],
): string {
  const words = [
    'swarmkit-conformance',
    'run',
    '--only',
    id,
    '--keep',
    ...(oneShot === undefined ? [] : ['--one-shot']),
    ...(suite === undefined ? [] : ['--suite', suite]),
    ...(target === undefined ? ['--', ...command] : ['--target', target]),
  ];
  return words.map(quoteForShell).join(' ');
}
