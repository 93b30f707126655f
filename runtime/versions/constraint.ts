import { bad, ok, problem, type Result } from '../model/problem.ts';
import { compareReleases, compareVersions, parseVersion, type Version } from './version.ts';

/** Which versions will do: any of the alternatives, of each every bound. */
export interface Constraint {
  /** As written. */
  readonly text: string;
  readonly alternatives: readonly (readonly Bound[])[];
}

export interface Bound {
  readonly kind: 'at-least' | 'above' | 'at-most' | 'below';
  readonly version: Version;
}

/**
 * Reads a range as npm writes them (`>=1.6`, `^1.2`, `~1.2`, `1.x`, `1.2 - 1.5`, `||`), commas as well as spaces
 * between the bounds, and versions of any number of parts. Anything else is `schema.pattern-mismatch`.
 */
export function parseConstraint(text: string): Result<Constraint> {
  const alternatives = text.split('||').map((each) => parseAlternative(each.trim()));
  if (alternatives.some((each) => each === undefined)) return bad(noRange(text));
  return ok({ text, alternatives: alternatives.filter((each) => each !== undefined) });
}

function noRange(text: string) {
  return problem('schema.pattern-mismatch', `${JSON.stringify(text)} is not a version range`, {
    hint: 'write a range as npm does, for example ">=1.6", ">=1.6,<2", "^1.7", "~1.7", "1.x" or "1.6 - 1.8"; "*" takes any version',
  });
}

/**
 * Whether `version` lies in the range. A pre-release of a bound is outside at both ends: `2.0-rc1` is neither `>=2` nor `<2`
 * (it would bring what 2 brings). Between the bounds a pre-release is a version like any other.
 */
export function satisfies(version: Version, constraint: Constraint): boolean {
  return constraint.alternatives.some((bounds) => bounds.every((bound) => holds(version, bound)));
}

function holds(version: Version, bound: Bound): boolean {
  const order = compareVersions(version, bound.version);
  switch (bound.kind) {
    case 'at-least':
      return order >= 0;
    case 'above':
      return order > 0;
    case 'at-most':
      return order <= 0;
    case 'below':
      return (
        order < 0 && (bound.version.prerelease.length > 0 || compareReleases(version, bound.version) < 0)
      );
  }
}

const hyphenRange = /^(\S+)\s+-\s+(\S+)$/;
/** Up to the next space or comma; an operator may stand apart from its version. */
const boundToken = /^(>=|<=|>|<|==?|\^|~>?|)\s*([^\s,<>=^~]+)(?:\s*,\s*|\s+|$)/;

function parseAlternative(text: string): readonly Bound[] | undefined {
  const hyphen = hyphenRange.exec(text);
  if (hyphen !== null) return parseHyphen(hyphen[1] ?? '', hyphen[2] ?? '');
  const bounds: Bound[] = [];
  let rest = text;
  do {
    const match = boundToken.exec(rest);
    const partial = parsePartial(match?.[2] ?? '');
    if (match === null || partial === undefined) return undefined;
    bounds.push(...boundsOf(match[1] ?? '', partial));
    rest = rest.slice(match[0].length);
  } while (rest !== '');
  return /,\s*$/.test(text) ? undefined : bounds;
}

function parseHyphen(low: string, high: string): readonly Bound[] | undefined {
  const from = parsePartial(low);
  const to = parsePartial(high);
  return from && to && [...boundsOf('>=', from), ...boundsOf('<=', to)];
}

/** A version of which only the leading parts are given: `1`, `1.6`, `1.x`, `*`. */
interface Partial {
  readonly parts: readonly number[];
  readonly prerelease: Version['prerelease'];
  /** True when the parts left out may be anything; a version of three parts or more is itself. */
  readonly open: boolean;
}

const wildcard = /^(?:(v?\d+(?:\.\d+)*)\.)?[xX*](?:\.[xX*])*$/;
const written = /^v?\d+(?:\.\d+)*(?!\.x(?![a-z]))(?:[-.~+_]?[a-z][-.+\w]*|[-+~_][-.+\w]+)?$/i;

function parsePartial(text: string): Partial | undefined {
  const wild = wildcard.exec(text);
  if (wild !== null) return { parts: parseVersion(wild[1] ?? '')?.parts ?? [], prerelease: [], open: true };
  const version = written.test(text) ? parseVersion(text) : undefined;
  if (version === undefined) return undefined;
  const open = version.parts.length < 3 && version.prerelease.length === 0;
  return { parts: version.parts, prerelease: version.prerelease, open };
}

function boundsOf(operator: string, partial: Partial): readonly Bound[] {
  const { parts, open } = partial;
  const low: Version = { text: parts.join('.'), parts, prerelease: partial.prerelease };
  const atLeast: Bound = { kind: 'at-least', version: low };
  switch (operator) {
    case '>=':
      return [atLeast];
    case '<':
      return [{ kind: 'below', version: low }];
    case '>':
      return open ? above(parts) : [{ kind: 'above', version: low }];
    case '<=':
      return open ? below(parts, parts.length - 1) : [{ kind: 'at-most', version: low }];
    case '^':
      return [atLeast, ...below(parts, caretPart(parts))];
    case '~':
    case '~>':
      return [atLeast, ...below(parts, Math.min(1, parts.length - 1))];
    default:
      return [
        atLeast,
        ...(open ? below(parts, parts.length - 1) : [{ kind: 'at-most', version: low } as const]),
      ];
  }
}

/** The first part that is not zero may not change; of zeros only, the last. */
function caretPart(parts: readonly number[]): number {
  const first = parts.findIndex((part) => part > 0);
  return first === -1 ? parts.length - 1 : first;
}

/** Below the next value of the part at `index`. A bare `*` has no parts and no end. */
function below(parts: readonly number[], index: number): readonly Bound[] {
  return parts.length === 0 ? [] : [{ kind: 'below', version: next(parts, index) }];
}

/** `>1.6` starts at 1.7; nothing is above `*`. */
function above(parts: readonly number[]): readonly Bound[] {
  if (parts.length === 0) return [{ kind: 'below', version: { text: '0', parts, prerelease: [] } }];
  return [{ kind: 'at-least', version: next(parts, parts.length - 1) }];
}

function next(parts: readonly number[], index: number): Version {
  const raised = [...parts.slice(0, index), (parts[index] ?? 0) + 1];
  return { text: raised.join('.'), parts: raised, prerelease: [] };
}
