import { done, failed, type Step } from '../model/failure.ts';
import type { Command, Pack } from '../model/workspace.ts';
import type { Files } from '../ports/ports.ts';

/**
 * A missing working directory, by its own name: the system would blame the program. Code:
 * `command.not-started`.
 */
export function checkDirectory({ id, cwd }: Pack, files: Files): Step<string> {
  const status = files.status(cwd);
  if (status?.kind === 'directory') return done(cwd);
  const what = status === undefined ? 'does not exist' : 'is not a directory';
  return failed('command.not-started', `the working directory ${cwd} ${what}`, `it is the cwd of pack ${id}`);
}

/** The errno of a failed start in words. The working directory has been looked at before. */
export function explainStart(reason: string, { argv, program }: Command, files: Files): string {
  const [name] = argv;
  if (reason !== 'ENOENT') return `${name} did not start: ${reasons.get(reason) ?? reason}`;
  if (files.status(program) === undefined) return `${name} did not start: ${program} is no longer there`;
  const interpreter = interpreterOf(program, files);
  return `${name} did not start: ${program} is there, but its interpreter${interpreter} is not`;
}

const reasons: ReadonlyMap<string, string> = new Map([
  ['EACCES', 'the system does not let it be executed (EACCES)'],
  ['ENOEXEC', 'it is no program for this system (ENOEXEC)'],
  ['EAGAIN', 'there are too many processes (EAGAIN)'],
  ['EMFILE', 'too many files are open (EMFILE)'],
  ['ENOMEM', 'there is not enough memory (ENOMEM)'],
]);

/** What the first line of a script names after `#!`. A binary's loader is not looked for. */
function interpreterOf(program: string, files: Files): string {
  const start = new TextDecoder('latin1').decode(files.read(program, 256));
  const interpreter = /^#!\s*(\S+)/.exec(start)?.[1];
  return interpreter === undefined ? '' : ` ${interpreter}`;
}
