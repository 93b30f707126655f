import type { Redactor } from '../execute/redaction.ts';
import type { Outcome, Refusal } from '../model/call.ts';
import { fromJson } from '../model/json.ts';
import type { Problem } from '../model/problem.ts';
import type { CallReport } from '../pipeline/call.ts';
import { type Envelope, envelope, invalid } from './envelope.ts';

/** The envelope of one call. `text` is exactly what the agent is handed. */
export function callEnvelope(report: CallReport, redact: Redactor): Envelope {
  if (report.kind === 'invalid') return invalid('call', redactProblems(report.problems, redact));
  const { runId: run_id } = report;
  // What the caller itself sent may be a secret, too.
  const skill = redact(report.skillId);
  const text =
    report.kind === 'permitted' && report.outcome.kind === 'ok'
      ? report.outcome.output.text
      : redact(agentText(report));
  if (report.kind === 'denied') {
    const { code, reason, approvalRequest: approval_request } = report.refusal;
    return envelope('call', 'denied', [], {
      run_id,
      skill,
      text,
      refusal: { code, reason, approval_request },
    });
  }
  if (report.outcome.kind === 'failed') {
    return envelope('call', 'failed', [], { run_id, skill, text, error: report.outcome.error });
  }
  const { exitCode: exit_code, durationMs: duration_ms, stderr, lossy, data } = report.outcome.output;
  const output = { text, data: fromJson(data), exit_code, stderr, duration_ms, ...(lossy ? { lossy } : {}) };
  return envelope('call', 'ok', [], { run_id, skill, text, output });
}

function redactProblems(problems: readonly Problem[], redact: Redactor): readonly Problem[] {
  return problems.map((each) => ({
    ...each,
    message: redact(each.message),
    hint: each.hint === null ? null : redact(each.hint),
  }));
}

/**
 * What the agent reads. A refusal is `[skill:<id>] DENIED: <reason>`, a failure `[skill:<id>] <message>`, both of one shape for every
 * backing. Whether it was refused is said by the outcome: a command may print that very text.
 */
export function agentText(report: Exclude<CallReport, { kind: 'invalid' }>): string {
  if (report.kind === 'denied') return refusalText(report.skillId, report.refusal);
  return outcomeText(report.skillId, report.outcome);
}

export function refusalText(skill: string, { reason }: Refusal): string {
  return `[skill:${skill}] DENIED: ${reason}`;
}

export function outcomeText(skill: string, outcome: Exclude<Outcome, { kind: 'refused' }>): string {
  return outcome.kind === 'ok' ? outcome.output.text : `[skill:${skill}] ${outcome.error.message}`;
}
