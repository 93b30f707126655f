import type { Clock } from '../../ports/ports.ts';
import type { Job, JobStatus, JobSummary } from '../schemas.ts';
import { cutShort, summaryOf } from './job.ts';
import type { JobStore } from './job-store.ts';

/** What is known of every job, with the whole of it on disk and a summary in memory. */
export interface JobBook {
  /** Writes a job down, new or changed. Throws when the disk does not take it. */
  enter(job: Job): void;
  read(jobId: string): Job | undefined;
  /** The newest first. */
  list(filter: { readonly status?: JobStatus | undefined; readonly limit: number }): readonly JobSummary[];
}

/** Older ones are no longer listed. Their records stay, and are found by their ids. */
const mostListed = 10_000;

/**
 * Opens the book of a workspace. What an earlier server had queued or running when it died is `interrupted`: nothing starts by itself
 * that nobody may want any more.
 */
export function openJobBook(store: JobStore, clock: Clock): JobBook {
  const summaries = new Map<string, JobSummary>();
  const enter = (job: Job) => {
    store.save(job);
    note(job);
  };
  const note = (job: Job) => {
    summaries.set(job.job_id, summaryOf(job));
    if (summaries.size <= mostListed) return;
    const [oldest] = summaries.keys();
    if (oldest !== undefined) summaries.delete(oldest);
  };
  for (const job of store.readAll()) {
    const wasCut = job.status === 'queued' || job.status === 'running';
    if (wasCut) enter(cutShort(job, 'interrupted', clock.now().toISOString()));
    else note(job);
  }
  return {
    enter,
    read: store.read,
    list: ({ status, limit }) =>
      [...summaries.values()]
        .filter((each) => status === undefined || each.status === status)
        .reverse()
        .slice(0, limit),
  };
}
