import { type Element, hasPlaceholder, literal, written } from './element.ts';
import { type ProgramFinding, shellFinding } from './finding.ts';
import { type OptionSyntax, readOptions } from './read-options.ts';

type Judge = (name: string, args: readonly Element[]) => ProgramFinding | undefined;

const ssh: OptionSyntax = { valued: 'BbcDEeFIiJLlmOopPQRSWw' };

/** Programs, no shells themselves, that hand a text to one. */
const judges: ReadonlyMap<string, Judge> = new Map([
  ['su', optionString('c', 'command', 'session-command')],
  ['runuser', optionString('c', 'command', 'session-command')],
  ['sg', optionString('c')],
  ['script', optionString('c', 'command')],
  ['watch', operandString({ valued: 'nq', longValued: ['interval', 'equexit'] }, ['x', 'exec'])],
  [
    'parallel',
    operandString({ valued: 'jaSINnLd', longValued: ['jobs', 'arg-file', 'sshlogin', 'joblog'] }, []),
  ],
  ['ssh', judgeSsh],
]);

/** `su -c`, `watch`, ...: `undefined` for programs that hand nothing to a shell. */
export function judgeCommandString(name: string, args: readonly Element[]): ProgramFinding | undefined {
  return judges.get(name)?.(name, args);
}

const hint = 'let the pack start the program itself, with one argument in each element';

/** The option may also stand behind operands: `su - user -c CMD`. */
function optionString(...names: readonly string[]): Judge {
  return (name, args) => {
    const found = args.find((_, index) => {
      const { options } = readOptions(args.slice(index, index + 1), {});
      return options.some((option) => option.name === undefined || names.includes(option.name));
    });
    return (
      found && shellFinding(found, `${name} hands a command string to a shell (${written(found)})`, hint)
    );
  };
}

function operandString(syntax: OptionSyntax, unless: readonly string[]): Judge {
  return (name, args) => {
    const { options, operands } = readOptions(args, syntax);
    const [first] = operands;
    if (first === undefined || options.some((option) => unless.includes(option.name ?? ''))) return undefined;
    return shellFinding(first, `${name} hands its operands to a shell (${written(first)})`, hint);
  };
}

/** The shell of the other side reads what follows the host; text that the pack spells out is what its author meant. */
function judgeSsh(name: string, args: readonly Element[]): ProgramFinding | undefined {
  const { operands } = readOptions(args, ssh);
  const found = operands.slice(1).find(hasPlaceholder);
  return (
    found &&
    shellFinding(found, `${name} hands a value to the shell of the other side (${written(found)})`, hint)
  );
}

/** Words and operators that only a shell would understand, as whole elements. */
const operator =
  /^(?:\|\|?|\|&|&&?|;;?|\d*(?:>>?|<<?<?|<<-|<>|>\|)|\d*[<>]&(?:\d+|-)?|&>>?|\d*&?>{1,2}\/dev\/null)$/;
const substitution = /^(?:[$<>]\(.*\)|`.*`)$/s;

/** An element that is an operator or a command substitution: to a program it is a plain word, so somebody expected a shell. */
export function judgeShellSyntax(element: Element): ProgramFinding | undefined {
  const text = written(element);
  if (operator.test(text)) {
    const aside = text === ';' ? ' (find also ends -exec with +)' : '';
    const advice = `there is no shell to act on it: declare one command for each program${aside}`;
    return shellFinding(element, `${JSON.stringify(text)} is a shell's operator`, advice);
  }
  if (!substitution.test(text)) return undefined;
  const advice = 'there is no shell to run it: make it a placeholder and let the caller pass the value';
  return shellFinding(element, `${text} is a shell's command substitution`, advice);
}

/** argv[0] as a shell would have to read it: several words, an operator, a variable, an assignment. */
export function judgeProgramText(element: Element): ProgramFinding | undefined {
  const text = literal(element) ?? '';
  const strange = /[\s|&;<>()$`]/.exec(text)?.[0];
  if (strange !== undefined) {
    const advice = 'argv[0] is one program; its arguments are elements of their own';
    return shellFinding(
      element,
      `argv[0] holds ${JSON.stringify(strange)}, which only a shell would read (${text})`,
      advice,
    );
  }
  if (!/^[A-Za-z_]\w*=/.test(text)) return undefined;
  return shellFinding(
    element,
    `argv[0] is a shell's assignment (${text})`,
    'set variables in the env of the pack',
  );
}
