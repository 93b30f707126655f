import * as z from 'zod';
import { follow } from '../jobs/transcript.ts';
import { type Answer, json, no, operation, type ServeWorld } from '../operation.ts';
import { Job, JobSummary, JobsQuery, NoBody, NoQuery } from '../schemas.ts';

export const listJobs = operation({
  id: 'listJobs',
  method: 'get',
  path: '/jobs',
  summary: 'Jobs, the newest first',
  query: JobsQuery,
  answers: { status: 200, schema: z.strictObject({ jobs: z.array(JobSummary) }) },
  problems: [],
  perform: ({ query }, { book }) => json({ jobs: book.list(query) }),
});

export const readJob = operation({
  id: 'readJob',
  method: 'get',
  path: '/jobs/{job_id}',
  summary: 'One job and, where it is over, what came of it',
  query: NoQuery,
  answers: { status: 200, schema: Job },
  problems: ['request.unknown-job'],
  perform: ({ name }, { jobs }) => {
    const job = jobs.get(name);
    return job === undefined ? unknownJob(name) : json(job);
  },
});

/** Each event has an id, so that who comes back with `Last-Event-ID` misses none and gets none twice. */
export const streamJob = operation({
  id: 'streamJob',
  method: 'get',
  path: '/jobs/{job_id}/stream',
  summary:
    'What happens in a job, as server-sent events: all from its beginning, or those after Last-Event-ID',
  query: NoQuery,
  answers: { status: 200, schema: 'events' },
  problems: ['request.unknown-job'],
  perform: ({ name, lastEventId, signal }, { jobs }) => {
    if (jobs.get(name) === undefined) return unknownJob(name);
    const after = /^\d{1,15}$/.test(lastEventId ?? '') ? Number(lastEventId) : 0;
    return { kind: 'events', events: follow(jobs.transcript(name), after, signal) };
  },
});

export const stopJob = operation({
  id: 'stopJob',
  method: 'post',
  path: '/jobs/{job_id}/stop',
  summary: 'Stop a job, whether it is queued, runs or waits',
  query: NoQuery,
  body: NoBody,
  answers: { status: 202, schema: Job },
  problems: ['request.unknown-job', 'request.wrong-state'],
  perform: ({ name }, world) => change(name, world, world.jobs.stop(name), 'is over already'),
});

export const resumeJob = operation({
  id: 'resumeJob',
  method: 'post',
  path: '/jobs/{job_id}/resume',
  summary: 'Let a waiting job go on, where its approval request was decided elsewhere',
  query: NoQuery,
  body: NoBody,
  answers: { status: 202, schema: Job },
  problems: ['request.unknown-job', 'request.wrong-state'],
  perform: ({ name }, world) => change(name, world, world.jobs.resume(name), 'does not wait'),
});

function change(jobId: string, { jobs }: ServeWorld, isDone: boolean, why: string): Answer {
  const job = jobs.get(jobId);
  if (job === undefined) return unknownJob(jobId);
  return isDone ? json(job, 202) : no('request.wrong-state', `job ${jobId} ${why}: it is ${job.status}`);
}

function unknownJob(jobId: string): Answer {
  return no('request.unknown-job', `there is no job ${JSON.stringify(jobId)}`, {
    hint: 'GET /jobs lists them',
  });
}
