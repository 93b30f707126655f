import { type Report, tallyOf, verdictIn } from './report-model.ts';

/** A run in a few words, and how good they are. */
export interface Standing {
  readonly tone: 'good' | 'fair' | 'bad' | 'none';
  /** `231 of 233 pass`, with what a reader has to know beside it: warnings, a part of the suite, an end too soon. */
  readonly message: string;
}

/**
 * Out of the cases that apply. `good` only for a whole run in which all of them pass: a badge must not say more than
 * the run does.
 */
export function standingOf(report: Report): Standing {
  const { passed, failed, warned } = tallyOf(report);
  const applicable = report.cases.filter(
    (each) => !['not-applicable', 'skipped'].includes(verdictIn(each)),
  ).length;
  const subset = isSubset(report);
  const known = report.cases.filter((each) => verdictIn(each) === 'xfail').length;
  const notes = [
    ...(known > 0 ? [`${known} known ${known === 1 ? 'failure' : 'failures'}`] : []),
    ...(warned > 0 ? [`${warned} ${warned === 1 ? 'warning' : 'warnings'}`] : []),
    ...(report.complete ? [] : ['not complete']),
    ...(subset ? ['part of the suite'] : []),
  ];
  const figures = applicable === 0 ? 'no cases' : `${passed} of ${applicable} pass`;
  return { tone: toneOf(), message: [figures, ...notes].join(', ') };

  function toneOf(): Standing['tone'] {
    if (failed > known) return 'bad';
    if (!report.complete || applicable === 0) return 'none';
    return warned + known > 0 || subset ? 'fair' : 'good';
  }
}

/** The run was asked for a part of the suite, or some of it was taken out by hand. */
export function isSubset({ header, cases }: Report): boolean {
  const planned = header?.planned.ids.length ?? 0;
  return planned < (header?.suite.cases ?? 0) || cases.some((each) => verdictIn(each) === 'skipped');
}

/** `sample 1.2.3 (sh)`, or how it was started where it does not say. */
export function runtimeName({ header }: Report): string {
  const runtime = header?.runtime;
  if (runtime == null) return header?.command.join(' ') || 'no runtime';
  return `${runtime.name} ${runtime.version} (${runtime.language})`;
}
