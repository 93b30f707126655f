import type { Expect } from '../model/case.ts';
import type { Finding } from '../model/finding.ts';
import { type Json, own } from '../model/json.ts';
import type { Observation } from '../observe/observe.ts';
import { compareProblems, countOf, problemsOf, summary } from './compare-problems.ts';
import { compareWitness } from './compare-witness.ts';
import { type Difference, match, matches } from './match.ts';
import type { Reply } from './read-reply.ts';
import { showPath } from './show-path.ts';

/** What a step is judged by: what the runtime said, and what the suite saw. */
export interface Evidence {
  /** One for each repetition. */
  readonly replies: readonly Reply[];
  readonly observation: Observation;
}

type Comparer<Key extends keyof Expect> = (
  wanted: NonNullable<Expect[Key]>,
  evidence: Evidence,
) => readonly Difference[];

/**
 * A comparer for every key of `expect`. The type holds the table complete: a key that nothing compared would be a
 * case that cannot fail.
 */
const comparers: { readonly [Key in keyof Required<Expect>]: Comparer<Key> } = {
  outcome: eachReply((wanted, { outcome, status, envelope }) => {
    if (outcome === wanted) return undefined;
    return differenceAt(
      ['outcome'],
      wanted,
      outcome === null ? `exit status ${status}` : explained(outcome, envelope),
    );
  }),
  exit: eachReply((wanted, { status }) => at('exit', match(wanted, status))),
  code: eachReply((wanted, { envelope }) => {
    const codes = codesOf(envelope);
    const accepted: readonly string[] = [wanted].flat();
    return codes.some((code) => accepted.includes(code)) ? undefined : differenceAt(['code'], wanted, codes);
  }),
  problems: eachReply((wanted, { envelope }) => compareProblems(wanted, problemsOf(envelope))),
  errors: eachReply((wanted, { envelope }) => countDifference('error', wanted, envelope)),
  warnings: eachReply((wanted, { envelope }) => countDifference('warning', wanted, envelope)),
  text: field('text'),
  output: field('output'),
  refusal: field('refusal'),
  error: field('error'),
  status: eachReply((wanted, { status, envelope }) => {
    const accepted: readonly number[] = [wanted].flat();
    return accepted.includes(status)
      ? undefined
      : differenceAt(['status'], wanted, [status, own(envelope ?? undefined, 'body') ?? null]);
  }),
  headers: field('headers'),
  body: field('body'),
  packs: field('packs'),
  skills: field('skills'),
  topologies: field('topologies'),
  envelope: eachReply((wanted, { envelope }) => match(wanted, envelope ?? undefined)),
  events: eachReply((wanted, { events }) =>
    matches({ $sequence: wanted }, events) ? undefined : differenceAt(['events'], wanted, events),
  ),
  event_count: eachReply((wanted, { events }) => {
    const wrong = wanted.find(({ of, is }) => events.filter((event) => matches(of, event)).length !== is);
    if (wrong === undefined) return undefined;
    const found = events.filter((event) => matches(wrong.of, event));
    return differenceAt(['events'], { of: wrong.of, is: wrong.is }, { is: found.length, found });
  }),
  witness: (wanted, { observation: { witnesses, exchanges } }) => {
    const runtimePids = exchanges.flatMap(({ pid }) => pid ?? []);
    return [wanted].flat().flatMap((each) => compareWitness(each, { runs: witnesses, runtimePids }));
  },
  model: (wanted, { observation: { asked } }) => [at('model', match(wanted, asked)) ?? []].flat(),
  files: (wanted, { observation: { files } }) =>
    Object.entries(wanted).flatMap(
      ([path, matcher]) => at('files', at(path, match(matcher, files.get(path)))) ?? [],
    ),
  within_ms: eachDuration((wanted, ms) => ms <= wanted, 'max'),
  at_least_ms: eachDuration((wanted, ms) => ms >= wanted, 'min'),
  processes_left: (wanted, { observation: { survivors } }) =>
    survivors.length === wanted
      ? []
      : [{ path: ['processes'], wanted, got: survivors.map(({ command }) => command) }],
};

/** Everything in which a step differs from what is expected of it. */
export function compareExpect(expect: Expect, evidence: Evidence): readonly Finding[] {
  return (Object.keys(comparers) as (keyof Expect)[]).flatMap((key) => compareKey(key, expect, evidence));
}

function compareKey<Key extends keyof Expect>(
  key: Key,
  expect: Expect,
  evidence: Evidence,
): readonly Finding[] {
  const wanted = expect[key];
  const compare: Comparer<Key> = comparers[key];
  return wanted == null ? [] : compare(wanted, evidence).map((difference) => toFinding(key, difference));
}

function toFinding(check: string, { path, wanted, got }: Difference): Finding {
  const message = got === undefined ? 'what is wanted is not there' : 'what came back is not what is wanted';
  return {
    kind: 'fail',
    check,
    message,
    path: showPath(path),
    wanted,
    ...(got === undefined ? {} : { got }),
  };
}

/** With repetitions the first that differs speaks for all. */
function eachReply<Wanted>(compare: (wanted: Wanted, reply: Reply) => Difference | undefined) {
  return (wanted: Wanted, { replies }: Evidence): readonly Difference[] => {
    for (const reply of replies) {
      const difference = compare(wanted, reply);
      if (difference !== undefined) return [difference];
    }
    return [];
  };
}

function field(name: string) {
  return eachReply((wanted: Json, { envelope }) => at(name, match(wanted, own(envelope ?? undefined, name))));
}

function eachDuration(holds: (wanted: number, ms: number) => boolean, bound: 'min' | 'max') {
  return (wanted: number, { observation: { exchanges } }: Evidence): readonly Difference[] => {
    const wrong = exchanges.map(({ durationMs }) => Math.round(durationMs)).find((ms) => !holds(wanted, ms));
    return wrong === undefined
      ? []
      : [{ path: ['duration_ms'], wanted: { $number: { [bound]: wanted } }, got: wrong }];
  };
}

function countDifference(
  severity: 'error' | 'warning',
  wanted: number,
  envelope: Json | null,
): Difference | undefined {
  if (countOf(severity, envelope) === wanted) return undefined;
  return differenceAt(['problems'], `${wanted} of severity ${severity}`, problemsOf(envelope).map(summary));
}

function differenceAt(path: readonly PropertyKey[], wanted: Json, got: Json): Difference {
  return { path, wanted, got };
}

function at(key: string, difference: Difference | undefined): Difference | undefined {
  return difference && { ...difference, path: [key, ...difference.path] };
}

/** An outcome with the reason that came with it, since that is what the reader asks next. */
function explained(outcome: string, envelope: Json | null): Json {
  const reasons = problemsOf(envelope).map(summary);
  const reason =
    own(own(envelope ?? undefined, 'refusal'), 'reason') ??
    own(own(envelope ?? undefined, 'error'), 'message');
  return [`${outcome}`, ...codesOf(envelope), ...(reason === undefined ? reasons : [reason])];
}

/** The code of the refusal, the error, or of each problem that is an error. */
function codesOf(envelope: Json | null): readonly string[] {
  const direct = [
    own(own(envelope ?? undefined, 'refusal'), 'code'),
    own(own(envelope ?? undefined, 'error'), 'code'),
    own(own(envelope ?? undefined, 'body'), 'code'),
  ];
  const errors = problemsOf(envelope).filter((each) => own(each, 'severity') === 'error');
  return [...direct, ...errors.map((each) => own(each, 'code'))].filter((code) => typeof code === 'string');
}
