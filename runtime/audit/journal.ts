import type { AuditEvent } from '../model/audit-event.ts';
import type { Failure } from '../model/call.ts';
import { type Problem, problem } from '../model/problem.ts';
import type { Files } from '../ports/ports.ts';
import { isFileName, openAppender } from './append.ts';
import type { LockPorts } from './lock.ts';
import { type Fault, readChain } from './read-chain.ts';
import { parseRecord } from './record.ts';

/** The events of one run, and what is wrong with its file: torn records as warnings, damage as errors. */
export interface RunAudit {
  readonly runId: string;
  readonly events: readonly AuditEvent[];
  readonly problems: readonly Problem[];
}

/** Append-only: nothing here changes or removes an event. */
export interface Journal {
  /**
   * Settles when the event is written, or with why it could not be: then what it was to allow must not
   * happen.
   */
  append(event: AuditEvent): Promise<Failure | undefined>;
  /** Reads and verifies. A run that is not there has no events. */
  readRun(runId: string): RunAudit;
  /** Every run, or the newest `last` of them, in the order of their first events. */
  readRuns(last?: number): readonly RunAudit[];
}

const extension = '.jsonl';

/**
 * The journal of a workspace, one file per run: `<stateDir>/audit/<run_id>.jsonl`. Nothing is opened before
 * it is needed.
 */
export function openJournal(stateDir: string, ports: LockPorts): Journal {
  const { files } = ports;
  const folder = `${stateDir}/audit`;
  const pathOf = (runId: string) => `${folder}/${runId}${extension}`;
  const readRun = (runId: string) => readJournal(pathOf(runId), runId, files);
  return {
    append: openAppender(folder, pathOf, ports),
    readRun: (runId) => (isFileName(runId) ? readRun(runId) : { runId, events: [], problems: [] }),
    readRuns(last = Number.POSITIVE_INFINITY) {
      const runs = runIdsIn(folder, files)
        .map((runId) => ({ runId, began: beginningOf(pathOf(runId), runId, files) }))
        .sort((a, b) => compare(a.began, b.began) || compare(a.runId, b.runId));
      return runs.slice(Math.max(0, runs.length - last)).map(({ runId }) => readRun(runId));
    },
  };
}

/**
 * The events of several runs, oldest first. Within a run the order of writing stands, even where the clock
 * was set back.
 */
export function inOrderOfTime(runs: readonly RunAudit[]): readonly AuditEvent[] {
  const rows = runs.flatMap(({ events }) => {
    let latest = '';
    return events.map((event) => {
      latest = event.timestamp > latest ? event.timestamp : latest;
      return { event, at: latest };
    });
  });
  return rows.sort((a, b) => compare(a.at, b.at)).map(({ event }) => event);
}

function runIdsIn(folder: string, files: Files): readonly string[] {
  const names = (files.list(folder) ?? []).filter((name) => name.endsWith(extension));
  return names.map((name) => name.slice(0, -extension.length)).filter(isFileName);
}

function readJournal(path: string, runId: string, files: Files): RunAudit {
  const { events, faults } = readChain(files.read(path) ?? new Uint8Array(), runId);
  return { runId, events, problems: faults.map((fault) => describe(fault, runId)) };
}

function describe({ kind, line, what }: Fault, runId: string): Problem {
  const message = `the audit of run ${runId} is ${kind} at line ${line}: ${what}`;
  if (kind === 'damaged') {
    return problem('audit.unavailable', message, {
      hint: 'somebody changed the file; keep it, and begin a new run',
    });
  }
  return problem('audit.unavailable', message, {
    severity: 'warning',
    hint: 'nothing is to be done: later records are in order',
  });
}

/** Enough for nearly every first record; a longer one is read with its whole file. */
const firstLook = 64 * 1024;

function beginningOf(path: string, runId: string, files: Files): string {
  const start = Buffer.from(files.read(path, firstLook) ?? []).toString('latin1');
  const first = parseRecord(start.slice(0, start.indexOf('\n')));
  return (first?.event ?? readChain(files.read(path) ?? new Uint8Array(), runId).events[0])?.timestamp ?? '';
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
