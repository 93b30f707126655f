import type { EventOf, RunEvent } from '../model/event.ts';

type BaselineIssue = EventOf<'baseline'>;

/** What a run and its baseline do not agree on, each with the edit to make. One paragraph each; none where there is nothing to say. */
export function baselineNotes(events: readonly RunEvent[]): readonly string[] {
  const header = events.find((event) => event.type === 'run-started');
  const file = header?.baseline?.file;
  if (file === undefined) return [];
  const issues = events.filter((event) => event.type === 'baseline');
  const unheard = issues.filter(({ kind }) => kind === 'out-of-scope').length;
  return [
    ...issues.filter(({ kind }) => kind !== 'out-of-scope').map((issue) => noteOf(file, issue)),
    ...(unheard === 0
      ? []
      : [
          `baseline  ${unheard} of ${entries(header)} in ${file} ${unheard === 1 ? 'was' : 'were'} not run this time`,
        ]),
  ];
}

/** True where the baseline has something against the run. */
export function baselineFails(events: readonly RunEvent[]): boolean {
  return events.some((event) => event.type === 'baseline' && event.kind !== 'out-of-scope');
}

function noteOf(file: string, { id, kind, message, edit, line }: BaselineIssue): string {
  const where = line === undefined ? file : `${file}:${line}`;
  const lines = edit === '' ? [] : edit.split('\n').map((each) => `    ${each}`);
  return [`baseline  ${where}: ${id}: ${message} (${kind})`, ...lines].join('\n');
}

function entries(header: EventOf<'run-started'> | undefined): string {
  const count = header?.baseline?.entries ?? 0;
  return `${count} ${count === 1 ? 'entry' : 'entries'}`;
}
