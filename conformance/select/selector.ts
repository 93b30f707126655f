import { readFileSync } from 'node:fs';
import type { SuiteCase } from '../model/suite.ts';

/** What `--only` and `--skip` take: an id pattern, or a field and a pattern. */
export interface Selector {
  /** As the person wrote it. */
  readonly text: string;
  matches(suiteCase: SuiteCase): boolean;
}

/** What a selector may look at beside the id: `tag:injection`, `clause:argv.*`, `capability:audit`, `level:must`. */
const fields: Readonly<Record<string, (suiteCase: SuiteCase) => readonly string[]>> = {
  id: ({ id }) => [id],
  tag: ({ tags }) => tags,
  clause: ({ clauses }) => clauses.map(({ id }) => id),
  capability: ({ requires }) => requires,
  level: ({ level }) => [level.toLowerCase()],
};

/** `Error` with a message for the person who wrote the selector. */
export class SelectorError extends Error {}

/**
 * Reads one `--only` or `--skip` value. `@file` stands for the selectors in that file, one a line, `#` begins a
 * comment. Throws SelectorError.
 */
export function parseSelectors(text: string): readonly Selector[] {
  if (!text.startsWith('@')) return [parseSelector(text)];
  return readSelectorFile(text.slice(1))
    .split('\n')
    .map((line) => line.replace(/(^|\s)#.*$/, '').trim())
    .filter((line) => line !== '')
    .map(parseSelector);
}

function parseSelector(text: string): Selector {
  const [, name = 'id', pattern = ''] = /^(?:([a-z]+):)?(.*)$/s.exec(text) ?? [];
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (field === undefined) {
    throw new SelectorError(`${text}: there is no field ${name}; known: ${Object.keys(fields).join(', ')}`);
  }
  const expression = globExpression(name === 'level' ? pattern.toLowerCase() : pattern);
  return { text, matches: (suiteCase) => field(suiteCase).some((value) => expression.test(value)) };
}

/** `*` stands for anything but a slash, `**` for anything. All else, `[row]` too, stands for itself. */
function globExpression(pattern: string): RegExp {
  const body = pattern.replace(/\*\*|\*|[\\^$.|?+()[\]{}]/g, (found) => {
    if (found === '**') return '.*';
    return found === '*' ? '[^/]*' : `\\${found}`;
  });
  return new RegExp(`^${body}$`, 's');
}

function readSelectorFile(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw new SelectorError(`@${path}: the file cannot be read`);
  }
}
