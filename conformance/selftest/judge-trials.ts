import { coreCapabilities } from '../model/capability.ts';
import type { Requirement } from '../model/requirement.ts';
import type { Suite } from '../model/suite.ts';
import { isKill, type Judged, type Trial } from './run-trial.ts';

/** One clause that one fault breaks, and the first case that noticed. */
export interface Kill {
  readonly fault: string;
  readonly clause: string;
  readonly by: Judged;
}

/** What the whole self-test came to. */
export interface Power {
  readonly trials: readonly Trial[];
  readonly kills: readonly Kill[];
  /** Clauses that must be seen to fail: every MUST of a capability that the reference offers, the excluded ones left out. */
  readonly clauses: readonly Requirement[];
  readonly excluded: readonly Requirement[];
  /** One line for each thing that is not as it has to be. Empty: the suite can fail wherever it has to. */
  readonly complaints: readonly string[];
}

/** How many of its cases the control must fail: a suite that lets more through looks at too little. */
const controlShare = 0.95;

/** Judges all trials together. `whole` asks for every clause: a selftest of chosen faults cannot. */
export function judgeTrials(trials: readonly Trial[], { requirements }: Suite, whole: boolean): Power {
  const kills = trials.flatMap(killsOf);
  const offered = new Set([...coreCapabilities, ...trials.flatMap(({ capabilities }) => capabilities ?? [])]);
  const must = [...requirements.values()].filter(
    ({ level, capability }) => level === 'MUST' && offered.has(capability),
  );
  const clauses = must.filter(({ excluded }) => excluded === undefined);
  const seen = new Set(kills.map(({ clause }) => clause));
  const unseen = clauses.filter(({ id }) => !seen.has(id));
  return {
    trials,
    kills,
    clauses,
    excluded: must.filter(({ excluded }) => excluded !== undefined),
    complaints: [
      ...trials.flatMap((trial) => complaintsOf(trial, requirements)),
      ...(whole ? unseen.map(({ id }) => `${id}: no fault makes a case that cites it fail`) : []),
    ],
  };
}

/** For each clause that a fault says it breaks, the first case that cites it and failed. */
function killsOf({ runtime, judged }: Trial): readonly Kill[] {
  return runtime.breaks.flatMap((clause) => {
    const by = judged.find((each) => isKill(each, clause));
    return by === undefined ? [] : [{ fault: runtime.id, clause, by }];
  });
}

type Requirements = Suite['requirements'];

function complaintsOf(trial: Trial, requirements: Requirements): readonly string[] {
  const { runtime, judged, capabilities } = trial;
  const harness = judged.filter(({ verdict }) => verdict === 'harness-error');
  return [
    ...(capabilities === null ? [`${runtime.id}: it does not answer describe, so no case was run`] : []),
    ...harness.map(({ id, reason }) => `${runtime.id}: the kit itself failed at ${id}: ${reason}`),
    ...byKind[runtime.kind](trial, requirements),
  ];
}

const byKind: Readonly<
  Record<Trial['runtime']['kind'], (trial: Trial, requirements: Requirements) => readonly string[]>
> = {
  fault: survivals,
  null: ({ runtime, judged }) =>
    judged.filter(({ verdict }) => verdict === 'pass').map(({ id }) => `${runtime.id}: it passes ${id}`),
  control: ({ runtime, judged }) => {
    const killed = judged.filter((each) => isKill(each, null)).length;
    if (killed >= controlShare * judged.length && killed > 0) return [];
    return [`${runtime.id}: only ${killed} of ${judged.length} cases notice it`];
  },
  harmless: ({ runtime, judged }) =>
    judged
      .filter((each) => isKill(each, null))
      .map(({ id, reason }) => `${runtime.id}: ${id} takes it for a fault: ${reason}`),
};

function survivals({ runtime, judged }: Trial, requirements: Requirements): readonly string[] {
  return runtime.breaks.flatMap((clause) => {
    if (!requirements.has(clause)) return [`${runtime.id}: there is no clause ${clause}`];
    if (judged.some((each) => isKill(each, clause))) return [];
    const asked = judged.filter(({ clauses }) => clauses.includes(clause)).length;
    return [`${runtime.id}: it survives: none of ${asked} cases of ${clause} fails`];
  });
}
