import type { CaseRow } from './case-row.ts';
import type { EntryMove, SuiteDiff } from './diff-suites.ts';

/** For people: a line for each case that is not as it was, then the baseline, then figures. */
export function renderDiff(diff: SuiteDiff, moves: readonly EntryMove[] | undefined): string {
  const { added, retired, renamed, changed, unchanged } = diff;
  const lines = [
    ...added.map((row) => `added    ${row.id}  ${about(row)}`),
    ...changed.map(({ after, what }) => `changed  ${after.id}  ${what.join(', ')}`),
    ...renamed.map(({ from, to }) => `renamed  ${from.id} -> ${to.id}`),
    ...retired.map((row) => `retired  ${row.id}  ${about(row)}`),
  ];
  const baseline = (moves ?? []).map(({ id, edit }) => `baseline ${id}  ${edit}`);
  const figures = [
    `${added.length} added`,
    `${changed.length} changed`,
    `${renamed.length} renamed`,
    `${retired.length} retired`,
    `${unchanged} as before`,
    ...(moves === undefined
      ? []
      : [`${moves.length} baseline ${moves.length === 1 ? 'entry moves' : 'entries move'}`]),
  ];
  return [...lines, ...baseline, figures.join(', ')].join('\n').concat('\n');
}

function about({ level, requires, title }: CaseRow): string {
  return `${level} ${requires.join(' ')}: ${title}`;
}
