import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Terminal } from '../ports/terminal.ts';
import type { NamedRun } from '../report/compare-runs.ts';
import { readStream } from '../report/read-stream.ts';
import { renderText } from '../report/render-text.ts';
import { loadRenderer } from '../report/renderers.ts';
import { type ExitStatus, exitStatus } from './exit-status.ts';
import { UsageError } from './open-suite.ts';
import { parseReport } from './parse-report.ts';

export interface ReportOptions {
  readonly report: readonly string[];
  readonly compare?: true;
  readonly partial?: true;
}

/** Draws saved streams. A stream that does not show a run to its end is refused, so that no fragment passes for a run. */
export async function reportCommand(
  files: readonly string[],
  options: ReportOptions,
  terminal: Terminal,
): Promise<ExitStatus> {
  if (options.compare !== true && files.length !== 1)
    throw new UsageError('report: one stream; several side by side with --compare');
  if (options.compare === true && files.length < 2)
    throw new UsageError('report --compare: two streams or more');
  const reports = options.report.map(parseReport);
  if (options.compare === true && reports.some(({ format }) => format !== 'html'))
    throw new UsageError('report --compare: streams are drawn side by side as html only');
  const read = files.map((file) => ({
    file,
    stream: readStream(textOf(file), { partial: options.partial === true }),
  }));
  const refused = read.flatMap(({ file, stream }) => (stream.ok ? [] : [`${file}: ${stream.reason}\n`]));
  if (refused.length > 0) {
    terminal.err(
      `${refused.join('')}Nothing was drawn. --partial draws what is there, and marks it as not complete.\n`,
    );
    return exitStatus.incomplete;
  }
  const runs = read.map(({ file, stream }) => ({
    file: basename(file),
    events: stream.ok ? stream.events : [],
  }));
  await draw(runs, { ...options, report: reports }, terminal);
  return exitStatus.clean;
}

async function draw(
  runs: readonly NamedRun[],
  { report, compare }: { report: readonly ReturnType<typeof parseReport>[]; compare?: true },
  terminal: Terminal,
): Promise<void> {
  const [first] = runs;
  if (first === undefined) return;
  if (compare === true) {
    const { renderCompare } = await import('../report/html/render-compare.ts');
    const page = renderCompare(runs);
    if (report.length === 0) terminal.out(page);
    for (const { file } of report) write(file, page);
    return;
  }
  if (report.length === 0) terminal.out(renderText(first.events, terminal.colour));
  for (const { format, file } of report) write(file, (await loadRenderer(format))(first.events));
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new UsageError(`${file}: the stream cannot be read`);
  }
}

function write(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (error) {
    throw new UsageError(`--report: ${error instanceof Error ? error.message : String(error)}`);
  }
}
