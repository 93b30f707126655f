import type { Problem } from '../model/problem.ts';

export const contractVersion = '1';

export const verbNames = [
  'describe',
  'validate',
  'resolve',
  'call',
  'run',
  'logs',
  'approvals',
  'approve',
  'deny',
  'serve',
  'session',
] as const;
export type VerbName = (typeof verbNames)[number];

export type OutcomeName = 'ok' | 'invalid' | 'denied' | 'failed';

/** What every verb answers with, and what its own fields are. */
export interface Envelope {
  readonly contract: typeof contractVersion;
  readonly verb: VerbName;
  readonly outcome: OutcomeName;
  readonly problems: readonly Problem[];
  readonly [field: string]: unknown;
}

export function envelope(
  verb: VerbName,
  outcome: OutcomeName,
  problems: readonly Problem[],
  fields: Readonly<Record<string, unknown>> = {},
): Envelope {
  return { contract: contractVersion, verb, outcome, problems, ...fields };
}

/** The workspace or the request does not load. */
export function invalid(verb: VerbName, problems: readonly Problem[]): Envelope {
  return envelope(verb, 'invalid', problems);
}

/** 0 for `ok`, 1 for any other outcome with a valid envelope. */
export function exitStatusOf({ outcome }: Envelope): 0 | 1 {
  return outcome === 'ok' ? 0 : 1;
}
