import type { Judged, Trial } from './run-trial.ts';
import type { WrongRuntime } from './wrong-runtime.ts';

/** The parts of a wrong runtime, and of what it was seen to do, that a test cares about. */

export function sampleRuntime(fields: Partial<WrongRuntime> = {}): WrongRuntime {
  return {
    id: 'argv/splits',
    kind: 'fault',
    does: 'splits a value on its blanks',
    breaks: [],
    command: ['node', 'wrong.js'],
    ...fields,
  };
}

export function sampleJudged(fields: Partial<Judged> = {}): Judged {
  return {
    id: 'argv/verbatim',
    clauses: ['argv.verbatim'],
    verdict: 'fail',
    reason: 'argv differs',
    ...fields,
  };
}

export function sampleTrial(runtime: Partial<WrongRuntime>, judged: readonly Judged[]): Trial {
  return { runtime: sampleRuntime(runtime), judged, capabilities: ['packs'] };
}
