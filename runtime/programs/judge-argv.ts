import { judgeCommandString, judgeProgramText, judgeShellSyntax } from './command-strings.ts';
import { type Element, elementOf, hasPlaceholder, literal, prefix, written } from './element.ts';
import { type ProgramFinding, placeholderProgram, shellFinding } from './finding.ts';
import { judgeInlineCode } from './interpreters.ts';
import { programName } from './program-name.ts';
import { type Options, readOptions } from './read-options.ts';
import { judgeShell } from './shells.ts';
import { carriers, execOptions, type Wrapper, wrappers } from './wrappers.ts';

export interface ArgvJudgement {
  readonly findings: readonly ProgramFinding[];
  /** argv[0] and what its wrappers start, where that can be looked up at load. */
  readonly programs: readonly NamedProgram[];
}

export interface NamedProgram {
  readonly name: string;
  readonly elementIndex: number;
}

/**
 * Clauses `programs.*`, over an argv as its author wrote it: the program is literal, behind wrappers too; no shell is handed a
 * command string, no interpreter a placeholder for program text; and nothing in it waits for a shell to read it.
 */
export function judgeArgv(argv: readonly string[]): ArgvJudgement {
  const elements = argv.map(elementOf);
  const { findings, programs } = judgeProgram(elements);
  const [first, ...rest] = elements;
  const text = first && judgeProgramText(first);
  const syntax = rest.flatMap((element) => judgeShellSyntax(element) ?? []);
  return {
    findings: unique([...(text === undefined ? [] : [text]), ...findings, ...syntax]),
    // What is no program's name is not looked for.
    programs:
      text === undefined ? programs : programs.filter(({ elementIndex }) => elementIndex !== first?.index),
  };
}

/** One element may earn the same code twice; once says it. */
function unique(findings: readonly ProgramFinding[]): readonly ProgramFinding[] {
  const byKey = new Map<string, ProgramFinding>();
  for (const finding of findings) {
    const key = `${finding.elementIndex} ${finding.code}`;
    if (!byKey.has(key)) byKey.set(key, finding);
  }
  return [...byKey.values()].sort((a, b) => a.elementIndex - b.elementIndex);
}

const nothing: ArgvJudgement = { findings: [], programs: [] };

function only(finding: ProgramFinding): ArgvJudgement {
  return { findings: [finding], programs: [] };
}

/** A program with its arguments, `argv[0]` or wrapped. */
function judgeProgram(elements: readonly Element[]): ArgvJudgement {
  const [program, ...args] = elements;
  if (program === undefined) return nothing;
  const name = literal(program);
  if (name === undefined) {
    return only(
      placeholderProgram(program, `a placeholder decides which program runs (${written(program)})`),
    );
  }
  const base = programName(name);
  const wrapper = wrappers.get(base);
  const own = [judgeShell(base, args), judgeInlineCode(base, args), judgeCommandString(base, args)];
  const inner = [
    ...(wrapper === undefined ? [] : [judgeWrapped(base, wrapper, args)]),
    ...executed(base, args),
    ...(carriers.has(base) ? [judgeCarried(args)] : []),
  ];
  return {
    findings: [...own.filter((each) => each !== undefined), ...inner.flatMap((each) => each.findings)],
    programs: [{ name, elementIndex: program.index }, ...inner.flatMap((each) => each.programs)],
  };
}

function judgeWrapped(name: string, wrapper: Wrapper, args: readonly Element[]): ArgvJudgement {
  const read = readOptions(withoutLoneDash(args), wrapper.syntax);
  const refused = judgeWrapperOptions(name, wrapper, read);
  if (refused !== undefined) return only(refused);
  const apart = read.options.find((option) => wrapper.split.includes(option.name ?? ''));
  if (apart?.value !== undefined) return judgeProgram([...words(apart.value), ...read.operands]);
  const operands = read.operands.slice(wrapper.operands);
  const behind = wrapper.operands > 0 ? readOptions(operands, wrapper.syntax) : { options: [], operands };
  const late = judgeWrapperOptions(name, wrapper, behind);
  if (late !== undefined) return only(late);
  const start = wrapper.assignments ? behind.operands.findIndex((each) => !isAssignment(each)) : 0;
  const assigned = judgeAssignments(start === -1 ? behind.operands : behind.operands.slice(0, start));
  const wrapped = judgeProgram(start === -1 ? [] : behind.operands.slice(start));
  const ownPath = behind.operands
    .slice(0, Math.max(start, 0))
    .some((each) => prefix(each).startsWith('PATH='));
  const programs = wrapper.samePath && !ownPath ? wrapped.programs : [];
  return { findings: [...assigned, ...wrapped.findings], programs };
}

/** `env -` is `env -i`. */
function withoutLoneDash(args: readonly Element[]): readonly Element[] {
  return args.filter((element, index) => index > 0 || written(element) !== '-');
}

function judgeWrapperOptions(
  name: string,
  wrapper: Wrapper,
  { options }: Options,
): ProgramFinding | undefined {
  for (const { name: option = '', element, value } of options) {
    if (wrapper.command.includes(option)) {
      return shellFinding(
        element,
        `${name} ${written(element)} starts a shell`,
        'let it start the program itself',
      );
    }
    if (wrapper.split.includes(option) && value !== undefined && hasPlaceholder(value)) {
      const message = `${name} would take a value apart into arguments (${written(element)})`;
      return shellFinding(
        value,
        message,
        'give the program and each of its arguments an element of their own',
      );
    }
  }
  return undefined;
}

/** As `env -S` takes a text apart, quotes included. */
function words(element: Element): readonly Element[] {
  const found = (literal(element) ?? '').match(/(?:[^\s"']+|"[^"]*"|'[^']*')+/g) ?? [];
  return found.map((word) => ({
    index: element.index,
    template: [{ kind: 'literal', text: word.replace(/["']/g, '') }],
  }));
}

function isAssignment(element: Element): boolean {
  return /^[A-Za-z_]\w*=/.test(prefix(element));
}

/** The wrapped program is looked up on the PATH that its wrapper sets. */
function judgeAssignments(assignments: readonly Element[]): readonly ProgramFinding[] {
  return assignments
    .filter((element) => prefix(element).startsWith('PATH=') && hasPlaceholder(element))
    .map((element) =>
      placeholderProgram(
        element,
        `a placeholder decides where the program is looked for (${written(element)})`,
      ),
    );
}

/** What `find -exec` and its like start. `{}` there is a file that was found. */
function executed(name: string, args: readonly Element[]): readonly ArgvJudgement[] {
  const options = execOptions.get(name) ?? [];
  return args.flatMap((element, index) => {
    if (!options.includes(written(element))) return [];
    const rest = args.slice(index + 1);
    const end = rest.findIndex((each) => [';', '+'].includes(written(each)));
    const judged = judgeProgram(end === -1 ? rest : rest.slice(0, end));
    return [{ ...judged, programs: judged.programs.filter((program) => program.name !== '{}') }];
  });
}

function judgeCarried(args: readonly Element[]): ArgvJudgement {
  const findings = args.flatMap((element, index) => {
    const name = programName(literal(element) ?? '');
    const rest = args.slice(index + 1);
    return judgeShell(name, rest) ?? judgeInlineCode(name, rest) ?? [];
  });
  return { findings, programs: [] };
}
