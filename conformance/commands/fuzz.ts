import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { type FuzzPlan, type FuzzResult, fuzzProperty } from '../fuzz/fuzz.ts';
import { properties } from '../fuzz/properties.ts';
import type { Property } from '../fuzz/property.ts';
import type { Terminal } from '../ports/terminal.ts';
import { type ExitStatus, exitStatus } from './exit-status.ts';
import { type Kit, openSuite, UsageError } from './open-suite.ts';
import { chooseTarget, parseCount } from './plan-run.ts';

export interface FuzzOptions {
  readonly target?: string;
  readonly seed?: string;
  readonly runs?: string;
  readonly only: readonly string[];
  readonly jobs?: string;
  readonly out: string;
}

export interface FuzzCommand {
  readonly options: FuzzOptions;
  /** The words behind `--`. */
  readonly command: readonly string[];
  readonly kit: Kit;
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
}

/** `fuzz`: cases that nobody wrote. What fails is made as small as it gets and written down as a case file. */
export async function fuzzCommand({
  options,
  command,
  kit,
  terminal,
  signal,
}: FuzzCommand): Promise<ExitStatus> {
  const plan: FuzzPlan = {
    suite: openSuite(kit, undefined),
    target: chooseTarget(options.target, command),
    kit,
    jobs: parseCount('--jobs', options.jobs, { from: 1, to: 256 }) ?? availableParallelism(),
    seed: parseCount('--seed', options.seed, { from: 0, to: 2 ** 31 - 1 }) ?? Date.now() % 1_000_000,
    runs: parseCount('--runs', options.runs, { from: 1, to: 100_000 }) ?? 25,
    signal,
  };
  const results: FuzzResult[] = [];
  for (const property of choose(options.only)) {
    const result = await fuzzProperty(property, plan);
    results.push(result);
    terminal.out(describe(result, plan, options.out));
  }
  if (signal.aborted) return exitStatus.incomplete;
  return results.some(({ counterexample }) => counterexample !== null)
    ? exitStatus.regression
    : exitStatus.clean;
}

function describe(
  { property, drawn, counterexample }: FuzzResult,
  { seed, runs }: FuzzPlan,
  out: string,
): string {
  if (counterexample === null) return `${property}: ${drawn} cases hold (--seed ${seed} --runs ${runs})\n`;
  mkdirSync(out, { recursive: true });
  const file = join(out, `${property}-${seed}.yaml`);
  writeFileSync(file, counterexample.text);
  return [
    `${property}: ${counterexample.verdict}: ${counterexample.reason}`,
    `  the smallest case that fails is in ${file}; moved to conformance/cases/<area>/ it is a case of the suite`,
    `  the same again: fuzz --only ${property} --seed ${seed} --runs ${runs}\n`,
  ].join('\n');
}

function choose(only: readonly string[]): readonly Property[] {
  const unknown = only.find((name) => !properties.some((each) => each.name === name));
  if (unknown !== undefined) {
    throw new UsageError(`--only ${unknown}: there is ${properties.map(({ name }) => name).join(', ')}`);
  }
  return only.length === 0 ? properties : properties.filter(({ name }) => only.includes(name));
}
