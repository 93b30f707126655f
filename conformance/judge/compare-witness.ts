import type { WitnessExpectation } from '../model/case.ts';
import type { Json } from '../model/json.ts';
import type { WitnessRun } from '../observe/witness-runs.ts';
import { type Difference, match } from './match.ts';

type Detailed = Exclude<WitnessExpectation, 'none'>;

/** What the comparison needs beside the runs: the processes of the runtime itself. */
export interface WitnessEvidence {
  readonly runs: readonly WitnessRun[];
  /** Each leads the group and session that a command must not share. */
  readonly runtimePids: readonly number[];
}

type Check<Key extends keyof Detailed> = (
  wanted: NonNullable<Detailed[Key]>,
  last: WitnessRun,
  evidence: WitnessEvidence,
) => Difference | undefined;

/** Checks of the last call. Each key of the expectation is here or counted below; the type sees to it. */
const callChecks: {
  readonly [Key in Exclude<keyof Required<Detailed>, 'program' | 'ran' | 'probes'>]: Check<Key>;
} = {
  argv: (wanted, { argv }) => match(wanted, argv),
  env: (wanted, { env }) => match(wanted, Object.fromEntries(env)),
  env_only: (wanted, { env }) => {
    const extra = [...env.keys()].filter((name) => !wanted.some((pattern) => isNamedBy(pattern, name)));
    return extra.length === 0 ? undefined : { path: [], wanted, got: extra };
  },
  cwd: (wanted, { cwd }) => match(wanted, cwd),
  stdin: (wanted, { stdin }) => match(wanted, stdin),
  terminal: (wanted, { terminal }) => match(wanted, terminal),
  own_group: (wanted, { group }, { runtimePids }) => match(wanted, !runtimePids.includes(group)),
  own_session: (wanted, { session }, { runtimePids }) => match(wanted, !runtimePids.includes(session)),
};

function isNamedBy(pattern: string, name: string): boolean {
  return pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : pattern === name;
}

/** `none` speaks of every program of the case, anything else of one. */
export function compareWitness(wanted: WitnessExpectation, evidence: WitnessEvidence): readonly Difference[] {
  const calls = evidence.runs.filter(({ kind }) => kind === 'call');
  if (wanted === 'none')
    return calls.length === 0 ? [] : [{ path: ['witness'], wanted: 'none', got: calls.map(showRun) }];
  const program = wanted.program ?? 'witness';
  const own = calls.filter((run) => run.program === program);
  const probes = evidence.runs.filter((run) => run.program === program && run.kind === 'probe');
  const at = (key: string, difference: Difference | undefined): Difference[] =>
    difference === undefined ? [] : [{ ...difference, path: [program, key, ...difference.path] }];
  const counted = [
    ...at('ran', wanted.ran === undefined ? undefined : match(wanted.ran, own.length)),
    ...at('probes', wanted.probes === undefined ? undefined : match(wanted.probes, probes.length)),
  ];
  const checks = checksOf(wanted);
  const last = own.at(-1);
  if (counted.length > 0 || checks.length === 0) return counted;
  if (last === undefined) return at('ran', { path: [], wanted: { $number: { min: 1 } }, got: 0 });
  return checks.flatMap(({ key, check }) => at(key, check(last, evidence)));
}

interface BoundCheck {
  readonly key: string;
  readonly check: (last: WitnessRun, evidence: WitnessEvidence) => Difference | undefined;
}

function checksOf(wanted: Detailed): readonly BoundCheck[] {
  const keys = Object.keys(callChecks) as (keyof typeof callChecks)[];
  return keys.flatMap((key) => boundCheck(key, wanted));
}

function boundCheck<Key extends keyof typeof callChecks>(key: Key, wanted: Detailed): readonly BoundCheck[] {
  const value = wanted[key];
  const check = callChecks[key] as Check<Key>;
  return value == null ? [] : [{ key, check: (last, evidence) => check(value, last, evidence) }];
}

function showRun({ program, argv }: WitnessRun): Json {
  return [program, ...argv];
}
