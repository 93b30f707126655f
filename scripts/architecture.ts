import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { globSync } from 'tinyglobby';

/** One import that the layout does not allow. */
export interface Breach {
  readonly file: string;
  readonly imports: string;
  readonly rule: string;
}

interface Rule {
  readonly rule: string;
  readonly applies: (file: string) => boolean;
  readonly forbids: (imported: string) => boolean;
}

const outsideWorld = /^node:(fs|child_process|process|net|http|https|readline)(\/|$)|^execa$/;

/** The halves meet in the contract only; the world outside is behind the ports. */
const rules: readonly Rule[] = [
  {
    rule: 'the kit knows a runtime only through the contract',
    applies: (file) => file.startsWith('conformance/'),
    forbids: (imported) => imported.startsWith('runtime/'),
  },
  {
    rule: 'a runtime knows nothing of the suite that judges it',
    applies: (file) => file.startsWith('runtime/'),
    forbids: (imported) => imported.startsWith('conformance/'),
  },
  {
    rule: 'files, processes and streams are behind the ports',
    applies: (file) =>
      file.startsWith('runtime/') && !/^runtime\/(ports\/node|main\.ts)/.test(file) && !isTest(file),
    forbids: (imported) => outsideWorld.test(imported),
  },
];

/** Every breach of the layout's rules under `root`. */
export function findBreaches(root: string): readonly Breach[] {
  const files = globSync(['runtime/**/*.ts', 'conformance/**/*.ts'], { cwd: root }).sort();
  return files.flatMap((file) => {
    const imports = importsOf(readFileSync(join(root, file), 'utf8')).map((each) =>
      resolveImport(file, each),
    );
    return rules
      .filter(({ applies }) => applies(file))
      .flatMap(({ rule, forbids }) =>
        imports.filter(forbids).map((imported) => ({ file, imports: imported, rule })),
      );
  });
}

/** Static, re-exporting and dynamic imports. */
export function importsOf(text: string): readonly string[] {
  const pattern =
    /(?:^|\n)\s*(?:import|export)\s[^'"`;]*?from\s*['"]([^'"]+)['"]|\bimport\s*\(?\s*['"]([^'"]+)['"]/g;
  return [...text.matchAll(pattern)].map((match) => match[1] ?? match[2] ?? '');
}

function resolveImport(file: string, imported: string): string {
  return imported.startsWith('.') ? relative('.', join(dirname(file), imported)) : imported;
}

function isTest(file: string): boolean {
  return file.endsWith('.test.ts');
}
