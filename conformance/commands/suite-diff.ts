import { readFileSync, statSync } from 'node:fs';
import * as z from 'zod';
import { loadBaseline } from '../baseline/load-baseline.ts';
import { caseDigest } from '../load/case-digest.ts';
import type { SuiteCase } from '../model/suite.ts';
import type { Terminal } from '../ports/terminal.ts';
import { readStream } from '../report/read-stream.ts';
import { readReport } from '../report/report-model.ts';
import { CaseRow } from '../suite-diff/case-row.ts';
import { diffSuites, entryMoves } from '../suite-diff/diff-suites.ts';
import { renderDiff } from '../suite-diff/render-diff.ts';
import { type ExitStatus, exitStatus } from './exit-status.ts';
import { type Kit, openSuite, UsageError } from './open-suite.ts';

export interface SuiteDiffOptions {
  readonly baseline?: string;
  readonly json?: true;
}

export interface SuiteDiffCommand {
  readonly before: string;
  /** `undefined`: the kit's own suite. */
  readonly after: string | undefined;
  readonly options: SuiteDiffOptions;
  readonly kit: Kit;
  readonly terminal: Terminal;
}

/** `suite-diff`: what an upgrade of the kit will move, before it is made. Information: the status is 0 either way. */
export function suiteDiffCommand({ before, after, options, kit, terminal }: SuiteDiffCommand): ExitStatus {
  const diff = diffSuites(rowsOf(before, kit), after === undefined ? ownRows(kit) : rowsOf(after, kit));
  const moves =
    options.baseline === undefined
      ? undefined
      : entryMoves(
          diff,
          loadBaseline(options.baseline).entries.map(({ id }) => id),
        );
  terminal.out(
    options.json === true
      ? `${JSON.stringify({ ...diff, baseline: moves ?? null }, null, 2)}\n`
      : renderDiff(diff, moves),
  );
  return exitStatus.clean;
}

function ownRows(kit: Kit): readonly CaseRow[] {
  return openSuite(kit, undefined).cases.map(toRow);
}

function toRow(suiteCase: SuiteCase): CaseRow {
  const { id, title, level, clauses, requires } = suiteCase;
  return {
    id,
    title,
    level,
    clauses: clauses.map((each) => each.id),
    requires: [...requires],
    digest: caseDigest(suiteCase),
  };
}

/** A folder is a suite, a file that begins with a bracket the output of `list --json`, any other file a stream. */
function rowsOf(path: string, kit: Kit): readonly CaseRow[] {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true)
    return openSuite(kit, path).cases.map(toRow);
  const text = textOf(path);
  return text.trimStart().startsWith('[') ? listedRows(path, text) : streamedRows(path, text);
}

function listedRows(path: string, text: string): readonly CaseRow[] {
  const parsed = z.array(CaseRow).safeParse(parseJson(path, text));
  if (parsed.success) return parsed.data;
  throw new UsageError(`${path}: not the output of \`list --json\`: ${z.prettifyError(parsed.error)}`);
}

/** A stream that was cut off, or a selection, holds a part of the suite, and the rest would pass for retired. */
function streamedRows(path: string, text: string): readonly CaseRow[] {
  const stream = readStream(text, { partial: false });
  if (!stream.ok) throw new UsageError(`${path}: ${stream.reason}`);
  const { header } = readReport(stream.events);
  if (header !== undefined && header.planned.ids.length < header.suite.cases)
    throw new UsageError(
      `${path}: a run of ${header.planned.ids.length} of ${header.suite.cases} cases; only whole suites compare`,
    );
  return stream.events.flatMap((event) =>
    event.type === 'case-started'
      ? [{ ...event, clauses: event.clauses.map(({ id }) => id), requires: [...event.requires] }].map((row) =>
          CaseRow.parse(row),
        )
      : [],
  );
}

function parseJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`${path}: not JSON`);
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw new UsageError(
      `${path}: cannot be read; a stream, the output of \`list --json\`, or a suite's folder`,
    );
  }
}
