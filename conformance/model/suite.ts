import type { Capability } from './capability.ts';
import type { Given, Step } from './case.ts';
import type { Json } from './json.ts';
import type { Level, Requirement } from './requirement.ts';

/** One case as it is run: a case file, or one row of its matrix, with the row's fields filled in. */
export interface SuiteCase {
  /** `<area>/<name>` or `<area>/<name>[<row>]`. Stable; baselines hold it. */
  readonly id: string;
  /** Relative to the suite's folder. */
  readonly file: string;
  readonly title: string;
  readonly clauses: readonly Requirement[];
  /** MUST as soon as one of its clauses is. */
  readonly level: Level;
  readonly requires: readonly Capability[];
  readonly tags: readonly string[];
  readonly source: readonly string[];
  readonly why: string;
  /** The matrix row's fields, for people. */
  readonly row: ReadonlyMap<string, Json>;
  /** The case itself, then its allowed twin where it has one. Each is prepared and driven on its own. */
  readonly halves: readonly Half[];
  /** Digests of the fixture workspaces that its halves start from. */
  readonly fixtures: readonly string[];
  /** Bound on each step; `null` where the target's, or the kit's, will do. */
  readonly timeoutMs: number | null;
}

export interface Half {
  readonly name: HalfName;
  /** For a twin: the one factor that differs, in words. */
  readonly differs: string | null;
  readonly given: Given;
  readonly steps: readonly Step[];
}
export type HalfName = 'case' | 'twin';

export interface Suite {
  /** Absolute. Holds `cases/` and `requirements.yaml`. */
  readonly folder: string;
  readonly requirements: ReadonlyMap<string, Requirement>;
  readonly cases: readonly SuiteCase[];
  /** SHA-256 over every case file, the requirements and the fixture workspaces, hex. Two runs are comparable when it is the same. */
  readonly digest: string;
}
