import { isCore } from '../model/capability.ts';
import type { CaseFile, Step } from '../model/case.ts';
import type { Requirement } from '../model/requirement.ts';
import type { SuiteProblem } from '../model/suite-problem.ts';
import { checkMatchers } from './check-matchers.ts';
import { checkReferences } from './check-references.ts';
import type { Row } from './expand-matrix.ts';
import type { DocumentPath, YamlDocument } from './read-yaml.ts';
import { stepsOf } from './steps-of.ts';

export interface SuiteFacts {
  readonly requirements: ReadonlyMap<string, Requirement>;
  /** Name of a folder in `fixtures/workspaces/` -> digest of what is in it. */
  readonly fixtures: ReadonlyMap<string, string>;
}

/** Says where a check found something: `at(path, message)`. */
type Report = (path: DocumentPath, message: string) => void;

/** What a schema cannot see: clauses that are not there, references to nothing, expectations that cannot fail. */
export function checkCase(document: YamlDocument, row: Row, facts: SuiteFacts): readonly SuiteProblem[] {
  const problems: SuiteProblem[] = [];
  const report: Report = (path, message) => problems.push(document.problemAt(path, message));
  checkClauses(row.content, facts, report);
  checkFixtures(row.content, facts, report);
  checkSteps(row.content, report);
  checkTwin(row.content, report);
  checkReferences(row.content, row.raw, report);
  checkMatchers(row.content, report);
  return problems;
}

function checkClauses({ clauses, requires }: CaseFile, { requirements }: SuiteFacts, report: Report): void {
  for (const [index, id] of clauses.entries()) {
    const clause = requirements.get(id);
    if (clause === undefined) {
      report(['clauses', index], `clause ${id} is not in requirements.yaml`);
    } else if (!isCore(clause.capability) && !requires.includes(clause.capability)) {
      report(
        ['requires'],
        `clause ${id} is about ${clause.capability}: add it here, or runtimes without it fail`,
      );
    }
  }
}

function checkFixtures({ given, twin }: CaseFile, { fixtures }: SuiteFacts, report: Report): void {
  const unknown = (name: string | undefined): name is string => name !== undefined && !fixtures.has(name);
  const message = (name: string) => `fixtures/workspaces/${name} is not there`;
  if (unknown(given.fixture)) report(['given', 'fixture'], message(given.fixture));
  if (unknown(twin?.given?.fixture)) report(['twin', 'given', 'fixture'], message(twin.given.fixture));
}

const verdictGiving = ['outcome', 'exit', 'events', 'event_count', 'envelope', 'status'] as const;

function checkSteps(content: CaseFile, report: Report): void {
  for (const { step, path } of stepsOf(content)) {
    if (verdictGiving.every((key) => step.expect[key] === undefined)) {
      report([...path, 'expect'], `say what must come of the step: one of ${verdictGiving.join(', ')}`);
    }
    if (step.parallel !== undefined && step.parallel > (step.times ?? 1)) {
      report([...path, 'parallel'], 'parallel is more than times');
    }
    for (const [name, pointer] of Object.entries(step.capture ?? {})) {
      if (!pointer.startsWith('/')) report([...path, 'capture', name], 'a JSON pointer begins with /');
    }
  }
}

/** A runtime that always refuses must pass nothing: beside every no stands a yes, in the same case. */
function checkTwin(content: CaseFile, report: Report): void {
  const steps = stepsOf(content).map(({ step }) => step);
  if (steps.some(isNo) && !steps.some(isYes)) {
    report(['steps'], 'every step here expects a refusal or a failure: add a twin whose step succeeds');
  }
}

function isNo({ expect }: Step): boolean {
  if (expect.status !== undefined) return [expect.status].flat().every((status) => status >= 400);
  return expect.exit !== undefined || (expect.outcome !== undefined && expect.outcome !== 'ok');
}

function isYes(step: Step): boolean {
  const { outcome, status } = step.expect;
  // that a server is there says nothing yet of what it does
  if (step.serve !== undefined || step.http?.path === '/health') return false;
  if (status !== undefined) return [status].flat().every((each) => each < 400);
  return outcome === 'ok' && step.describe === undefined;
}
