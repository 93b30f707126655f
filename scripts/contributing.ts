import { existsSync, readFileSync } from 'node:fs';

/** Every path that CONTRIBUTING.md and README.md tell somebody to open is there. */
export function namedPathFaults(): readonly string[] {
  return ['CONTRIBUTING.md', 'README.md'].flatMap((page) =>
    pathsIn(readFileSync(page, 'utf8'))
      .filter((path) => !existsSync(path))
      .map((path) => `${page} names ${path}, which is not there`),
  );
}

/** Link targets, and code spans that look like paths of this repository. */
export function pathsIn(markdown: string): readonly string[] {
  const links = [...markdown.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map((match) => match[1] ?? '');
  const spans = [
    ...markdown.matchAll(/`((?:runtime|conformance|fixtures|demos|scripts)\/[\w./-]*\w\/?)`/g),
  ].map((match) => match[1] ?? '');
  return [...new Set([...links, ...spans])];
}
