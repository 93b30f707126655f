import { type Finding, phraseOf, worstOf } from '../model/finding.ts';

/**
 * What a failure looks like, in one line that is the same in every run: the phrase of the finding that decides,
 * without what is new each time (folders, nonces, secrets, process ids, times). A baseline holds it, so that a case
 * that begins to fail for another reason is not taken for the known failure. Empty where nothing was found.
 */
export function signatureOf(findings: readonly Finding[]): string {
  const worst = worstOf(findings);
  return worst === undefined ? '' : normalise(`${worst.kind} ${phraseOf(worst)}`);
}

/** What is new in every run, from the particular to the general. */
const volatile: readonly (readonly [RegExp, string])[] = [
  [/(?:\/[^\s"'\\/,;:)]+)*\/conformance-[A-Za-z0-9]+(?:\/(?:(?:time|lane|alone|place)-)?\d+)*/g, '<folder>'],
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, '<time>'],
  [/\b(run|evt|approval|req)-[a-z0-9]{8,}\b/g, '$1-<id>'],
  [/\b(?=[a-z0-9]*\d)(?=[a-z0-9]*[a-z])[a-z0-9]{12,}\b/g, '<nonce>'],
  [/\b\d+(?:\.\d+)? ms\b/g, '<n> ms'],
  [/\((\d+)\)/g, '(<pid>)'],
  [/\d{4,}/g, '<n>'],
];
const longest = 200;

function normalise(text: string): string {
  const flat = text.replaceAll(/\s+/g, ' ').trim();
  return volatile
    .reduce((so, [pattern, name]) => so.replaceAll(pattern, name), flat)
    .slice(0, longest)
    .trimEnd();
}
