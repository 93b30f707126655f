import type { Element } from './element.ts';

/** What is wrong with one element of an argv. `message` is a phrase that follows the command's name. */
export interface ProgramFinding {
  readonly code: 'command-pack.placeholder-program' | 'command-pack.shell';
  readonly elementIndex: number;
  readonly message: string;
  readonly hint: string;
}

export function shellFinding(element: Element, message: string, hint: string): ProgramFinding {
  return { code: 'command-pack.shell', elementIndex: element.index, message, hint };
}

export function placeholderProgram(element: Element, message: string): ProgramFinding {
  const hint = 'write the program out, and declare one command for each program that may run';
  return { code: 'command-pack.placeholder-program', elementIndex: element.index, message, hint };
}
