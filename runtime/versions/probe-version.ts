import { type Bounds, runBounded } from '../execute/bounds.ts';
import type { Clock, Processes } from '../ports/ports.ts';
import { type Printed, type Reading, readVersion } from './read-version.ts';

/** How to ask one program for its version. */
export interface VersionSpec {
  readonly binary: string;
  readonly args: readonly string[];
  readonly okExit: ReadonlySet<number>;
  readonly pattern: RegExp | undefined;
}

/** The part of a pack's `requires` entry that says how to ask. */
export interface VersionDeclaration {
  readonly binary: string;
  readonly version_args?: readonly string[] | undefined;
  readonly version_pattern?: string | undefined;
  readonly version_ok_exit?: readonly number[] | undefined;
}

/**
 * Unasked, only `--version` is run and only status 0 believed: of the other usual forms some hang, install or write files.
 * `version_pattern` must be a regular expression; `^` and `$` match at lines.
 */
export function versionSpec(declared: VersionDeclaration): VersionSpec {
  const {
    binary,
    version_args: args = ['--version'],
    version_pattern: pattern,
    version_ok_exit: okExit = [0],
  } = declared;
  return {
    binary,
    args,
    okExit: new Set(okExit),
    pattern: pattern === undefined ? undefined : new RegExp(pattern, 'mu'),
  };
}

/** Where a program is asked: the PATH it may use itself, and an empty folder that is its working directory and HOME. */
export interface Surroundings {
  readonly path: string;
  /** Absolute. */
  readonly scratch: string;
}

const limits: Bounds = { timeoutMs: 10_000, maxOutputBytes: 64 * 1024 };

/**
 * Runs `program` (absolute) and reads its version. Closed stdin, scratch folder, 10 s, 64 KiB, a process group
 * of its own of which nothing is left when this returns.
 */
export async function probeVersion(
  ports: { readonly processes: Processes; readonly clock: Clock },
  program: string,
  spec: VersionSpec,
  { path, scratch }: Surroundings,
  bounds: Bounds = limits,
): Promise<Reading> {
  const env = new Map([
    ['PATH', path],
    ['HOME', scratch],
    ['TMPDIR', scratch],
    ['LANG', 'C.UTF-8'],
    ['TERM', 'dumb'],
    ['NO_COLOR', '1'],
  ]);
  const running = ports.processes.start({ program, argv0: program, args: spec.args, env, cwd: scratch });
  const { verdict, stdout, stderr } = await runBounded(running, bounds, ports.clock);
  if (verdict.kind === 'not-started') return { unreadable: `it did not start (${verdict.reason})`, line: '' };
  if (verdict.kind === 'output-ceiling') {
    return { unreadable: `it printed more than ${bounds.maxOutputBytes} bytes`, line: '' };
  }
  const printed: Printed = {
    exitCode: verdict.kind === 'exited' ? verdict.exitCode : null,
    stdout: Buffer.from(stdout).toString('utf8'),
    stderr: Buffer.from(stderr).toString('utf8'),
    timedOut: verdict.kind === 'timeout',
  };
  return readVersion(printed, spec);
}
