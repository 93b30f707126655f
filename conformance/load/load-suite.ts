import type { Requirement } from '../model/requirement.ts';
import type { Suite, SuiteCase } from '../model/suite.ts';
import type { SuiteProblem } from '../model/suite-problem.ts';
import { checkCase, type SuiteFacts } from './check-case.ts';
import { expandMatrix, halvesOf, type Row } from './expand-matrix.ts';
import { loadRequirements } from './load-requirements.ts';
import { readYaml } from './read-yaml.ts';
import { requirementsFile, type SuiteFiles } from './suite-files.ts';

/** Makes cases of a suite's files and reports everything that is wrong with them. Cases that are wrong are left out. */
export function loadSuite(files: SuiteFiles): { suite: Suite; problems: readonly SuiteProblem[] } {
  const loaded =
    files.requirements === undefined
      ? { requirements: new Map<string, Requirement>(), problems: [missingRequirements] }
      : loadRequirements(requirementsFile, files.requirements);
  const facts: SuiteFacts = { requirements: loaded.requirements, fixtures: files.fixtures };
  const read = [...files.cases].map(([file, text]) => loadCaseFile(file, text, facts));
  return {
    suite: {
      folder: files.folder,
      requirements: loaded.requirements,
      cases: read.flatMap(({ cases }) => cases),
      digest: files.digest,
    },
    problems: [...loaded.problems, ...files.problems, ...read.flatMap(({ problems }) => problems)],
  };
}

const missingRequirements: SuiteProblem = {
  file: requirementsFile,
  line: 1,
  column: 1,
  message: 'there is no such file: it holds the clauses that cases cite',
};

/** One case file to its cases, one for each row. */
export function loadCaseFile(
  file: string,
  text: string,
  facts: SuiteFacts,
): { cases: readonly SuiteCase[]; problems: readonly SuiteProblem[] } {
  const document = readYaml(file, text);
  if (document.problems.length > 0) return { cases: [], problems: document.problems };
  const { rows, problems } = expandMatrix(document);
  const found = [...problems, ...rows.flatMap((row) => checkCase(document, row, facts))];
  return {
    cases: found.length > 0 ? [] : rows.map((row) => toCase(file, row, facts)),
    problems: withoutTwins(found),
  };
}

function toCase(
  file: string,
  { name, fields, content }: Row,
  { requirements, fixtures }: SuiteFacts,
): SuiteCase {
  const id = file.replace(/^cases\//, '').replace(/\.yaml$/, '');
  const halves = halvesOf(content);
  const clauses = content.clauses.flatMap((clause) => requirements.get(clause) ?? []);
  return {
    id: name === null ? id : `${id}[${name}]`,
    file,
    title: content.title,
    clauses,
    level: clauses.some(({ level }) => level === 'MUST') ? 'MUST' : 'SHOULD',
    requires: content.requires,
    tags: content.tags,
    source: content.source,
    why: content.why,
    row: fields,
    halves,
    fixtures: halves.flatMap(({ given }) => fixtures.get(given.fixture ?? '') ?? []),
    timeoutMs: content.timeout_seconds === undefined ? null : content.timeout_seconds * 1000,
  };
}

/** Every row of a matrix meets the same fault of its file; say it once. */
function withoutTwins(problems: readonly SuiteProblem[]): readonly SuiteProblem[] {
  return [...new Map(problems.map((each) => [JSON.stringify(each), each])).values()];
}
