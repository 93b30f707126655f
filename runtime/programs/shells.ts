import { type Element, hasPlaceholder, literal, prefix, written } from './element.ts';
import { type ProgramFinding, shellFinding } from './finding.ts';
import { type OptionSyntax, readOptions } from './read-options.ts';

type Judge = (shell: string, args: readonly Element[]) => ProgramFinding | undefined;

const posixSyntax: OptionSyntax = { valued: 'oO', longValued: ['rcfile', 'init-file'], plus: true };
const fishSyntax: OptionSyntax = { valued: 'cCdfo', longValued: ['command', 'init-command'] };
const posix = judgeUnixShell(posixSyntax, ['c']);
const fish = judgeUnixShell(fishSyntax, ['c', 'C', 'command', 'init-command']);
const nu = judgeUnixShell({ valued: 'ceIm', longValued: ['commands', 'execute'] }, [
  'c',
  'e',
  'commands',
  'execute',
]);

const posixNames =
  'sh ash bash dash zsh ksh mksh lksh oksh pdksh rbash rksh posh yash csh tcsh osh xonsh elvish es rc'.split(
    ' ',
  );
const shells: ReadonlyMap<string, Judge> = new Map([
  ...posixNames.map((name): [string, Judge] => [name, posix]),
  ['fish', fish],
  ['nu', nu],
  ['cmd', judgeCmd],
  ['powershell', judgePowerShell],
  ['pwsh', judgePowerShell],
]);

/** A shell with a command string, or with a script that a placeholder names. `undefined` for other programs. */
export function judgeShell(name: string, args: readonly Element[]): ProgramFinding | undefined {
  return shells.get(name)?.(name, args);
}

const commandHint =
  'a command is an argv that no shell reads: put the program itself first and one argument into each element';
const scriptHint = 'name the script in the pack; hand values to it as arguments of their own';

function commandString(element: Element, shell: string): ProgramFinding {
  return shellFinding(element, `${shell} is given a command string (${written(element)})`, commandHint);
}

function scriptByPlaceholder(element: Element, shell: string): ProgramFinding {
  return shellFinding(
    element,
    `a placeholder decides which script ${shell} runs (${written(element)})`,
    scriptHint,
  );
}

function judgeUnixShell(syntax: OptionSyntax, commandOptions: readonly string[]): Judge {
  return (shell, args) => {
    const { options, operands } = readOptions(args, syntax);
    const command = options.find(({ name }) => name === undefined || commandOptions.includes(name));
    if (command !== undefined) return commandString(command.element, shell);
    const [script] = operands;
    return script !== undefined && hasPlaceholder(script) ? scriptByPlaceholder(script, shell) : undefined;
  };
}

/** `/c`, `/k` and `/r`, in either case, with the command glued on or not. */
function judgeCmd(shell: string, args: readonly Element[]): ProgramFinding | undefined {
  const command = args.find((element) => /^\/[ckr]/i.test(prefix(element)));
  if (command !== undefined) return commandString(command, shell);
  const [first] = args;
  return first !== undefined && hasPlaceholder(first) ? scriptByPlaceholder(first, shell) : undefined;
}

/** PowerShell takes any unambiguous beginning of an option's name, behind `-`, `--` or `/`. */
const powerShellOption = /^(?:--?|\/)([a-z]+)/i;
const powerShellSwitches = [
  'noprofile',
  'nologo',
  'noninteractive',
  'noexit',
  'sta',
  'mta',
  'login',
  'nop',
  'noni',
];

function judgePowerShell(shell: string, args: readonly Element[]): ProgramFinding | undefined {
  for (let index = 0; index < args.length; index += 1) {
    const element = args[index];
    if (element === undefined) break;
    const option = powerShellOption.exec(prefix(element))?.[1]?.toLowerCase();
    if (option === undefined) return judgePowerShellOperand(shell, element);
    if (
      ['command', 'commandwithargs', 'encodedcommand', 'cwa', 'ec'].some((name) => name.startsWith(option))
    ) {
      return commandString(element, shell);
    }
    if ('file'.startsWith(option)) {
      const script = args[index + 1];
      return script !== undefined && hasPlaceholder(script) ? scriptByPlaceholder(script, shell) : undefined;
    }
    if (!powerShellSwitches.includes(option)) index += 1;
  }
  return undefined;
}

/** Windows PowerShell takes a bare operand for a command, PowerShell 6 and later for a file. */
function judgePowerShellOperand(shell: string, operand: Element): ProgramFinding | undefined {
  if (literal(operand) === undefined) return scriptByPlaceholder(operand, shell);
  return shell === 'powershell' ? commandString(operand, shell) : undefined;
}
