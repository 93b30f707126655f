import type { RunEvent } from '../model/event.ts';
import { baselineFails, baselineNotes } from './baseline-notes.ts';
import { isNews } from './clause-rows.ts';
import { describeFailure, plain, visible } from './describe-failure.ts';
import { lastLine, type ReportedCase, readReport, verdictIn } from './report-model.ts';
import { runtimeName } from './standing.ts';

/** GitHub shows so many annotations of one kind for a step, and drops the rest without a word. */
const shown = 10;

/**
 * Workflow commands, to be printed on stdout: an error for each failure, a warning for each SHOULD that does not
 * hold, a notice with the figures. Where there are more than GitHub shows, the last one says how many.
 */
export function renderGithub(events: readonly RunEvent[]): string {
  const report = readReport(events);
  const news = report.cases.filter((each) => isNews(verdictIn(each)));
  const warned = report.cases.filter((each) => verdictIn(each) === 'warn');
  const baseline = baselineFails(events) ? baselineNotes(events).join('\n') : undefined;
  const [noAnswer] = report.header?.describe.findings ?? [];
  return [
    ...(noAnswer === undefined
      ? []
      : [command('error', 'describe', `${noAnswer.check}: ${noAnswer.message}`)]),
    ...annotations('error', news),
    ...(baseline === undefined ? [] : [command('error', 'The baseline and the run do not agree', baseline)]),
    ...annotations('warning', warned),
    ...(report.complete ? [] : [command('error', 'The run is not complete', lastLine(report))]),
    command('notice', `SwarmKit conformance of ${runtimeName(report)}`, lastLine(report)),
  ]
    .join('\n')
    .concat('\n');
}

function annotations(kind: 'error' | 'warning', cases: readonly ReportedCase[]): readonly string[] {
  // an error each for a baseline that does not agree and for a run that is not complete
  const room = kind === 'error' ? shown - 2 : shown;
  const kept = cases.length > room ? cases.slice(0, room - 1) : cases;
  const rest = cases.length - kept.length;
  return [
    ...kept.map((reported) =>
      command(kind, `${verdictIn(reported)} ${reported.started.id}`, describeFailure(reported, plain)),
    ),
    ...(rest === 0
      ? []
      : [
          command(
            kind,
            `${rest} more`,
            cases
              .slice(-rest)
              .map(({ started }) => started.id)
              .join('\n'),
          ),
        ]),
  ];
}

function command(kind: string, title: string, message: string): string {
  return `::${kind} title=${escapeProperty(visible(title))}::${escapeData(message)}`;
}

/** A newline would end the command, and what follows could be another one. */
function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
