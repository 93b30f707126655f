import { matcherProblems } from '../judge/matcher-problems.ts';
import type { CaseFile, Expect } from '../model/case.ts';
import type { Json } from '../model/json.ts';
import type { DocumentPath } from './read-yaml.ts';
import { stepsOf } from './steps-of.ts';

type Report = (path: DocumentPath, message: string) => void;

/** Keys of `expect` whose value is a matcher, or a list of them. */
const matcherKeys = [
  'problems',
  'text',
  'output',
  'refusal',
  'error',
  'envelope',
  'headers',
  'body',
  'packs',
  'skills',
  'topologies',
  'events',
] as const satisfies readonly (keyof Expect)[];

/** A matcher with an unknown tag or a broken expression would match nothing, or everything. */
export function checkMatchers(content: CaseFile, report: Report): void {
  for (const { step, path } of stepsOf(content)) {
    for (const [matcher, at] of matchersOf(step.expect)) {
      for (const { path: inside, message } of matcherProblems(matcher)) {
        report([...path, 'expect', ...at, ...inside], message);
      }
    }
  }
}

function matchersOf(expect: Expect): readonly (readonly [Json, DocumentPath])[] {
  const direct = matcherKeys.flatMap((key) => {
    const value = expect[key];
    return value === undefined ? [] : [[value, [key]] as const];
  });
  const files = Object.entries(expect.files ?? {}).map(
    ([name, matcher]) => [matcher, ['files', name]] as const,
  );
  const counts = (expect.event_count ?? []).map(
    ({ of }, index) => [of, ['event_count', index, 'of']] as const,
  );
  return [...direct, ...files, ...counts, ...witnessMatchers(expect.witness)];
}

function witnessMatchers(witness: Expect['witness']): readonly (readonly [Json, DocumentPath])[] {
  const rows = Array.isArray(witness) ? witness : witness === undefined ? [] : [witness];
  return rows.flatMap((row, index) => {
    if (row === 'none') return [];
    const at = Array.isArray(witness) ? ['witness', index] : ['witness'];
    return (['argv', 'env', 'cwd'] as const).flatMap((key) => {
      const matcher = row[key];
      return matcher === undefined ? [] : [[matcher, [...at, key]] as const];
    });
  });
}
