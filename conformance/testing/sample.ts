import { halvesOf } from '../load/expand-matrix.ts';
import { CaseFile, type Given, type Step, Step as StepSchema } from '../model/case.ts';
import type { Requirement } from '../model/requirement.ts';
import type { Half, SuiteCase } from '../model/suite.ts';

/** The parts of a case that a test cares about; everything else is filled in. */

export const sampleClause: Requirement = {
  id: 'argv.verbatim',
  level: 'MUST',
  capability: 'packs',
  text: 'A value reaches the program as one element.',
  from: ['note'],
};

export function sampleStep(step: unknown): Step {
  return StepSchema.parse(step);
}

export function sampleHalf(given: Given, steps: readonly unknown[]): Half {
  return { name: 'case', differs: null, given, steps: steps.map(sampleStep) };
}

export function sampleCase(fields: Partial<CaseFile> = {}, more: Partial<SuiteCase> = {}): SuiteCase {
  const content = CaseFile.parse({
    title: 'A value arrives as it is',
    clauses: ['argv.verbatim'],
    requires: ['packs'],
    why: 'Injection starts where a value is looked at again.',
    given: {},
    steps: [{ validate: {}, expect: { outcome: 'ok' } }],
    ...fields,
  });
  return {
    id: 'argv/verbatim',
    file: 'cases/argv/verbatim.yaml',
    title: content.title,
    clauses: [sampleClause],
    level: 'MUST',
    requires: content.requires,
    tags: content.tags,
    source: content.source,
    why: content.why,
    row: new Map(),
    halves: halvesOf(content),
    fixtures: [],
    timeoutMs: null,
    ...more,
  };
}
