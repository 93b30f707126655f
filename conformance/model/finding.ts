import type { Json } from './json.ts';

/** What a finding makes of its case, worst first. One worse finding outweighs any number of lesser ones. */
export const findingKinds = [
  'harness-error',
  'crash',
  'timeout',
  'protocol-error',
  'fail',
  'untestable',
] as const;
export type FindingKind = (typeof findingKinds)[number];

/** One thing that is not as it has to be. Plain data, made by `judge/`, shown by `report/`. */
export interface Finding {
  readonly kind: FindingKind;
  /** What was compared: a key of `expect`, or a check that every step gets: `envelope`, `secrets`, `tripwires` ... */
  readonly check: string;
  /** A phrase: what is wrong. */
  readonly message: string;
  /** The first path at which what came back differs, `output.data[0]`; empty for the whole. */
  readonly path: string;
  readonly wanted?: Json;
  readonly got?: Json;
}

/** The finding that decides: the first of the worst kind. */
export function worstOf(findings: readonly Finding[]): Finding | undefined {
  return findingKinds.flatMap((kind) => findings.find((finding) => finding.kind === kind) ?? [])[0];
}

/** A finding in one phrase: for a list, a JUnit message, a baseline. */
export function phraseOf({ check, path, message, wanted, got }: Finding): string {
  const where = path === '' ? check : path;
  if (wanted === undefined) return `${where}: ${message}`;
  return `${where}: wanted ${short(wanted)}, got ${got === undefined ? 'nothing' : short(got)}`;
}

function short(value: Json): string {
  const text = JSON.stringify(value);
  return text.length <= 120 ? text : `${text.slice(0, 120)}...`;
}
