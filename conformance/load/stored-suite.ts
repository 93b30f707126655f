import type { Requirement } from '../model/requirement.ts';
import type { Suite, SuiteCase } from '../model/suite.ts';
import type { SuiteFiles } from './suite-files.ts';

/**
 * A suite that was read and found right, as JSON: the build keeps it beside the program, since reading hundreds of YAML files takes longer
 * than driving dozens of cases. It holds for exactly the files that its digest names.
 */
interface StoredSuite {
  readonly digest: string;
  readonly requirements: readonly Requirement[];
  /** Clauses by their ids, the row as entries. */
  readonly cases: readonly (Omit<SuiteCase, 'clauses' | 'row'> & {
    readonly clauses: readonly string[];
    readonly row: readonly (readonly [string, unknown])[];
  })[];
}

export function storeSuite({ digest, requirements, cases }: Suite): string {
  const stored: StoredSuite = {
    digest,
    requirements: [...requirements.values()],
    cases: cases.map((each) => ({
      ...each,
      clauses: each.clauses.map(({ id }) => id),
      row: [...each.row],
    })),
  };
  return JSON.stringify(stored, tagOddNumber);
}

/** The suite, where `text` is what `storeSuite` made of these very files. */
export function restoreSuite(text: string, { folder, digest, problems }: SuiteFiles): Suite | undefined {
  const stored = JSON.parse(text, untagOddNumber) as StoredSuite;
  if (stored.digest !== digest || problems.length > 0) return undefined;
  const requirements = new Map(stored.requirements.map((each) => [each.id, each]));
  const cases = stored.cases.map((each) => ({
    ...each,
    clauses: each.clauses.flatMap((id) => requirements.get(id) ?? []),
    row: new Map(each.row) as SuiteCase['row'],
  }));
  return { folder, requirements, cases, digest };
}

const oddNumbers = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -0];

/** YAML has numbers that JSON has not, and cases ask what becomes of them. */
function tagOddNumber(_key: string, value: unknown): unknown {
  const at = oddNumbers.findIndex((odd) => Object.is(odd, value));
  return at < 0 ? value : { [tag]: at };
}

function untagOddNumber(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, tag)) return value;
  return oddNumbers[(value as Readonly<Record<typeof tag, number>>)[tag]];
}

/** No key that a person writes. */
const tag = '\u0000number';
