import type { Operation } from './operation.ts';
import { approveRequest, denyRequest, listApprovals } from './operations/approvals.ts';
import { readAudit } from './operations/audit.ts';
import { listJobs, readJob, resumeJob, stopJob, streamJob } from './operations/jobs.ts';
import { runTopology } from './operations/run-topology.ts';
import { health, listSkills, validateWorkspace } from './operations/workspace.ts';

/** Everything that can be asked of the server. */
export const operations: readonly Operation[] = [
  runTopology,
  listJobs,
  readJob,
  streamJob,
  stopJob,
  resumeJob,
  readAudit,
  listApprovals,
  approveRequest,
  denyRequest,
  listSkills,
  validateWorkspace,
  health,
];
