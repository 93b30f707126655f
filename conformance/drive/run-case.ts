import { compareWays } from '../judge/compare-ways.ts';
import { signatureOf } from '../judge/signature-of.ts';
import { type CaseResult, type Known, verdictOf } from '../judge/verdict-of.ts';
import { caseDigest } from '../load/case-digest.ts';
import { type Capability, isCore } from '../model/capability.ts';
import type { EventOf, RunEvent } from '../model/event.ts';
import { type Finding, phraseOf, worstOf } from '../model/finding.ts';
import type { Half, SuiteCase } from '../model/suite.ts';
import type { Verdict } from '../model/verdict.ts';
import { exchangeEvent, findingEvent } from '../report/to-event.ts';
import { driveHalf, type StepResult } from './drive-half.ts';
import type { Lane } from './lane.ts';

export interface CaseRun {
  readonly suiteCase: SuiteCase;
  /** What is to become of it, before anybody looks at its capabilities. */
  readonly fate: 'drive' | 'skipped' | 'not-run';
  /** What `describe` declares. */
  readonly capabilities: ReadonlySet<Capability>;
  readonly lane: Lane;
  /** Where it is driven once more, to be compared: `sampled` says so beforehand, and a case that fails in a session always is. */
  readonly otherWay?: { readonly lane: Lane; readonly sampled: boolean };
  /** What the baseline says of it. */
  readonly known?: Known;
  readonly reproduce: string;
  readonly signal: AbortSignal;
}

/** Runs both halves of a case and says what happened, from its start event to its end event. */
export async function runCase(run: CaseRun, emit: (event: RunEvent) => void): Promise<Verdict> {
  const { suiteCase } = run;
  emit(startOf(run));
  const started = performance.now();
  const result = await resultOf(run, emit);
  const verdict = verdictOf(suiteCase.level, result, run.known);
  const signature = result.kind === 'driven' ? signatureOf(result.findings) : '';
  emit({
    type: 'case-ended',
    id: suiteCase.id,
    verdict,
    reason:
      verdict === 'xpass'
        ? `it passes, and the baseline expects ${run.known?.expect}`
        : reasonOf(run, result),
    ...(signature === '' ? {} : { signature }),
    duration_ms: Math.round(performance.now() - started),
  });
  return verdict;
}

async function resultOf(run: CaseRun, emit: (event: RunEvent) => void): Promise<CaseResult> {
  if (run.fate !== 'drive') return { kind: run.fate };
  if (missing(run).length > 0) return { kind: 'not-applicable' };
  const findings = await driveIn(run.lane, run, emit);
  if (run.signal.aborted) return { kind: 'not-run' };
  const more = await otherWay(run, findings, emit);
  return run.signal.aborted ? { kind: 'not-run' } : { kind: 'driven', findings: [...findings, ...more] };
}

async function driveIn(
  lane: Lane,
  { suiteCase: { id, halves, timeoutMs } }: CaseRun,
  emit: (event: RunEvent) => void,
): Promise<readonly Finding[]> {
  const context = { ...lane.context, timeoutMs: timeoutMs ?? lane.context.timeoutMs };
  const findings: Finding[] = [];
  for (const half of halves) {
    const onStep = (step: StepResult) => emit(stepEvent(id, half, step));
    findings.push(...(await driveHalf(half, lane.folder(id, half.name), context, onStep)));
  }
  return findings;
}

function stepEvent(id: string, half: Half, step: StepResult): EventOf<'step'> {
  return {
    type: 'step',
    id,
    half: half.name,
    differs: half.differs,
    index: step.index,
    verb: step.request.verb,
    exchange: step.exchange === undefined ? null : exchangeEvent(step.exchange),
    findings: step.findings.map(findingEvent),
  };
}

/** Drives the case in processes of its own as well. Of that only what differs is told: the steps that are wrong there, and the difference. */
async function otherWay(
  run: CaseRun,
  inSession: readonly Finding[],
  emit: (event: RunEvent) => void,
): Promise<readonly Finding[]> {
  const { otherWay: other, suiteCase } = run;
  const isKitsFault = inSession.some(({ kind }) => kind === 'harness-error');
  if (other === undefined || isKitsFault || (!other.sampled && inSession.length === 0)) return [];
  const steps: RunEvent[] = [];
  const alone = await driveIn(other.lane, run, (event) => steps.push(event));
  const difference = run.signal.aborted ? undefined : compareWays(suiteCase.level, inSession, alone);
  if (difference === undefined) return [];
  for (const step of steps) if (step.type === 'step' && step.findings.length > 0) emit(step);
  emit({
    ...{ type: 'step', id: suiteCase.id, half: 'case', differs: null, index: 0, verb: 'both ways' },
    ...{ exchange: null, findings: [findingEvent(difference)] },
  });
  return [difference];
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
    digest: caseDigest(suiteCase),
    reproduce,
  };
}
