import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Exchange } from '../drive/exchange.ts';
import { type CaseProcess, killAll, lingering, type ProcessTable } from '../drive/process-table.ts';
import type { Json } from '../model/json.ts';
import { placeOf } from '../prepare/layout.ts';
import type { Prepared } from '../prepare/prepare.ts';
import { type FolderChange, readFolderState } from './folder-changes.ts';
import { findLeaks } from './leaks.ts';
import { newWitnessRuns, type WitnessRun } from './witness-runs.ts';

/** Everything that the suite itself can see of a step, whatever the runtime says about it. */
export interface Observation {
  /** One for each repetition of the step. */
  readonly exchanges: readonly Exchange[];
  /** Runs of any witness that began during the step. */
  readonly witnesses: readonly WitnessRun[];
  /** What the model was asked during the step. */
  readonly asked: readonly Json[];
  readonly changes: readonly FolderChange[];
  /** A sentence for each secret that shows somewhere. */
  readonly leaks: readonly string[];
  /** Processes that lived on, and were killed. */
  readonly survivors: readonly CaseProcess[];
  /** Content of the files that the step has expectations of; `undefined` where there is none. */
  readonly files: ReadonlyMap<string, string | undefined>;
}

export interface Observer {
  /** Looks at the case's folder and processes after a step. With `leaveRuns`, what witnesses did is left to the step that comes. */
  observe(
    exchanges: readonly Exchange[],
    files: readonly string[],
    leaveRuns?: boolean,
  ): Promise<Observation>;
}

/** `programs`: every witness of the half, by name. */
export function makeObserver(
  prepared: Prepared,
  programs: readonly string[],
  processes: ProcessTable,
  takeAsked: () => readonly Json[] = () => [],
): Observer {
  const seen = new Map<string, number>();
  const { root } = prepared.folder;
  return {
    observe: async (exchanges, files, leaveRuns = false) => {
      const survivors = await lingering(processes, root);
      if (survivors.length > 0) await killAll(processes, root);
      const { changes, foreign } = readFolderState(root, prepared.planted());
      const streams = exchanges.flatMap(({ stdout, stderr }) => [
        { name: 'stdout', bytes: stdout },
        { name: 'stderr', bytes: stderr },
      ]);
      const places = [...streams, ...foreign.map(({ path, bytes }) => ({ name: path, bytes }))];
      return {
        exchanges,
        witnesses: leaveRuns ? [] : newWitnessRuns(root, programs, seen),
        asked: takeAsked(),
        changes,
        leaks: findLeaks(prepared.secrets, places),
        survivors,
        files: new Map(files.map((path) => [path, contentOf(join(root, placeOf(path)))])),
      };
    },
  };
}

function contentOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
