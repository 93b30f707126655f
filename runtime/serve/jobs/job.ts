import type { RunId, TopologyId } from '../../model/ids.ts';
import type { Envelope } from '../../verbs/envelope.ts';
import { type Job, type JobStatus, JobSummary } from '../schemas.ts';

/** A job's id is the id of its run: whoever has one finds the other's events without being told. */
export function newJob(runId: RunId, topology: TopologyId, input: string, now: string): Job {
  return {
    job_id: runId,
    run_id: runId,
    topology,
    status: 'queued',
    created_at: now,
    started_at: null,
    ended_at: null,
    input,
    text: null,
    error: null,
    refusal: null,
  };
}

/** Nothing more happens to a job in these. `waiting` is not among them: a person's decision lets it go on. */
const over: ReadonlySet<JobStatus> = new Set(['completed', 'failed', 'stopped', 'interrupted']);

export function isOver({ status }: { readonly status: JobStatus }): boolean {
  return over.has(status);
}

export function started(job: Job, now: string): Job {
  return { ...job, status: 'running', started_at: job.started_at ?? now, refusal: null };
}

/** What becomes of a job when its run has ended. `cut` is why the run was told to end, where it was. */
export function settled(job: Job, end: Envelope, cut: 'stopped' | 'interrupted' | null, now: string): Job {
  const text = typeof end.text === 'string' ? end.text : null;
  if (end.outcome === 'ok') return { ...job, status: 'completed', ended_at: now, text };
  if (end.outcome === 'denied') return { ...job, status: 'waiting', refusal: end.refusal as Job['refusal'] };
  const error = (end.error ?? end.problems[0] ?? null) as Job['error'];
  return { ...job, status: cut ?? 'failed', ended_at: now, error };
}

/** A job that never came to its end. */
export function cutShort(job: Job, status: 'stopped' | 'interrupted', now: string): Job {
  return { ...job, status, ended_at: now };
}

export function summaryOf(job: Job): JobSummary {
  return JobSummary.strip().parse(job);
}
