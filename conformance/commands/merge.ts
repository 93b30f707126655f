import { readFileSync } from 'node:fs';
import { mergeStreams } from '../merge/merge-streams.ts';
import type { Terminal } from '../ports/terminal.ts';
import { readStream } from '../report/read-stream.ts';
import { renderText } from '../report/render-text.ts';
import { writeReports } from '../report/report-files.ts';
import { type ExitStatus, exitStatus } from './exit-status.ts';
import { UsageError } from './open-suite.ts';
import { parseReport } from './parse-report.ts';
import { statusOf } from './run-status.ts';

/** `merge`: the streams of all shards of a run as one run, with its reports and its exit status. */
export async function mergeCommand(
  files: readonly string[],
  options: { readonly report: readonly string[] },
  terminal: Terminal,
): Promise<ExitStatus> {
  const reports = options.report.map(parseReport);
  const read = files.map((file) => ({ file, stream: readStream(textOf(file), { partial: false }) }));
  const broken = read.flatMap(({ file, stream }) => (stream.ok ? [] : [`${file}: ${stream.reason}`]));
  if (broken.length > 0) return refuse(broken, terminal);
  const merged = mergeStreams(
    read.map(({ file, stream }) => ({ file, events: stream.ok ? stream.events : [] })),
  );
  if (!merged.ok) return refuse(merged.reasons, terminal);
  await writeReports(reports, merged.events);
  terminal.out(renderText(merged.events, terminal.colour));
  return statusOf(merged.events);
}

function refuse(reasons: readonly string[], terminal: Terminal): ExitStatus {
  terminal.err(`${reasons.join('\n')}\nNothing was merged.\n`);
  return exitStatus.incomplete;
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new UsageError(`${file}: the stream cannot be read`);
  }
}
