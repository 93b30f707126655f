import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as z from 'zod';

/** `<area>/<name>`, as a case has it. */
const Id = z.string().regex(/^[a-z][a-z0-9-]*\/[a-z0-9][a-z0-9-]*$/);

/**
 * A runtime that is wrong on purpose, or one that only pretends to be one. `fault`: one known mistake. `control`: a mistake so gross
 * that nearly every case must see it. `harmless`: a change that no clause speaks of, which no case may see. `null`: a
 * program that knows one answer; it must not pass a single case.
 */
export const WrongRuntime = z.strictObject({
  id: Id,
  kind: z.enum(['fault', 'control', 'harmless', 'null']),
  /** What is wrong, in the present tense. */
  does: z.string().min(10),
  /** Clauses that it breaks: for each, a case that cites it must fail. */
  breaks: z.array(z.string()).default([]),
  /** The reported failure that it re-enacts: an id of the failures data, or an address. */
  reenacts: z.string().optional(),
  /** argv, relative to the package's root. */
  command: z.array(z.string()).min(1),
  /** Bound on each step, in milliseconds, where the cases' own would only be waited for. */
  bound_ms: z.number().int().positive().optional(),
});
export type WrongRuntime = z.infer<typeof WrongRuntime>;

/** Where `scripts/build-faults.ts` leaves the list of what it built. */
export const manifestFile = 'dist/faults/manifest.json';

/** Reads the list. Throws where there is none, with what to do about it. */
export function loadWrongRuntimes(root: string): readonly WrongRuntime[] {
  return z.array(WrongRuntime).parse(JSON.parse(readManifest(root)));
}

function readManifest(root: string): string {
  try {
    return readFileSync(join(root, manifestFile), 'utf8');
  } catch {
    throw new Error(hasSource(root) ? notBuilt : notShipped);
  }
}

function hasSource(root: string): boolean {
  return existsSync(join(root, 'scripts/build-faults.ts'));
}

const notBuilt = `${dirname(manifestFile)} holds no faulty runtimes: \`npx just selftest\` builds them and runs the self-test`;

/** They are hundreds of bundles: of use to who changes the suite, who has the source. */
const notShipped = [
  'the self-test needs the faulty runtimes, which are made from the source of the reference runtime and do not come with the package.',
  'Run `npx just selftest` in a checkout of the project; what it found of this suite stands in conformance/POWER.md.',
].join('\n');
