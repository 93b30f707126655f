import { openWaitingRuns } from '../agents/waiting-runs.ts';
import type { RunId } from '../model/ids.ts';
import type { Workspace } from '../model/workspace.ts';
import { openContext } from '../pipeline/context.ts';
import type { Ports } from '../ports/ports.ts';
import { openJobBook } from './jobs/job-book.ts';
import { openJobStore } from './jobs/job-store.ts';
import { openJobs } from './jobs/jobs.ts';
import { runJob } from './jobs/run-job.ts';
import type { ServeWorld } from './operation.ts';

/** The jobs of a workspace, with those of earlier servers, and what the operations need beside them. */
export function openWorld(
  workspace: Workspace,
  ports: Ports,
  { stopping, complain }: Pick<ServeWorld, 'stopping'> & { readonly complain: (line: string) => void },
): ServeWorld {
  const { stateDir } = workspace;
  const { files, clock, ids } = ports;
  const store = openJobStore(stateDir, files);
  const book = openJobBook(store, clock);
  const jobs = openJobs({
    book,
    store,
    clock,
    ids,
    complain,
    limits: workspace.serve,
    perform: (job, { assignment, transcript, controller }) =>
      runJob(job.run_id as RunId, assignment, { workspace, ports }, transcript, controller.signal),
    forget: (runId) => void openWaitingRuns(stateDir, files, (text) => text).take(runId),
  });
  return { workspace, ports, jobs, book, context: () => openContext(workspace, ports), stopping };
}
