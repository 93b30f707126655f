import type { Command } from 'commander';
import { languages } from '../onboarding/languages.ts';
import type { CommandContext } from './declare-reporting.ts';

/** `init` and `doctor`: from nothing to the first green case. */
export function declareOnboarding(program: Command, { terminal, kit, signal, end }: CommandContext): void {
  program
    .command('init')
    .description('begin a runtime: a program that answers two verbs, and a target file')
    .requiredOption('--lang <language>', `one of ${languages.join(', ')}`)
    .argument('[folder]', 'where to', '.')
    .action(async (folder: string, { lang }: { lang: string }) => {
      const { initCommand } = await import('./init.ts');
      end(initCommand(lang, folder, kit(), terminal));
    });
  program
    .command('doctor')
    .description('ten small probes: is the adapter wrong or the runtime, and what to do next')
    .argument('[command...]', 'behind --: how the runtime is started, an argv array and no shell string')
    .option('--target <file>', 'a target file in place of the command')
    .action(async (command: string[], { target }: { target?: string }) => {
      const { doctorCommand } = await import('./doctor.ts');
      end(await doctorCommand({ target, command, kit: kit(), terminal, signal }));
    });
}
