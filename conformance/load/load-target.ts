import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import { basename, delimiter, dirname, isAbsolute, join, resolve } from 'node:path';
import { type SuiteProblem, showSuiteProblem } from '../model/suite-problem.ts';
import { Target } from '../model/target.ts';
import { readYaml } from './read-yaml.ts';
import { schemaProblems } from './schema-problems.ts';

/** A runtime ready to be started from any directory. */
export interface LoadedTarget {
  /** The target file's name; `null` for a command typed at the command line. */
  readonly name: string | null;
  /** argv; the first element is an absolute path. */
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Where the runtime's own programs are found, behind the case's bin. */
  readonly path: string;
  readonly timeoutMs: number;
  /** The baseline file that the target names, from the current directory; `null` where it names none. */
  readonly baseline: string | null;
}

const defaultTimeoutSeconds = 20;

/** A message for the person who named the target. */
export class TargetError extends Error {}

/** A target from a file. Throws TargetError. */
export function loadTarget(file: string): LoadedTarget {
  const document = readYaml(file, readOr(file));
  if (document.problems.length > 0) throw new TargetError(show(document.problems));
  const parsed = Target.safeParse(document.value);
  if (!parsed.success) throw new TargetError(show(schemaProblems(document, parsed.error)));
  const { name, command, env, timeout_seconds, baseline } = parsed.data;
  return {
    ...targetOf(command, dirname(resolve(file)), env),
    name: name ?? basename(file).replace(/\.ya?ml$/, ''),
    timeoutMs: (timeout_seconds ?? defaultTimeoutSeconds) * 1000,
    baseline: baseline === undefined ? null : besides(file, baseline),
  };
}

/** A target from the words behind `--`, relative to the current directory. Throws TargetError. */
export function targetFromArgv(command: readonly string[], directory: string): LoadedTarget {
  return targetOf(command, directory, {});
}

function targetOf(
  command: readonly string[],
  directory: string,
  env: Readonly<Record<string, string>>,
): LoadedTarget {
  const { PATH: path = defaultPath(), ...others } = env;
  return {
    name: null,
    command: absoluteCommand(command, directory),
    env: others,
    path,
    timeoutMs: defaultTimeoutSeconds * 1000,
    baseline: null,
  };
}

/** As a person would type it from where they stand, for messages that name it. */
function besides(file: string, path: string): string {
  return isAbsolute(path) ? path : join(dirname(file), path);
}

/** Ordinary programs, and node, which runtimes written for it are started with. */
function defaultPath(): string {
  return ['/usr/local/bin', '/usr/bin', '/bin', dirname(process.execPath)].join(delimiter);
}

/** The runtime is started in the case's own folder, so whatever names a file must name it from there too. */
function absoluteCommand([program = '', ...args]: readonly string[], directory: string): readonly string[] {
  return [
    findProgram(program, directory),
    ...args.map((arg) => (isFile(resolve(directory, arg)) ? resolve(directory, arg) : arg)),
  ];
}

function findProgram(program: string, directory: string): string {
  const folders = program.includes('/')
    ? [directory]
    : (process.env.PATH ?? '').split(delimiter).filter(isAbsolute);
  const found = folders.map((folder) => resolve(folder, program)).find(isProgram);
  if (found === undefined)
    throw new TargetError(
      `${program}: no such program; the runtime is an argv array, as in \`-- node runtime.js\``,
    );
  return found;
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return isFile(path);
  } catch {
    return false;
  }
}

function readOr(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new TargetError(`${file}: the target file cannot be read`);
  }
}

function show(problems: readonly SuiteProblem[]): string {
  return problems.map(showSuiteProblem).join('\n');
}
