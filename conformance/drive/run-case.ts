import { join } from 'node:path';
import { type CaseResult, verdictOf } from '../judge/verdict-of.ts';
import { type Capability, isCore } from '../model/capability.ts';
import type { EventOf, RunEvent } from '../model/event.ts';
import { type Finding, findingKinds, phraseOf } from '../model/finding.ts';
import type { SuiteCase } from '../model/suite.ts';
import type { Verdict } from '../model/verdict.ts';
import { exchangeEvent, findingEvent } from '../report/to-event.ts';
import { type DriveContext, driveHalf } from './drive-half.ts';

export interface CaseRun {
  readonly suiteCase: SuiteCase;
  /** What is to become of it, before anybody looks at its capabilities. */
  readonly fate: 'drive' | 'skipped' | 'not-run';
  /** What `describe` declares. */
  readonly capabilities: ReadonlySet<Capability>;
  /** A folder for its halves. */
  readonly root: string;
  readonly reproduce: string;
  readonly signal: AbortSignal;
}

/** Runs both halves of a case and says what happened, from its start event to its end event. */
export async function runCase(
  run: CaseRun,
  context: DriveContext,
  emit: (event: RunEvent) => void,
): Promise<Verdict> {
  const { suiteCase } = run;
  emit(startOf(run));
  const started = performance.now();
  const result = await resultOf(run, context, emit);
  const verdict = verdictOf(suiteCase.level, result);
  emit({
    type: 'case-ended',
    id: suiteCase.id,
    verdict,
    reason: reasonOf(run, result),
    duration_ms: Math.round(performance.now() - started),
  });
  return verdict;
}

async function resultOf(
  run: CaseRun,
  context: DriveContext,
  emit: (event: RunEvent) => void,
): Promise<CaseResult> {
  if (run.fate !== 'drive') return { kind: run.fate };
  if (missing(run).length > 0) return { kind: 'not-applicable' };
  const findings: Finding[] = [];
  const { id, halves, timeoutMs } = run.suiteCase;
  for (const half of halves) {
    const root = join(run.root, half.name);
    const found = await driveHalf(
      half,
      root,
      { ...context, timeoutMs: timeoutMs ?? context.timeoutMs },
      (step) =>
        emit({
          type: 'step',
          id,
          half: half.name,
          differs: half.differs,
          index: step.index,
          verb: step.request.verb,
          exchange: step.exchange === undefined ? null : exchangeEvent(step.exchange),
          findings: step.findings.map(findingEvent),
        }),
    );
    findings.push(...found);
  }
  return run.signal.aborted ? { kind: 'not-run' } : { kind: 'driven', findings };
}

/** Optional capabilities that the case needs and `describe` does not declare. The core is never optional. */
function missing({ suiteCase, capabilities }: CaseRun): readonly Capability[] {
  return suiteCase.requires.filter((capability) => !isCore(capability) && !capabilities.has(capability));
}

function reasonOf(run: CaseRun, result: CaseResult): string {
  switch (result.kind) {
    case 'driven':
      return reasonOfFinding(worstOf(result.findings));
    case 'not-applicable':
      return `the runtime does not declare ${missing(run).join(', ')}`;
    case 'skipped':
      return 'taken out by --skip';
    case 'not-run':
      return 'it never had its turn';
  }
}

function reasonOfFinding(finding: Finding | undefined): string {
  return finding === undefined ? '' : phraseOf(finding);
}

function worstOf(findings: readonly Finding[]): Finding | undefined {
  return findingKinds.flatMap((kind) => findings.find((finding) => finding.kind === kind) ?? [])[0];
}

function startOf({ suiteCase, reproduce }: CaseRun): EventOf<'case-started'> {
  const { id, title, level, clauses, requires, tags, why, file } = suiteCase;
  return {
    type: 'case-started',
    id,
    title,
    level,
    clauses: clauses.map((clause) => ({
      id: clause.id,
      level: clause.level,
      capability: clause.capability,
      text: clause.text,
    })),
    requires: [...requires],
    tags: [...tags],
    why,
    file,
    reproduce,
  };
}
