import { Command, CommanderError } from 'commander';
import { BaselineError } from '../baseline/load-baseline.ts';
import { TargetError } from '../load/load-target.ts';
import type { Terminal } from '../ports/terminal.ts';
import { selectCases } from '../select/select-cases.ts';
import { SelectorError } from '../select/selector.ts';
import { declareGating, withRunning } from './declare-gating.ts';
import { declareOnboarding } from './declare-onboarding.ts';
import { declareProving } from './declare-proving.ts';
import { type CommandContext, declareReporting } from './declare-reporting.ts';
import { type ExitStatus, exitStatus } from './exit-status.ts';
import { renderExplanation } from './explain.ts';
import { renderList, renderListJson } from './list.ts';
import { findKit, openSuite, UsageError } from './open-suite.ts';
import { reportHelp } from './parse-report.ts';
import type { RunOptions } from './run.ts';

export interface Surroundings {
  readonly terminal: Terminal;
  /** The folder of the running program: where to look for the suite from. */
  readonly from: string;
  /** Aborted when the person wants the run to end. */
  readonly signal: AbortSignal;
}

interface SelectOptions {
  readonly suite?: string;
  readonly only: string[];
  readonly skip: string[];
}

/** The command line without its process: arguments in, exit status out. */
export async function main(args: readonly string[], surroundings: Surroundings): Promise<ExitStatus> {
  const { terminal } = surroundings;
  try {
    return await parse(args, surroundings);
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitStatus.clean : exitStatus.usage;
    terminal.err(`${error instanceof Error ? error.message : String(error)}\n`);
    return isUsage(error) ? exitStatus.usage : exitStatus.incomplete;
  }
}

function isUsage(error: unknown): boolean {
  return [UsageError, SelectorError, TargetError, BaselineError].some((kind) => error instanceof kind);
}

async function parse(args: readonly string[], surroundings: Surroundings): Promise<ExitStatus> {
  const { terminal, from, signal } = surroundings;
  let status: ExitStatus = exitStatus.clean;
  const program = new Command('swarmkit-conformance')
    .description('Runs any SwarmKit runtime against the cases of the CLI contract.')
    .exitOverride()
    .configureOutput({ writeOut: terminal.out, writeErr: terminal.err });
  program.option('--version', 'print the version').on('option:version', () => {
    terminal.out(`${findKit(from).version}\n`);
    throw new CommanderError(0, 'commander.version', 'version');
  });
  withRunning(withSelection(program.command('run').description('run cases against a runtime')))
    .option('--shard <i/n>', 'the i-th of n equal parts; `merge` puts them together')
    .option('--report <format=file>', reportHelp, collect, [])
    .option('--capsules <folder>', 'each failure as a folder with a repro.sh that needs the runtime only')
    .option('--keep', "leave the cases' folders behind, to be looked at")
    .action(async (command: string[], options: RunOptions) => {
      const { runCommand } = await import('./run.ts');
      status = await runCommand({ options, command, argv: args, kit: findKit(from), terminal, signal });
    });
  withSelection(program.command('list').description('the cases, one a line'))
    .option('--json', 'as a JSON array')
    .action((options: SelectOptions & { json?: true }) => {
      const selection = selectCases(openSuite(findKit(from), options.suite).cases, options);
      terminal.out(options.json === true ? renderListJson(selection) : renderList(selection));
    });
  program
    .command('explain')
    .description('one case in full: clauses, files, steps, what is expected')
    .argument('<id>')
    .option('--suite <folder>', 'another suite: a folder with requirements.yaml and cases/')
    .action((id: string, options: { suite?: string }) => {
      const kit = findKit(from);
      terminal.out(renderExplanation(kit, openSuite(kit, options.suite), id));
    });
  const context: CommandContext = {
    terminal,
    signal,
    kit: () => findKit(from),
    end: (ended) => {
      status = ended;
    },
  };
  declareReporting(program, context);
  declareOnboarding(program, context);
  declareGating(program, context, { withSelection, argv: args });
  declareProving(program, context);
  await program.parseAsync([...args], { from: 'user' });
  return status;
}

function withSelection(command: Command): Command {
  return command
    .option(
      '--only <selector>',
      'these cases: an id with * and **, tag:x, clause:x, capability:x, level:must, @file; may be repeated',
      collect,
      [],
    )
    .option('--skip <selector>', 'not these cases', collect, [])
    .option('--suite <folder>', 'another suite: a folder with requirements.yaml and cases/');
}

function collect(value: string, before: string[]): string[] {
  return [...before, value];
}
