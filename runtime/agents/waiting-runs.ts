import type { Redactor } from '../execute/redaction.ts';
import type { Files } from '../ports/ports.ts';
import { type KeptImage, keepImages, takeImages } from './kept-images.ts';
import { entryImages, type RunState, withEntryImages } from './state.ts';

/** Runs that wait for a person, kept as files under `<state>/runs/<run id>.json`, so that they outlive the process. */
export interface WaitingRuns {
  save(state: RunState): void;
  /** Takes the run away: of two that want to go on with it, one gets it. `undefined` where none waits under that id. */
  take(runId: string): RunState | undefined;
}

/** As in `identify`: an id names a file and may not lead out of the folder. */
const fileName = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** Images lie beside the run: they pass no redaction, which would make other images of them. */
type StoredRun = RunState & { readonly images?: readonly KeptImage[] };

export function openWaitingRuns(stateDir: string, files: Files, redact: Redactor): WaitingRuns {
  const folder = `${stateDir}/runs`;
  return {
    save(state) {
      const place = `${folder}/${state.runId}`;
      const images = keepImages(entryImages(state), place, files);
      const stored: StoredRun = { ...withEntryImages(state, []), images };
      files.replace(`${place}.json`, `${redact(JSON.stringify(stored))}\n`);
    },
    take(runId) {
      if (!fileName.test(runId)) return undefined;
      const taken = `${folder}/.${runId}.taken`;
      if (!files.move(`${folder}/${runId}.json`, taken)) return undefined;
      const bytes = files.read(taken);
      files.remove(taken);
      const stored = bytes === undefined ? undefined : parse(bytes);
      if (stored === undefined) return undefined;
      const { images: kept = [], ...state } = stored;
      const images = takeImages(kept, `${folder}/${runId}`, files);
      return images === undefined ? undefined : withEntryImages(state, images);
    },
  };
}

function parse(bytes: Uint8Array): StoredRun | undefined {
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as StoredRun;
  } catch {
    // A file that somebody broke by hand is no run.
    return undefined;
  }
}
