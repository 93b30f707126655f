import type { RunId, TopologyId } from '../../model/ids.ts';
import { problem } from '../../model/problem.ts';
import type { ServeSettings } from '../../model/workspace.ts';
import type { Clock, Ids } from '../../ports/ports.ts';
import { type Envelope, envelope } from '../../verbs/envelope.ts';
import type { Job } from '../schemas.ts';
import { cutShort, isOver, newJob, settled, started } from './job.ts';
import type { JobBook } from './job-book.ts';
import type { JobStore } from './job-store.ts';
import type { Assignment } from './run-job.ts';
import { openTranscript, type Transcript } from './transcript.ts';

/** A job that is queued or runs. */
interface Live {
  job: Job;
  readonly assignment: Assignment;
  readonly transcript: Transcript;
  readonly controller: AbortController;
  /** Why it is told to end, once it is. */
  cut: 'stopped' | 'interrupted' | null;
}

export interface JobsWorld {
  readonly book: JobBook;
  readonly store: JobStore;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly limits: Pick<ServeSettings, 'maxRunning' | 'maxQueued'>;
  readonly perform: (job: Job, live: Omit<Live, 'job' | 'cut'>) => Promise<Envelope>;
  /** Forgets a run that waits for a person. */
  readonly forget: (runId: string) => void;
  /** Tells the person at the server what no client can be told. */
  readonly complain: (message: string) => void;
}

export type Submitted =
  | { readonly ok: true; readonly job: Job }
  | { readonly ok: false; readonly why: 'full' | 'stopping' };

export interface Jobs {
  /** Takes a job on, and has it on disk before it says so. `input` without any secret. */
  submit(topology: TopologyId, input: string, assignment: Assignment): Submitted;
  get(jobId: string): Job | undefined;
  /** A waiting job goes on, or asks again. False where it does not wait. */
  resume(jobId: string): boolean;
  /** False where it is over already. */
  stop(jobId: string): boolean;
  transcript(jobId: string): Transcript;
  counts(): { readonly running: number; readonly queued: number };
  /** Takes nothing on any more, gives what runs `graceMs` to end, then tells it to. Settles when all is written down. */
  drain(graceMs: number): Promise<void>;
}

/** Jobs in order of arrival, so many at a time and so many that wait. */
export function openJobs(world: JobsWorld): Jobs {
  const { book, store, clock, ids, limits, complain } = world;
  const live = new Map<string, Live>();
  const queue: Live[] = [];
  const running = new Map<Live, Promise<void>>();
  let isStopping = false;
  const now = () => clock.now().toISOString();

  const keep = (each: Live, job: Job) => {
    each.job = job;
    book.enter(job);
    each.transcript.add({ type: 'status', status: job.status });
  };
  const leave = (each: Live) => {
    store.saveTranscript(each.job.job_id, each.transcript.events);
    live.delete(each.job.job_id);
    each.transcript.close();
  };
  const enqueue = (job: Job, assignment: Assignment, transcript: Transcript) => {
    const each: Live = { job, assignment, transcript, controller: new AbortController(), cut: null };
    keep(each, job);
    live.set(job.job_id, each);
    queue.push(each);
    pump();
  };
  const pump = () => {
    while (running.size < limits.maxRunning) {
      const next = queue.shift();
      if (next === undefined) return;
      running.set(next, work(next));
    }
  };
  /** Never rejects: what goes wrong is the job's end, or is told on stderr where it cannot even be written down. */
  const work = async (each: Live) => {
    try {
      keep(each, started(each.job, now()));
      const end = await world.perform(each.job, each).catch(brokenRun);
      keep(each, settled(each.job, end, each.cut, now()));
      leave(each);
    } catch (error) {
      live.delete(each.job.job_id);
      each.transcript.close();
      complain(`job ${each.job.job_id} could not be written down: ${messageOf(error)}`);
    } finally {
      running.delete(each);
      pump();
    }
  };
  const takeFromQueue = (each: Live, status: 'stopped' | 'interrupted') => {
    queue.splice(queue.indexOf(each), 1);
    keep(each, cutShort(each.job, status, now()));
    leave(each);
  };

  return {
    submit(topology, input, assignment) {
      if (isStopping) return { ok: false, why: 'stopping' };
      const isFull = running.size >= limits.maxRunning && queue.length >= limits.maxQueued;
      const held = [...live.values()].reduce((sum, each) => sum + bytesOf(each.assignment), 0);
      const isHeavy = held > 0 && held + bytesOf(assignment) > mostHeldBytes;
      if (isFull || isHeavy) return { ok: false, why: 'full' };
      const job = newJob(ids.next('run') as RunId, topology, input, now());
      enqueue(job, assignment, openTranscript(now));
      return { ok: true, job };
    },
    get: (jobId) => live.get(jobId)?.job ?? book.read(jobId),
    resume(jobId) {
      const job = live.has(jobId) ? undefined : book.read(jobId);
      if (job?.status !== 'waiting' || isStopping) return false;
      // it was taken on long ago: the queue's bound is for newcomers
      const transcript = openTranscript(now, store.readTranscript(jobId));
      enqueue({ ...job, status: 'queued' }, { kind: 'resume' }, transcript);
      return true;
    },
    stop(jobId) {
      const each = live.get(jobId);
      if (each === undefined) {
        const job = book.read(jobId);
        if (job === undefined || isOver(job)) return false;
        world.forget(job.run_id);
        book.enter(cutShort(job, 'stopped', now()));
        return true;
      }
      if (running.has(each)) {
        each.cut ??= 'stopped';
        each.controller.abort();
      } else takeFromQueue(each, 'stopped');
      return true;
    },
    transcript(jobId) {
      const known = live.get(jobId)?.transcript;
      if (known !== undefined) return known;
      const stored = openTranscript(now, store.readTranscript(jobId));
      stored.close();
      return stored;
    },
    counts: () => ({ running: running.size, queued: queue.length }),
    async drain(graceMs) {
      isStopping = true;
      for (const each of [...queue]) takeFromQueue(each, 'interrupted');
      const cancel = clock.after(graceMs, () => {
        for (const each of running.keys()) {
          each.cut ??= 'interrupted';
          each.controller.abort();
        }
      });
      await Promise.all(running.values());
      cancel();
    },
  };
}

/** Attachments of all the jobs that are queued or run: they are in memory until their run ends. Bytes; one job may be larger alone. */
const mostHeldBytes = 256 * 1024 * 1024;

function bytesOf(assignment: Assignment): number {
  if (assignment.kind === 'resume') return 0;
  return assignment.attachments.reduce((sum, { bytes }) => sum + bytes.length, 0);
}

function brokenRun(error: unknown): Envelope {
  const fault = problem('server.internal', `the run broke: ${messageOf(error)}`, {
    hint: 'this is a fault of the runtime; report it',
  });
  return envelope('run', 'failed', [], { error: fault });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
