import type { Redactor } from '../execute/redaction.ts';
import type { Files } from '../ports/ports.ts';
import type { RunState } from './state.ts';

/** Runs that wait for a person, kept as files under `<state>/runs/<run id>.json`, so that they outlive the process. */
export interface WaitingRuns {
  save(state: RunState): void;
  /** Takes the run away: of two that want to go on with it, one gets it. `undefined` where none waits under that id. */
  take(runId: string): RunState | undefined;
}

/** As in `identify`: an id names a file and may not lead out of the folder. */
const fileName = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

export function openWaitingRuns(stateDir: string, files: Files, redact: Redactor): WaitingRuns {
  const folder = `${stateDir}/runs`;
  return {
    save: (state) => files.replace(`${folder}/${state.runId}.json`, `${redact(JSON.stringify(state))}\n`),
    take(runId) {
      if (!fileName.test(runId)) return undefined;
      const taken = `${folder}/.${runId}.taken`;
      if (!files.move(`${folder}/${runId}.json`, taken)) return undefined;
      const bytes = files.read(taken);
      files.remove(taken);
      return bytes === undefined ? undefined : parse(bytes);
    },
  };
}

function parse(bytes: Uint8Array): RunState | undefined {
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as RunState;
  } catch {
    // A file that somebody broke by hand is no run.
    return undefined;
  }
}
