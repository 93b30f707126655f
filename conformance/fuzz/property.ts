import type { Arbitrary } from 'fast-check';
import type { CaseFile } from '../model/case.ts';

/** A case file as somebody would write it: what has a default may be left out. */
export type WrittenCase = Omit<CaseFile, 'tags' | 'source' | 'steps' | 'twin'> & {
  readonly steps: readonly unknown[];
  readonly twin?: {
    readonly differs: string;
    readonly given?: CaseFile['given'];
    readonly steps: readonly unknown[];
  };
};

/**
 * A rule that holds for whatever is drawn. The expectation is worked out from what was drawn, by the clauses and not by any
 * runtime, and written into the case.
 */
export interface Property {
  readonly name: string;
  readonly cases: Arbitrary<WrittenCase>;
}
