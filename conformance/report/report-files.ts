import { closeSync, openSync, renameSync, statSync, writeFileSync, writeSync } from 'node:fs';
import type { RunEvent } from '../model/event.ts';
import { renderEvent } from './render-events.ts';
import { type Format, loadRenderer } from './renderers.ts';

/** One `--report FORMAT=FILE`. */
export interface ReportFile {
  readonly format: Format;
  readonly file: string;
}

export interface ReportWriter {
  write(event: RunEvent): void;
  /** Draws the formats that need the whole stream. */
  finish(events: readonly RunEvent[]): Promise<void>;
}

/**
 * Opens every report before the run, so that a path that cannot be written is found at once. An events file grows
 * line by line: a run that is killed leaves a fragment without a footer, and no other report at all.
 */
export function openReports(reports: readonly ReportFile[]): ReportWriter {
  const opened = reports.map(({ format, file }) => ({ format, file, descriptor: openSync(file, 'w') }));
  const streams = opened.filter(({ format }) => format === 'events');
  const drawn = opened.filter(({ format }) => format !== 'events');
  for (const { descriptor } of drawn) closeSync(descriptor);
  return {
    write: (event) => {
      for (const { descriptor } of streams) writeSync(descriptor, renderEvent(event));
    },
    finish: async (events) => {
      for (const { descriptor } of streams) closeSync(descriptor);
      await writeReports(drawn, events);
    },
  };
}

/** Draws a whole stream into each of these files. */
export async function writeReports(
  reports: readonly ReportFile[],
  events: readonly RunEvent[],
): Promise<void> {
  for (const { format, file } of reports) writeWhole(file, (await loadRenderer(format))(events));
}

/** In one step, so that a kit that is killed leaves no half of a report behind. A pipe or a device is written to as it is. */
function writeWhole(file: string, text: string): void {
  const isFile = statSync(file, { throwIfNoEntry: false })?.isFile() ?? true;
  const aside = isFile ? `${file}.new` : file;
  writeFileSync(aside, text);
  if (isFile) renameSync(aside, file);
}
