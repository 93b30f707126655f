import type { Ports } from '../ports/ports.ts';
import { findProgram } from '../programs/find-program.ts';
import { type Constraint, parseConstraint } from '../versions/constraint.ts';
import { judgeVersion } from '../versions/judge-version.ts';
import { probeVersion, versionSpec } from '../versions/probe-version.ts';
import { type BundledPack, declarationOf } from './bundled.ts';
import { installHints } from './install-hints.ts';

type Requirement = NonNullable<ReturnType<typeof declarationOf>['requires']>[number];

/** What a bundled pack finds on this machine. */
export interface PackCheck {
  readonly id: string;
  readonly usable: boolean;
  readonly programs: readonly ProgramCheck[];
}

export interface ProgramCheck {
  readonly binary: string;
  /** The range that the pack asks for, `null` when any version will do. */
  readonly wanted: string | null;
  /** Absolute, `null` when there is none. */
  readonly program: string | null;
  /** As printed; asked for only where a range is. */
  readonly version: string | null;
  /** What is wrong, as a phrase; `null` when nothing is. */
  readonly problem: string | null;
  /** How to install it on common systems; empty when nothing is wrong. */
  readonly install: readonly string[];
}

/** Looks up and asks every program that a pack requires, as loading a workspace with it would. */
export async function checkPack(pack: BundledPack, ports: Ports): Promise<PackCheck> {
  const scratch = ports.files.scratch();
  try {
    const requirements = declarationOf(pack).requires ?? [];
    const programs = await Promise.all(requirements.map((each) => checkProgram(each, ports, scratch.path)));
    return { id: pack.id, usable: programs.every(({ problem }) => problem === null), programs };
  } finally {
    scratch.remove();
  }
}

async function checkProgram(requirement: Requirement, ports: Ports, scratch: string): Promise<ProgramCheck> {
  const { binary, version: wanted = null } = requirement;
  const path = ports.host.env.get('PATH') ?? '';
  const found = findProgram(binary, {
    pathVariable: path,
    workspaceRoot: ports.host.cwd,
    files: ports.files,
  });
  const facts = { binary, wanted, program: null, version: null, problem: null, install: [] };
  if (!('program' in found)) return { ...facts, problem: found.missing, install: installHints(binary) };
  const { program } = found;
  if (wanted === null) return { ...facts, program };
  const reading = await probeVersion(ports, program, versionSpec(requirement), { path, scratch });
  const version = 'version' in reading ? reading.version.text : null;
  const problem = judgeVersion(binary, reading, rangeOf(wanted))?.message ?? null;
  return { ...facts, program, version, problem, install: problem === null ? [] : installHints(binary) };
}

function rangeOf(text: string): Constraint {
  const constraint = parseConstraint(text);
  if (constraint.ok) return constraint.value;
  throw new Error(`a bundled pack asks for ${text}, which is no range`);
}
