import { fromJson, type Json, toJson } from '../model/json.ts';

/** What a member of a composed skill gave, as it lies in the state of a run that waits. */
export interface MemberResult {
  readonly text: string;
  readonly data: unknown;
}

export type MemberResults = Readonly<Record<string, MemberResult>>;

/**
 * Members of one composed call that have succeeded, by their place in it (`1`, or `1/0` inside a member that is composed itself).
 * A call that waits for a person in its midst is made again after the decision: what ran before must not run twice, and a member
 * that a model answers must not answer anew, or what is asked for then is not what was approved.
 */
export interface MemberMemory {
  recall(position: number): { readonly text: string; readonly data: Json } | undefined;
  keep(position: number, result: { readonly text: string; readonly data: Json }): void;
  /** That of a member, which may be composed as well. */
  within(position: number): MemberMemory;
  /** All that is known now. */
  results(): MemberResults;
}

export function memberMemory(known: MemberResults = {}): MemberMemory {
  return scoped(new Map(Object.entries(known)), '');
}

function scoped(results: Map<string, MemberResult>, prefix: string): MemberMemory {
  return {
    recall(position) {
      const found = results.get(`${prefix}${position}`);
      return found === undefined ? undefined : { text: found.text, data: toJson(found.data) };
    },
    keep: (position, { text, data }) =>
      void results.set(`${prefix}${position}`, { text, data: fromJson(data) }),
    within: (position) => scoped(results, `${prefix}${position}/`),
    results: () => Object.fromEntries(results),
  };
}
