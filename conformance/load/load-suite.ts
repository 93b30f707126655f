import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Requirement } from '../model/requirement.ts';
import type { Suite, SuiteCase } from '../model/suite.ts';
import type { SuiteProblem } from '../model/suite-problem.ts';
import { checkCase, type SuiteFacts } from './check-case.ts';
import { expandMatrix, halvesOf, type Row } from './expand-matrix.ts';
import { loadRequirements } from './load-requirements.ts';
import { readYaml } from './read-yaml.ts';

const requirementsFile = 'requirements.yaml';

export interface SuitePlace {
  /** Holds `requirements.yaml` and `cases/<area>/<name>.yaml`. */
  readonly folder: string;
  /** `fixtures/workspaces`, which cases may start from. */
  readonly fixtures: string;
}

/** Reads the whole suite and reports everything that is wrong with it. Cases that are wrong are left out. */
export function loadSuite({ folder, fixtures }: SuitePlace): {
  suite: Suite;
  problems: readonly SuiteProblem[];
} {
  const hash = createHash('sha256');
  const read = (file: string): string => {
    const bytes = readFileSync(join(folder, file));
    hash.update(file).update('\0').update(bytes).update('\0');
    return bytes.toString();
  };
  const names = listSuite(folder);
  const loaded = names.requirements
    ? loadRequirements(requirementsFile, read(requirementsFile))
    : { requirements: new Map<string, Requirement>(), problems: [missingRequirements] };
  const facts: SuiteFacts = { requirements: loaded.requirements, fixtures: new Set(listFolder(fixtures)) };
  const files = names.cases.map((file) => loadCaseFile(file, read(file), facts));
  return {
    suite: {
      folder,
      requirements: loaded.requirements,
      cases: files.flatMap(({ cases }) => cases),
      digest: hash.digest('hex'),
    },
    problems: [...loaded.problems, ...names.problems, ...files.flatMap(({ problems }) => problems)],
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

function toCase(file: string, { name, fields, content }: Row, { requirements }: SuiteFacts): SuiteCase {
  const id = file.replace(/^cases\//, '').replace(/\.yaml$/, '');
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
    halves: halvesOf(content),
    timeoutMs: content.timeout_seconds === undefined ? null : content.timeout_seconds * 1000,
  };
}

/** Every row of a matrix meets the same fault of its file; say it once. */
function withoutTwins(problems: readonly SuiteProblem[]): readonly SuiteProblem[] {
  return [...new Map(problems.map((each) => [JSON.stringify(each), each])).values()];
}

/** `cases/<area>/<name>.yaml`, sorted. A file anywhere else would silently not be a case. */
function listSuite(folder: string): { requirements: boolean; cases: string[]; problems: SuiteProblem[] } {
  const cases: string[] = [];
  const problems: SuiteProblem[] = [];
  for (const entry of listTree(join(folder, 'cases'))) {
    const file = `cases/${entry}`;
    if (/^cases\/[a-z][a-z0-9-]*\/[a-z0-9][a-z0-9.-]*\.yaml$/.test(file)) cases.push(file);
    else
      problems.push({
        file,
        line: 1,
        column: 1,
        message: 'a case is cases/<area>/<name>.yaml, in lower case',
      });
  }
  return { requirements: listFolder(folder).includes(requirementsFile), cases: cases.sort(), problems };
}

function listTree(folder: string): readonly string[] {
  return [...listFolder(folder, true)]
    .sort()
    .filter((name) => !name.split('/').some((part) => part.startsWith('.')));
}

function listFolder(folder: string, deep = false): readonly string[] {
  try {
    const entries = readdirSync(folder, { recursive: deep, withFileTypes: true });
    return entries
      .filter((entry) => !deep || !entry.isDirectory())
      .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1));
  } catch {
    return [];
  }
}
