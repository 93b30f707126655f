import type { RunEvent } from '../model/event.ts';
import type { Verdict } from '../model/verdict.ts';
import { type ClauseRow, clauseRows } from './clause-rows.ts';
import { type Report, type ReportedCase, readReport, verdictIn } from './report-model.ts';
import { runtimeName } from './standing.ts';

/** One stream of several that are drawn side by side. */
export interface NamedRun {
  /** The file it was read from: tells runs of one runtime apart. */
  readonly file: string;
  readonly events: readonly RunEvent[];
}

export interface Comparison {
  readonly runs: readonly { readonly name: string; readonly file: string; readonly report: Report }[];
  readonly clauses: readonly ComparedClause[];
  /** False where the runs are not of one suite, and their figures do not compare. */
  readonly oneSuite: boolean;
}

export interface ComparedClause {
  readonly clause: ClauseRow['clause'];
  /** For each run, in their order; `undefined` where the run holds no case of it. */
  readonly rows: readonly (ClauseRow | undefined)[];
  readonly differs: boolean;
  /** Its cases that had not the same verdict everywhere. */
  readonly cases: readonly ComparedCase[];
}

export interface ComparedCase {
  readonly id: string;
  readonly title: string;
  readonly verdicts: readonly (Verdict | undefined)[];
}

export function compareRuns(named: readonly NamedRun[]): Comparison {
  const runs = named.map(({ file, events }) => {
    const report = readReport(events);
    return { name: runtimeName(report), file, report };
  });
  const tables = runs.map(
    ({ report }) => new Map(clauseRows(report).map((row) => [row.clause.id, row] as const)),
  );
  const clauses = new Map(
    tables.flatMap((table) => [...table.values()].map(({ clause }) => [clause.id, clause] as const)),
  );
  return {
    runs,
    clauses: [...clauses.values()].map((clause) =>
      comparedClause(
        clause,
        tables.map((table) => table.get(clause.id)),
      ),
    ),
    oneSuite: new Set(runs.map(({ report }) => report.header?.suite.digest)).size <= 1,
  };
}

function comparedClause(
  clause: ClauseRow['clause'],
  rows: readonly (ClauseRow | undefined)[],
): ComparedClause {
  const cases = new Map(
    rows.flatMap((row) => (row?.cases ?? []).map((each) => [each.started.id, each] as const)),
  );
  const compared = [...cases.values()]
    .map((each) => comparedCase(each, rows))
    .filter(({ verdicts }) => differ(verdicts));
  return {
    clause,
    rows,
    differs: compared.length > 0 || differ(rows.map((row) => row?.state)),
    cases: compared,
  };
}

function comparedCase({ started }: ReportedCase, rows: readonly (ClauseRow | undefined)[]): ComparedCase {
  const verdicts = rows.map((row) => {
    const found = row?.cases.find((each) => each.started.id === started.id);
    return found === undefined ? undefined : verdictIn(found);
  });
  return { id: started.id, title: started.title, verdicts };
}

function differ(values: readonly (string | undefined)[]): boolean {
  return new Set(values).size > 1;
}
