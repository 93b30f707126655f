/** What may differ between two runs of one case, each with what it stands for. In this order. */
const volatile: readonly (readonly [RegExp, string])[] = [
  // folders of the case, wherever they lie
  [/\/[^\s"'\\:;,()[\]{}]*\/(?:lane|alone)-\d+\/(?:place-)?\d+/g, '<folder>'],
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, '<time>'],
  // measured, and in a session the number of the request
  [/"(duration_ms|bytes|pid|id)":\s*\d+(?:\.\d+)?/g, '"$1":"<number>"'],
  [/\b(process|pid) \d+/g, '$1 <number>'],
  [/\b\d+ bytes\b/g, '<number> bytes'],
  [/\b(127\.0\.0\.1|localhost):\d+/g, '$1:<port>'],
  // ids, digests, and what the kit plants: long words of small letters and digits
  [/[a-z0-9]{12,}/g, '<word>'],
];

/** A text in which two runs of one case must agree, however different their surroundings: what may differ is masked. */
export function steadyText(text: string, surroundings: readonly string[]): string {
  const unnamed = surroundings.reduce((left, each) => left.replaceAll(each, '<surroundings>'), text);
  return volatile.reduce((left, [pattern, mask]) => left.replaceAll(pattern, mask), unnamed);
}

/** Where a long text was cut for the event that holds it, and the rest. */
const cut = /\n\[\.\.\. \d+ characters left out \.\.\.\]\n[\s\S]*$/;

/** Characters before a cut that are not compared: how far it lies behind what is masked differs with the length of that. */
const slack = 300;

/**
 * The first place at which two texts differ, as both show it; `undefined` where they are the same. A text that was cut is compared
 * as far as it is whole.
 */
export function firstDifference(one: string, other: string): readonly [string, string] | undefined {
  if (cut.test(one) || cut.test(other))
    return differenceOfHeads(one.replace(cut, ''), other.replace(cut, ''));
  return differenceOf(one, other);
}

function differenceOfHeads(one: string, other: string): readonly [string, string] | undefined {
  const length = Math.max(0, Math.min(one.length, other.length) - slack);
  return differenceOf(one.slice(0, length), other.slice(0, length));
}

function differenceOf(one: string, other: string): readonly [string, string] | undefined {
  if (one === other) return undefined;
  let at = 0;
  while (one[at] === other[at]) at += 1;
  const from = Math.max(0, at - 20);
  return [one.slice(from, at + 40), other.slice(from, at + 40)];
}
