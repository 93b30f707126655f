import type { Command } from 'commander';
import type { Terminal } from '../ports/terminal.ts';
import type { ExitStatus } from './exit-status.ts';
import type { Kit } from './open-suite.ts';
import { reportHelp } from './parse-report.ts';
import type { ReportOptions } from './report.ts';
import type { SuiteDiffOptions } from './suite-diff.ts';

export interface CommandContext {
  readonly terminal: Terminal;
  readonly kit: () => Kit;
  readonly signal: AbortSignal;
  /** Says how the command ended. */
  end(status: ExitStatus): void;
}

/** `report` and `suite-diff`: what is done with runs and suites that are there already. */
export function declareReporting(program: Command, { terminal, kit, end }: CommandContext): void {
  program
    .command('report')
    .description('draw a saved stream of events, or several side by side')
    .argument('<stream...>', 'files that `run --report events=FILE` wrote')
    .option('--report <format=file>', reportHelp, (value: string, before: string[]) => [...before, value], [])
    .option('--compare', 'draw the streams side by side, as one html page')
    .option('--partial', 'draw a run that was cut off too, marked as not complete')
    .action(async (files: string[], options: ReportOptions) => {
      const { reportCommand } = await import('./report.ts');
      end(await reportCommand(files, options, terminal));
    });
  program
    .command('suite-diff')
    .description('which cases one suite has and another has not, and which baseline entries that moves')
    .argument(
      '<old>',
      'a stream of events, the output of `list --json`, or a folder with requirements.yaml and cases/',
    )
    .argument('[new]', "the same; default: this kit's own suite")
    .option('--baseline <file>', 'say which of its entries move')
    .option('--json', 'as one JSON document')
    .action(async (before: string, after: string | undefined, options: SuiteDiffOptions) => {
      const { suiteDiffCommand } = await import('./suite-diff.ts');
      end(suiteDiffCommand({ before, after, options, kit: kit(), terminal }));
    });
}
