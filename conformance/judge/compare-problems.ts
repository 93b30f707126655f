import { isJsonArray, type Json, own } from '../model/json.ts';
import { assignAll } from './assign.ts';
import { type Difference, match, matches } from './match.ts';

/** Each row must match a problem of its own. The first row left over is explained by the problem it comes nearest to. */
export function compareProblems(rows: readonly Json[], problems: readonly Json[]): Difference | undefined {
  const { unassigned } = assignAll(rows, problems, matches);
  const row = unassigned === undefined ? undefined : rows[unassigned];
  if (row === undefined) return undefined;
  const near = problems.findIndex((problem) => isSameCode(row, problem));
  const difference = near < 0 ? undefined : match(row, problems[near]);
  if (difference !== undefined) return { ...difference, path: ['problems', near, ...difference.path] };
  return { path: ['problems'], wanted: row, got: problems.map(summary) };
}

function isSameCode(row: Json, problem: Json): boolean {
  const code = own(row, 'code');
  return code !== undefined && matches(code, own(problem, 'code'));
}

/** Enough of a problem to tell it from its neighbours. */
export function summary(problem: Json): Json {
  const where = [own(problem, 'path'), own(problem, 'line')].filter((part) => part != null);
  const place = where.length === 0 ? '' : ` (${where.join(':')})`;
  return `${own(problem, 'code')}${place}: ${own(problem, 'message')}`;
}

export function problemsOf(envelope: Json | null): readonly Json[] {
  const problems = own(envelope ?? {}, 'problems') ?? [];
  return isJsonArray(problems) ? problems : [];
}

export function countOf(severity: 'error' | 'warning', envelope: Json | null): number {
  return problemsOf(envelope).filter((each) => own(each, 'severity') === severity).length;
}
