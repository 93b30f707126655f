import type { ExchangeEvent } from '../model/event.ts';
import type { Json } from '../model/json.ts';
import type { Layout } from '../prepare/layout.ts';

/** A failure to take away: everything that is needed to see it again, with the runtime alone. Plain data. */
export interface Capsule {
  readonly id: string;
  readonly title: string;
  readonly why: string;
  /** `clause.id (MUST) text` */
  readonly clauses: readonly string[];
  readonly verdict: string;
  readonly reason: string;
  /** The command line that shows it again with the kit. */
  readonly reproduce: string;
  /** argv of the runtime in the run. */
  readonly command: readonly string[];
  /** Only the halves that failed. */
  readonly halves: readonly CapsuleHalf[];
}

export interface CapsuleHalf {
  readonly name: 'case' | 'twin';
  /** For a twin: the one factor that differs. */
  readonly differs: string | null;
  /** The case's folder, in whose files `rootMark` stands for the folder itself. */
  readonly world: Layout;
  /** The runtime's whole environment, with the mark in it. */
  readonly env: ReadonlyMap<string, string>;
  /** As far as the run came. */
  readonly steps: readonly CapsuleStep[];
  /** The kit plays a part in it that no script can: the model, or the client of a server. */
  readonly needsKit: boolean;
}

export interface CapsuleStep {
  readonly verb: string;
  /** Behind the runtime's command, with the mark, and `@{name}` for what an earlier step captured. */
  readonly args: readonly string[];
  /** `null`: stdin is empty. */
  readonly stdin: Uint8Array | null;
  readonly times: number;
  /** Laid over the folder before the step. */
  readonly change: Layout;
  /** name -> JSON pointer into the envelope. */
  readonly captures: ReadonlyMap<string, string>;
  /** `expect` of the case, references filled in. */
  readonly expected: Json;
  readonly actual: {
    readonly exchange: ExchangeEvent | null;
    readonly findings: readonly Json[];
  };
}

/** Stands for the folder of the case in everything that a capsule holds: it is another one each time. */
export const rootMark = '@CAPSULE_ROOT@';
