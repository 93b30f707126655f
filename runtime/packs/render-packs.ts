import { type BundledPack, declarationOf } from './bundled.ts';
import type { PackCheck, ProgramCheck } from './check-pack.ts';

/** One line for each pack: its id, what it is for, how many commands of either sort. */
export function renderList(packs: readonly BundledPack[]): string {
  const width = Math.max(...packs.map(({ id }) => id.length));
  const lines = packs.map((pack) => {
    const { reads, writes } = commandNames(pack);
    return `${pack.id.padEnd(width)}  ${pack.description} (${reads.length} reads, ${writes.length} writes)`;
  });
  return `${lines.join('\n')}\n\nUse one in workspace.yaml: command_packs: [{bundled: ${packs[0]?.id}}]\n`;
}

export function commandNames(pack: BundledPack): { reads: readonly string[]; writes: readonly string[] } {
  const { commands } = declarationOf(pack);
  const of = (wanted: string) => commands.filter(({ effects }) => effects === wanted).map(({ id }) => id);
  return { reads: of('read'), writes: of('write') };
}

/** The pack's own file, comments included: what it runs, and why it is written that way. */
export function renderPack(pack: BundledPack): string {
  return pack.text;
}

/** What each pack finds on this machine, and how to install what it does not. */
export function renderChecks(checks: readonly PackCheck[]): string {
  return checks.map(renderCheck).join('\n');
}

function renderCheck({ id, usable, programs }: PackCheck): string {
  return `${id}: ${usable ? 'ready' : 'not usable here'}\n${programs.map(renderProgram).join('')}`;
}

function renderProgram({ binary, wanted, program, version, problem, install }: ProgramCheck): string {
  const range = wanted === null ? '' : ` ${wanted}`;
  if (problem === null)
    return `  ok       ${binary}${range}${version === null ? '' : `: ${version}`} (${program})\n`;
  const hints = install.map((hint) => `           ${hint}\n`).join('');
  return `  missing  ${binary}${range}: ${problem}\n${hints}`;
}
