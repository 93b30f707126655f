import { caseDigest } from '../load/case-digest.ts';
import type { SuiteCase } from '../model/suite.ts';
import type { Selection } from '../select/select-cases.ts';

/** One case a line: id, level, capabilities. */
export function renderList({ planned, skipped }: Selection): string {
  const cases = planned.filter(({ id }) => !skipped.has(id));
  const width = Math.max(...cases.map(({ id }) => id.length));
  const lines = cases.map(
    ({ id, level, requires }) => `${id.padEnd(width)}  ${level.padEnd(6)}  ${requires.join(' ')}`,
  );
  return `${lines.join('\n')}\n${cases.length} ${cases.length === 1 ? 'case' : 'cases'}\n`;
}

/** The same for programs: a JSON array. */
export function renderListJson({ planned, skipped }: Selection): string {
  const rows = planned.filter(({ id }) => !skipped.has(id)).map(listRow);
  return `${JSON.stringify(rows, null, 2)}\n`;
}

function listRow(suiteCase: SuiteCase) {
  const { id, title, level, clauses, requires, tags, source, file, halves } = suiteCase;
  return {
    id,
    title,
    level,
    clauses: clauses.map((clause) => clause.id),
    requires,
    tags,
    source,
    file,
    twin: halves.length > 1,
    digest: caseDigest(suiteCase),
  };
}
