import type { Files } from '../../ports/ports.ts';
import { Job } from '../schemas.ts';
import type { TranscriptEvent } from './transcript.ts';

/**
 * Jobs as files, so that they outlive the process: `<state>/jobs/<job id>.json`, and what was said in one that is over in
 * `<job id>.transcript.json`. Everything in them is redacted before it comes here.
 */
export interface JobStore {
  save(job: Job): void;
  read(jobId: string): Job | undefined;
  /** Every job, the oldest first. A file that somebody broke by hand is none. */
  readAll(): readonly Job[];
  saveTranscript(jobId: string, events: readonly TranscriptEvent[]): void;
  readTranscript(jobId: string): readonly TranscriptEvent[];
}

/** As in `identify`: an id names a file and may not lead out of the folder. */
const jobFile = /^([A-Za-z0-9][A-Za-z0-9_-]{0,63})\.json$/;

export function openJobStore(stateDir: string, files: Files): JobStore {
  const folder = `${stateDir}/jobs`;
  const read = (jobId: string): Job | undefined => {
    if (!jobFile.test(`${jobId}.json`)) return undefined;
    return Job.safeParse(parse(files.read(`${folder}/${jobId}.json`))).data;
  };
  return {
    save: (job) => files.replace(`${folder}/${job.job_id}.json`, `${JSON.stringify(job)}\n`),
    read,
    readAll: () =>
      (files.list(folder) ?? [])
        .flatMap((name) => jobFile.exec(name)?.[1] ?? [])
        .flatMap((jobId) => read(jobId) ?? [])
        .sort((a, b) => (a.created_at < b.created_at ? -1 : 1)),
    saveTranscript: (jobId, events) =>
      files.replace(`${folder}/${jobId}.transcript.json`, `${JSON.stringify(events)}\n`),
    readTranscript(jobId) {
      const events = parse(files.read(`${folder}/${jobId}.transcript.json`));
      return Array.isArray(events) ? (events as TranscriptEvent[]) : [];
    },
  };
}

function parse(bytes: Uint8Array | undefined): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}
