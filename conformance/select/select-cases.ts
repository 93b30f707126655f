import type { SuiteCase } from '../model/suite.ts';
import { parseSelectors, type Selector, SelectorError } from './selector.ts';

export interface Selection {
  /** What `--only` names; everything where it names nothing. */
  readonly planned: readonly SuiteCase[];
  /** Ids of planned cases that `--skip` takes out: reported as skipped, never run. */
  readonly skipped: ReadonlySet<string>;
}

/** Throws SelectorError: for one that matches nothing too, since a typo would pass for a clean run. */
export function selectCases(
  cases: readonly SuiteCase[],
  { only, skip }: { readonly only: readonly string[]; readonly skip: readonly string[] },
): Selection {
  const wanted = only.flatMap(parseSelectors);
  const unwanted = skip.flatMap(parseSelectors);
  for (const selector of [...wanted, ...unwanted]) {
    if (!cases.some((each) => selector.matches(each))) throw new SelectorError(nothingMatches(selector));
  }
  if (only.length > 0 && wanted.length === 0) throw new SelectorError(`${only.join(' ')}: names no selector`);
  const planned =
    only.length === 0 ? cases : cases.filter((each) => wanted.some(({ matches }) => matches(each)));
  const skipped = planned.filter((each) => unwanted.some(({ matches }) => matches(each)));
  if (planned.length === skipped.length) throw new SelectorError('no case is left to run');
  return { planned, skipped: new Set(skipped.map(({ id }) => id)) };
}

function nothingMatches({ text }: Selector): string {
  return `${text} matches no case; \`list\` shows the ids, tags, clauses and capabilities there are`;
}
