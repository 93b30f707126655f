import type { CaseRow } from './case-row.ts';

export interface SuiteDiff {
  readonly added: readonly CaseRow[];
  readonly retired: readonly CaseRow[];
  /** The same case under another id. */
  readonly renamed: readonly { readonly from: CaseRow; readonly to: CaseRow }[];
  readonly changed: readonly {
    readonly before: CaseRow;
    readonly after: CaseRow;
    readonly what: readonly string[];
  }[];
  readonly unchanged: number;
}

/** What becomes of a baseline entry when the suite goes from one to the other. */
export interface EntryMove {
  readonly id: string;
  /** A phrase: what to do with the entry. */
  readonly edit: string;
}

export function diffSuites(before: readonly CaseRow[], after: readonly CaseRow[]): SuiteDiff {
  const old = new Map(before.map((row) => [row.id, row] as const));
  const now = new Map(after.map((row) => [row.id, row] as const));
  const gone = before.filter(({ id }) => !now.has(id));
  const come = after.filter(({ id }) => !old.has(id));
  const renamed = gone.flatMap((from) => {
    const same = come.filter(({ digest }) => digest === from.digest);
    const twins = gone.filter(({ digest }) => digest === from.digest);
    const [to] = same;
    // with two candidates on either side nobody can say which is which
    return to !== undefined && same.length === 1 && twins.length === 1 ? [{ from, to }] : [];
  });
  const moved = new Set(renamed.flatMap(({ from, to }) => [from.id, to.id]));
  const kept = before.flatMap((row) => {
    const other = now.get(row.id);
    return other === undefined ? [] : [{ before: row, after: other, what: differences(row, other) }];
  });
  const changed = kept.filter(({ what }) => what.length > 0);
  return {
    added: come.filter(({ id }) => !moved.has(id)),
    retired: gone.filter(({ id }) => !moved.has(id)),
    renamed,
    changed,
    unchanged: kept.length - changed.length,
  };
}

/** In words, the weightiest first. */
function differences(before: CaseRow, after: CaseRow): readonly string[] {
  return [
    ...(before.level === after.level ? [] : [`level ${before.level} -> ${after.level}`]),
    ...listChange('requires', before.requires, after.requires),
    ...listChange('clauses', before.clauses, after.clauses),
    ...(before.digest === after.digest || before.level !== after.level ? [] : ['what it asks or expects']),
    ...(before.title === after.title ? [] : ['title']),
  ];
}

function listChange(name: string, before: readonly string[], after: readonly string[]): readonly string[] {
  const more = after.filter((each) => !before.includes(each)).map((each) => `+${each}`);
  const less = before.filter((each) => !after.includes(each)).map((each) => `-${each}`);
  return more.length + less.length === 0 ? [] : [`${name} ${[...less, ...more].join(' ')}`];
}

/** The entries of a baseline that the step from one suite to the other touches, each with the edit to make. */
export function entryMoves(
  { retired, renamed, changed }: SuiteDiff,
  ids: readonly string[],
): readonly EntryMove[] {
  const edits = new Map<string, string>([
    ...retired.map(({ id }) => [id, 'the case is gone: take the entry out'] as const),
    ...renamed.map(({ from, to }) => [from.id, `the case is now ${to.id}: write that id`] as const),
    ...changed.map(
      ({ before, what }) =>
        [before.id, `changed (${what.join(', ')}): run it again, its signature may differ`] as const,
    ),
  ]);
  return ids.flatMap((id) => {
    const edit = edits.get(id);
    return edit === undefined ? [] : [{ id, edit }];
  });
}
