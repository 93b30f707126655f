/** Something wrong with the suite itself: a case file, the requirements, a selector. Never about a runtime. */
export interface SuiteProblem {
  /** Relative to the suite's folder. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** `file:line:column: message`, which editors and terminals turn into a link. */
export function showSuiteProblem({ file, line, column, message }: SuiteProblem): string {
  return `${file}:${line}:${column}: ${message}`;
}
