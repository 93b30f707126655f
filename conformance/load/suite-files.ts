import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { SuiteProblem } from '../model/suite-problem.ts';
import type { Entry } from '../prepare/layout.ts';
import { readLayout } from '../prepare/write-layout.ts';

interface SuitePlace {
  /** Holds `requirements.yaml` and `cases/<area>/<name>.yaml`. */
  readonly folder: string;
  /** `fixtures/workspaces`, which cases may start from. */
  readonly fixtures: string;
}

/** Everything that a suite is made of, as bytes. */
export interface SuiteFiles {
  readonly folder: string;
  /** Text of `requirements.yaml`, where it is there. */
  readonly requirements: string | undefined;
  /** `cases/<area>/<name>.yaml` -> its text, in the order of their names. */
  readonly cases: ReadonlyMap<string, string>;
  /** Name of a fixture -> SHA-256 over what is in it, hex. */
  readonly fixtures: ReadonlyMap<string, string>;
  /** SHA-256 over all of it, hex. */
  readonly digest: string;
  /** Files where no case can be: they would silently not be cases. */
  readonly problems: readonly SuiteProblem[];
}

export const requirementsFile = 'requirements.yaml';

export function readSuiteFiles({ folder, fixtures }: SuitePlace): SuiteFiles {
  const { cases, problems } = listCases(folder);
  const files = {
    requirements: listFolder(folder).includes(requirementsFile)
      ? readFileSync(join(folder, requirementsFile), 'utf8')
      : undefined,
    cases: new Map(cases.map((file) => [file, readFileSync(join(folder, file), 'utf8')])),
    fixtures: new Map(foldersIn(fixtures).map((name) => [name, digestOf(join(fixtures, name))])),
  };
  return { folder, ...files, digest: digestOfAll(files), problems };
}

function digestOfAll({
  requirements,
  cases,
  fixtures,
}: Pick<SuiteFiles, 'requirements' | 'cases' | 'fixtures'>): string {
  const hash = createHash('sha256');
  const files = [[requirementsFile, requirements ?? ''], ...cases, ...fixtures];
  for (const each of files) for (const text of each) hash.update(text).update('\0');
  return hash.digest('hex');
}

/** Of a folder's tree. Who may read a file is left out: unpacking a package changes that. */
function digestOf(folder: string): string {
  const hash = createHash('sha256');
  for (const [path, entry] of readLayout(folder))
    hash.update(path).update('\0').update(entry.kind).update(essence(entry)).update('\0');
  return hash.digest('hex');
}

function essence(entry: Entry): Uint8Array {
  if (entry.kind === 'symlink') return Buffer.from(entry.target);
  if (entry.kind !== 'file') return new Uint8Array();
  const isProgram = (entry.mode & 0o100) !== 0;
  return Buffer.concat([
    Buffer.from(`${isProgram ? 'program' : 'data'} ${entry.bytes.length} `),
    entry.bytes,
  ]);
}

/** `cases/<area>/<name>.yaml`, sorted. A file anywhere else would silently not be a case. */
function listCases(folder: string): {
  readonly cases: readonly string[];
  readonly problems: readonly SuiteProblem[];
} {
  const files = listTree(join(folder, 'cases')).map((entry) => `cases/${entry}`);
  const isCase = (file: string) => /^cases\/[a-z][a-z0-9-]*\/[a-z0-9][a-z0-9.-]*\.yaml$/.test(file);
  const message = 'a case is cases/<area>/<name>.yaml, in lower case';
  return {
    cases: files.filter(isCase).sort(),
    problems: files.filter((file) => !isCase(file)).map((file) => ({ file, line: 1, column: 1, message })),
  };
}

function foldersIn(folder: string): readonly string[] {
  return [...listFolder(folder)].sort().filter((name) => statSync(join(folder, name)).isDirectory());
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
