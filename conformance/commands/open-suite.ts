import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { loadSuite } from '../load/load-suite.ts';
import { restoreSuite } from '../load/stored-suite.ts';
import { readSuiteFiles } from '../load/suite-files.ts';
import type { Suite } from '../model/suite.ts';
import { showSuiteProblem } from '../model/suite-problem.ts';

/** A mistake of the person at the command line. Its message is shown as it stands; the exit status is 2. */
export class UsageError extends Error {}

export interface Kit {
  /** The package's root: holds `conformance/`, `fixtures/` and `package.json`. */
  readonly root: string;
  readonly version: string;
  /** The suite as the build stored it, where the program is a built one. */
  readonly stored?: string;
}

/** Finds the package from the folder of the running file, which is `conformance/` or `dist/`. */
export function findKit(from: string): Kit {
  const root = [from, ...ancestors(from)].find((folder) =>
    existsSync(join(folder, 'conformance/requirements.yaml')),
  );
  if (root === undefined) throw new UsageError(`the suite is not beside the program (looked above ${from})`);
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const stored = join(from, storedFile);
  return { root, version, ...(existsSync(stored) && { stored }) };
}

/** Beside the program. */
export const storedFile = 'suite.json';

function ancestors(path: string): readonly string[] {
  const parent = dirname(path);
  return parent === path ? [] : [parent, ...ancestors(parent)];
}

/** The suite in `folder`, or the kit's own. Throws UsageError with every problem where it does not load. */
export function openSuite(kit: Kit, folder: string | undefined): Suite {
  const files = readSuiteFiles({
    folder: folder === undefined ? join(kit.root, 'conformance') : resolve(folder),
    fixtures: join(kit.root, 'fixtures/workspaces'),
  });
  const stored = kit.stored === undefined ? undefined : restoreSuite(readFileSync(kit.stored, 'utf8'), files);
  if (stored !== undefined) return stored;
  const { suite, problems } = loadSuite(files);
  if (problems.length > 0) {
    const where = folder ?? 'conformance';
    const lines = problems.map((problem) =>
      showSuiteProblem({ ...problem, file: join(where, problem.file) }),
    );
    throw new UsageError([...lines, `${problems.length} problems in the suite; nothing was run`].join('\n'));
  }
  return suite;
}
