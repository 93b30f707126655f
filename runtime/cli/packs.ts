import { Command, CommanderError } from 'commander';
import { type BundledPack, bundledPacks } from '../packs/bundled.ts';
import { checkPack } from '../packs/check-pack.ts';
import { commandNames, renderChecks, renderList, renderPack } from '../packs/render-packs.ts';
import type { Output, Ports } from '../ports/ports.ts';

/**
 * `swarmkit packs list|show|check`: what ships with the runtime. Exit status: 0, 1 when a pack that was checked cannot be used here,
 * 2 for a usage error.
 */
export async function packsMain(argv: readonly string[], ports: Ports, output: Output): Promise<number> {
  let status = 0;
  const program = packsCommand(ports, output, (failed) => {
    status = failed;
  });
  try {
    await program.parseAsync(argv, { from: 'user' });
    return status;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? 0 : 2;
  }
}

function packsCommand(ports: Ports, output: Output, exitWith: (status: number) => void): Command {
  const bundled = bundledPacks(ports.files);
  const all = () => bundled.ids().flatMap((id) => bundled.get(id) ?? []);
  const named = (id: string, command: Command): BundledPack =>
    bundled.get(id) ??
    command.error(`error: ${id} is no bundled pack; there are ${bundled.ids().join(', ')}`);
  const print = (json: boolean, data: unknown, text: string) =>
    output.out(json ? `${JSON.stringify(data)}\n` : text);

  const program = new Command('swarmkit packs').description('The command packs that ship with the runtime.');
  program
    .configureOutput({ writeOut: (text) => output.out(text), writeErr: (text) => output.err(text) })
    .exitOverride();
  program
    .command('list')
    .description('what there is')
    .option('--json', 'print JSON and nothing else', false)
    .action(({ json }) => {
      const data = all().map((pack) => ({
        id: pack.id,
        description: pack.description,
        ...commandNames(pack),
      }));
      print(json, data, renderList(all()));
    });
  program
    .command('show')
    .description('a pack as it is written, to read or to copy')
    .argument('<pack>')
    .option('--json', 'print JSON and nothing else', false)
    .action((id, { json }, command) => {
      const pack = named(id, command);
      print(json, pack.pack, renderPack(pack));
    });
  program
    .command('check')
    .description('whether this machine has what packs need; all of them unless some are named')
    .argument('[packs...]')
    .option('--json', 'print JSON and nothing else', false)
    .action(async (ids: readonly string[], { json }, command) => {
      const chosen = ids.length === 0 ? all() : ids.map((id) => named(id, command));
      const checks = [];
      for (const pack of chosen) checks.push(await checkPack(pack, ports));
      print(json, checks, renderChecks(checks));
      if (checks.some(({ usable }) => !usable)) exitWith(1);
    });
  return program;
}
