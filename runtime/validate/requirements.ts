import { type Place, type Problem, problem } from '../model/problem.ts';
import type { Ports } from '../ports/ports.ts';
import { type FoundProgram, findProgram } from '../programs/find-program.ts';
import { judgeArgv } from '../programs/judge-argv.ts';
import { type Constraint, parseConstraint } from '../versions/constraint.ts';
import { judgeVersion } from '../versions/judge-version.ts';
import { probeVersion, type VersionSpec, versionSpec } from '../versions/probe-version.ts';
import type { Reading } from '../versions/read-version.ts';
import type { Declarations, DeclaredPack } from './declare.ts';
import type { BinaryRequirement } from './schemas/pack.ts';

/** Program as written -> the absolute path found for it. What was probed is what later runs. */
export type Programs = ReadonlyMap<string, string>;

/** A version that has to be asked for, and where the answer is judged. */
interface Question {
  readonly program: string;
  readonly spec: VersionSpec;
  readonly constraint: Constraint;
  readonly place: Place;
}

/** How many programs are asked at once: each is a process, and most of them answer within milliseconds. */
const probesAtOnce = 4;

/**
 * Looks up every program of every pack, once, and asks those with a required version. Codes: `command-pack.missing-binary`,
 * `command-pack.shell`, `command-pack.version-mismatch`, `command-pack.version-unreadable`, `command-pack.no-requires` (warning).
 */
export async function checkRequirements(
  declarations: Declarations,
  ports: Ports,
): Promise<{ programs: Programs; problems: readonly Problem[] }> {
  const lookups = new Map<string, FoundProgram>();
  const look = (name: string): FoundProgram => {
    const known = lookups.get(name);
    if (known !== undefined) return known;
    const found = findProgram(name, {
      pathVariable: ports.host.env.get('PATH') ?? '',
      workspaceRoot: declarations.root,
      files: ports.files,
    });
    lookups.set(name, found);
    return found;
  };
  const checks = declarations.packs.map((pack) => checkPack(pack, look));
  const answers = await ask(
    checks.flatMap((each) => each.questions),
    ports,
  );
  const programs = new Map(
    [...lookups].flatMap(([name, found]) => ('program' in found ? [[name, found.program]] : [])),
  );
  return { programs, problems: [...checks.flatMap((each) => each.problems), ...answers] };
}

function checkPack(
  { header, commands }: DeclaredPack,
  look: (name: string) => FoundProgram,
): { problems: readonly Problem[]; questions: readonly Question[] } {
  const problems: Problem[] = [];
  const questions: Question[] = [];
  const told = new Set<string>();
  const packId = header.value.id;
  const require = (name: string, place: Place): string | undefined => {
    const found = look(name);
    if ('program' in found) return found.program;
    // One missing program is one problem of a pack, however many of its commands run it.
    if (!told.has(name))
      problems.push(
        problem(found.code, `pack ${packId} needs a program it cannot have: ${found.missing}`, {
          place,
          hint: found.hint,
        }),
      );
    told.add(name);
    return undefined;
  };
  for (const [index, requirement] of (header.value.requires ?? []).entries()) {
    const program = require(requirement.binary, header.at('requires', index, 'binary'));
    const place = header.at('requires', index, requirement.version === undefined ? 'binary' : 'version');
    const question = questionOf(requirement, program, place, problems);
    if (question !== undefined) questions.push(question);
  }
  for (const command of commands) {
    for (const { name, elementIndex } of judgeArgv(command.value.argv).programs) {
      if (name !== '') require(name, command.at('argv', elementIndex));
    }
  }
  if (header.value.requires === undefined) problems.push(noRequires(packId, header.at()));
  return { problems, questions };
}

function questionOf(
  requirement: BinaryRequirement,
  program: string | undefined,
  place: Place,
  problems: Problem[],
): Question | undefined {
  if (requirement.version === undefined) return undefined;
  const constraint = parseConstraint(requirement.version);
  if (!constraint.ok) {
    problems.push(...constraint.problems.map((each) => ({ ...each, ...place })));
    return undefined;
  }
  return program === undefined
    ? undefined
    : { program, spec: versionSpec(requirement), constraint: constraint.value, place };
}

function noRequires(packId: string, place: Place): Problem {
  return problem('command-pack.no-requires', `pack ${packId} does not say which programs it requires`, {
    place,
    severity: 'warning',
    hint: "add requires: [{binary: <program>, version: '>=<the oldest that will do>'}]",
  });
}

/** Each program is asked once, however many packs require it. */
async function ask(questions: readonly Question[], ports: Ports): Promise<readonly Problem[]> {
  if (questions.length === 0) return [];
  const scratch = ports.files.scratch();
  try {
    const surroundings = { path: ports.host.env.get('PATH') ?? '', scratch: scratch.path };
    const readings = new Map<string, Reading>();
    const open = [...new Map(questions.map((question) => [keyOf(question), question]))];
    const worker = async () => {
      for (let next = open.shift(); next !== undefined; next = open.shift()) {
        const [key, { program, spec }] = next;
        readings.set(key, await probeVersion(ports, program, spec, surroundings));
      }
    };
    await Promise.all(Array.from({ length: probesAtOnce }, worker));
    return questions.flatMap((question) => judge(question, readings.get(keyOf(question))));
  } finally {
    scratch.remove();
  }
}

function judge({ spec, constraint, place }: Question, reading: Reading | undefined): Problem[] {
  const found = reading === undefined ? undefined : judgeVersion(spec.binary, reading, constraint);
  return found === undefined ? [] : [{ ...found, ...place }];
}

function keyOf({ program, spec }: Question): string {
  return JSON.stringify([program, spec.args, spec.pattern?.source, [...spec.okExit]]);
}
