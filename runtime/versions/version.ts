/**
 * A version as programs print it: any number of parts, leading zeros allowed. What a vendor appends (`-apple`, `.windows.1`,
 * `p1`, `+dfsg`, `-9+deb12u1`) is kept in `text` and left out of every comparison: it compares as the release it carries.
 */
export interface Version {
  /** As printed, vendor suffix included. */
  readonly text: string;
  /** `1.07.1` is `[1, 7, 1]`. */
  readonly parts: readonly number[];
  /** `rc.2` is `['rc', 2]`; empty for a release. */
  readonly prerelease: readonly (string | number)[];
}

/** One digit more, and a number could no longer be told from its neighbour. */
const mostDigits = 15;
const dotted = /^\d+(?:\.\d+)*/;
/** Some programs are dated instead of numbered: `xxd 2022-01-14`. */
const isoDate = /^\d{4}-\d\d-\d\d(?!\d)/;
/** Java counts its updates behind an underscore: `1.8.0_431`. */
const javaUpdate = /^_(\d+)/;
const suffix = /^[-._~+\w]*/;

/** Words that say "not released yet". `a`, `b` and `c` do only with a digit: alone they are patch letters (`1.1.1b`). */
const prereleaseTail =
  /^[-._~+]?(?:(alpha|beta|rc|dev|prerelease|preview|pre|snapshot|nightly|canary|next|insiders)(?![a-z])|([abc])(?=\d+(?![a-z])))((?:[-._]?[0-9a-z]+)*)/i;

/** PEP 440's short spellings, so that `1.0a2` sorts with `1.0-alpha.3`. */
const longForms = new Map([
  ['a', 'alpha'],
  ['b', 'beta'],
  ['c', 'rc'],
]);

/** Reads the version that `text` starts with; a leading `v` is passed over. `undefined` where there is none. */
export function parseVersion(text: string): Version | undefined {
  const bare = text.replace(/^v/i, '');
  const head = (isoDate.exec(bare) ?? dotted.exec(bare))?.[0];
  if (head === undefined) return undefined;
  const tail = bare.slice(head.length);
  const update = javaUpdate.exec(tail)?.[1];
  const written = [...head.split(/[.-]/), ...(update === undefined ? [] : [update])];
  if (written.some((part) => part.length > mostDigits)) return undefined;
  const printed = head + (suffix.exec(tail)?.[0] ?? '').replace(/[-._~+]+$/, '');
  return { text: printed, parts: written.map(Number), prerelease: prereleaseOf(tail) };
}

function prereleaseOf(tail: string): readonly (string | number)[] {
  const match = prereleaseTail.exec(tail);
  if (match === null) return [];
  const word = (match[1] ?? match[2] ?? '').toLowerCase();
  const rest = (match[3] ?? '').split(/[-._]/).filter((each) => each !== '');
  return [longForms.get(word) ?? word, ...rest.map(identifier)];
}

function identifier(text: string): string | number {
  return /^\d{1,15}$/.test(text) ? Number(text) : text.toLowerCase();
}

/** Negative when `a` is older than `b`, 0 when neither is. Missing parts are zeros: `1.7` is `1.7.0`. */
export function compareVersions(a: Version, b: Version): number {
  return compareReleases(a, b) || comparePrereleases(a.prerelease, b.prerelease);
}

/** The same, with both taken as released. */
export function compareReleases(a: Version, b: Version): number {
  const length = Math.max(a.parts.length, b.parts.length);
  for (let index = 0; index < length; index += 1) {
    const difference = (a.parts[index] ?? 0) - (b.parts[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Semantic Versioning 2.0.0, clause 11: nothing is above something, numbers below words, more fields above fewer. */
function comparePrereleases(a: Version['prerelease'], b: Version['prerelease']): number {
  if (a.length === 0 || b.length === 0) return b.length - a.length;
  const length = Math.max(a.length, b.length);
  for (let index = 0; index < length; index += 1) {
    const difference = compareIdentifiers(a[index], b[index]);
    if (difference !== 0) return difference;
  }
  return 0;
}

function compareIdentifiers(a: string | number | undefined, b: string | number | undefined): number {
  if (a === b) return 0;
  if (a === undefined || b === undefined) return a === undefined ? -1 : 1;
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a !== typeof b) return typeof a === 'number' ? -1 : 1;
  return a < b ? -1 : 1;
}
