import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import pLimit from 'p-limit';
import type { Suite } from '../model/suite.ts';
import type { Terminal } from '../ports/terminal.ts';
import { judgeTrials, type Power } from '../selftest/judge-trials.ts';
import { planHunts } from '../selftest/plan-hunts.ts';
import { faultsDigest, powerFile } from '../selftest/power-file.ts';
import { renderPower } from '../selftest/render-power.ts';
import { renderSelftest } from '../selftest/render-selftest.ts';
import { runTrial, type Trial } from '../selftest/run-trial.ts';
import { loadWrongRuntimes, type WrongRuntime } from '../selftest/wrong-runtime.ts';
import { type ExitStatus, exitStatus } from './exit-status.ts';
import { type Kit, openSuite, UsageError } from './open-suite.ts';
import { parseCount } from './plan-run.ts';

export interface SelftestOptions {
  readonly suite?: string;
  readonly only: readonly string[];
  readonly jobs?: string;
  readonly full?: true;
  readonly write?: true;
}

export interface SelftestCommand {
  readonly options: SelftestOptions;
  readonly kit: Kit;
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
}

/** `selftest`: runs the suite against runtimes that are wrong on purpose. Red when it cannot tell them from a right one. */
export async function selftestCommand({
  options,
  kit,
  terminal,
  signal,
}: SelftestCommand): Promise<ExitStatus> {
  if (options.write === true && !isWhole(options)) {
    throw new UsageError('--write takes the whole of the self-test: leave out --only, --full and --suite');
  }
  const suite = openSuite(kit, options.suite);
  const runtimes = choose(load(kit), options.only);
  const limit = pLimit(parseCount('--jobs', options.jobs, { from: 1, to: 256 }) ?? availableParallelism());
  const full = options.full === true;
  let ended = 0;
  const trials = await Promise.all(
    runtimes.map((runtime) =>
      limit(async (): Promise<Trial> => {
        const trial = await runTrial(runtime, planHunts(runtime, suite, full), { suite, kit, signal });
        ended += 1;
        terminal.progress?.write(`\r\u001b[K${ended} of ${runtimes.length}: ${runtime.id}`);
        return trial;
      }),
    ),
  );
  terminal.progress?.write('\r\u001b[K');
  return report(trials, suite, { options, kit, terminal, signal });
}

function report(trials: readonly Trial[], suite: Suite, command: SelftestCommand): ExitStatus {
  const { options, kit, terminal, signal } = command;
  const power = judgeTrials(trials, suite, options.only.length === 0);
  terminal.out(renderSelftest(power));
  if (signal.aborted) return exitStatus.incomplete;
  const isCurrent = !isWhole(options) || settlePage(power, suite, kit, options.write === true);
  if (!isCurrent) terminal.err(`${powerFile} is not current: run selftest with --write\n`);
  return power.complaints.length > 0 || !isCurrent ? exitStatus.regression : exitStatus.clean;
}

/** Only the whole of the kit's own suite, measured in the one way, gives the page. */
function isWhole({ only, full, suite }: SelftestOptions): boolean {
  return only.length === 0 && full === undefined && suite === undefined;
}

/** Writes the page, or says whether it is what would be written. */
function settlePage(power: Power, suite: Suite, { root }: Kit, write: boolean): boolean {
  const file = join(root, powerFile);
  const measured = { suiteDigest: suite.digest, faultsDigest: faultsDigest(root), cases: suite.cases.length };
  const page = renderPower(power, measured);
  if (write) writeFileSync(file, page);
  return write || (existsSync(file) && readFileSync(file, 'utf8') === page);
}

function load({ root }: Kit): readonly WrongRuntime[] {
  try {
    return loadWrongRuntimes(root);
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** An id, or a beginning of ids that ends in a slash or star. */
function choose(runtimes: readonly WrongRuntime[], only: readonly string[]): readonly WrongRuntime[] {
  if (only.length === 0) return runtimes;
  const matches = (id: string, wanted: string) =>
    /[*/]$/.test(wanted) ? id.startsWith(wanted.replace(/\*$/, '')) : id === wanted;
  for (const wanted of only) {
    if (!runtimes.some(({ id }) => matches(id, wanted)))
      throw new UsageError(`--only ${wanted}: there is no such runtime`);
  }
  return runtimes.filter(({ id }) => only.some((wanted) => matches(id, wanted)));
}
