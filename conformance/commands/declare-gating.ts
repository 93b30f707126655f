import type { Command } from 'commander';
import type { WriteOptions } from './baseline-write.ts';
import type { CommandContext } from './declare-reporting.ts';
import { reportHelp } from './parse-report.ts';

/** The options of `run` that decide how it is run and what it is compared with. */
export function withRunning(command: Command): Command {
  return command
    .argument('[command...]', 'behind --: how the runtime is started, an argv array and no shell string')
    .option('--target <file>', 'a target file in place of the command')
    .option('--jobs <n>', 'cases at once (default: two more than there are processors)')
    .option('--one-shot', 'a process for each request, even where the runtime declares sessions')
    .option('--seed <n>', 'the order of the cases (default: a new one each time; the header has it)')
    .option('--max-crashes <n>', 'crashes or timeouts in a row that end the run; 0: none do (default: 10)')
    .option('--repeat <n>', 'each case so many times, in other surroundings: what differs is flaky')
    .option(
      '--baseline <file>',
      "known failures (default: the target's, or conformance-baseline.yaml where it is)",
    )
    .option('--no-baseline', 'compare with none');
}

/** `baseline write` and `merge`. */
export function declareGating(
  program: Command,
  { terminal, kit, signal, end }: CommandContext,
  {
    withSelection,
    argv,
  }: { readonly withSelection: (command: Command) => Command; readonly argv: readonly string[] },
): void {
  const baseline = program.command('baseline').description('the known failures of a runtime');
  withRunning(withSelection(baseline.command('write').description('bring the file up to what a run shows')))
    .option('--from <stream>', 'take what `run --report events=FILE` wrote, and run nothing')
    .option('--allow-crash', 'write crashes and timeouts too')
    .option('--no-growth', 'only take out and bring up to date; anything new is refused')
    .option('--reason <text>', 'why the new entries may fail')
    .action(async (command: string[], options: WriteOptions) => {
      const { baselineWriteCommand } = await import('./baseline-write.ts');
      end(await baselineWriteCommand({ options, command, argv, kit: kit(), terminal, signal }));
    });
  program
    .command('merge')
    .description('the streams of all shards of a run as one run')
    .argument('<stream...>', 'files that `run --shard I/N --report events=FILE` wrote, one of each shard')
    .option('--report <format=file>', reportHelp, (value: string, before: string[]) => [...before, value], [])
    .action(async (files: string[], options: { report: string[] }) => {
      const { mergeCommand } = await import('./merge.ts');
      end(await mergeCommand(files, options, terminal));
    });
}
