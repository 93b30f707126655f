import type { Command } from 'commander';
import type { CommandContext } from './declare-reporting.ts';
import type { FuzzOptions } from './fuzz.ts';
import type { SelftestOptions } from './selftest.ts';

/** `selftest` and `fuzz`: what shows that the suite can fail, and what looks for what it has missed. */
export function declareProving(program: Command, { terminal, kit, signal, end }: CommandContext): void {
  const collect = (value: string, before: string[]) => [...before, value];
  program
    .command('selftest')
    .description(
      'the suite against runtimes that are wrong on purpose: shows that it can fail (in a checkout of the source)',
    )
    .option('--only <runtime>', 'an id, or the beginning of ids with a *; may be repeated', collect, [])
    .option('--jobs <n>', 'runtimes at once (default: the number of processors)')
    .option('--full', 'every case against every fault, without a stop at the first that notices: hours')
    .option('--write', 'write the figures to conformance/POWER.md')
    .option('--suite <folder>', 'another suite: a folder with requirements.yaml and cases/')
    .action(async (options: SelftestOptions) => {
      const { selftestCommand } = await import('./selftest.ts');
      end(await selftestCommand({ options, kit: kit(), terminal, signal }));
    });
  program
    .command('fuzz')
    .description('cases that nobody wrote: drawn, run, and the smallest that fails kept')
    .argument('[command...]', 'behind --: how the runtime is started, an argv array and no shell string')
    .option('--target <file>', 'a target file in place of the command')
    .option('--seed <n>', 'where drawing begins (default: another one each time)')
    .option('--runs <n>', 'cases of each property (default: 25)')
    .option('--only <property>', 'this property; may be repeated', collect, [])
    .option('--jobs <n>', 'cases at once (default: the number of processors)')
    .option('--out <folder>', 'where a failure is written', '.')
    .action(async (command: string[], options: FuzzOptions) => {
      const { fuzzCommand } = await import('./fuzz.ts');
      end(await fuzzCommand({ options, command, kit: kit(), terminal, signal }));
    });
}
