import { admitAttachments } from '../../attachments/admit.ts';
import type { Attachment } from '../../attachments/attachment.ts';
import { readSources } from '../../attachments/source.ts';
import type { TopologyId } from '../../model/ids.ts';
import type { Result } from '../../model/problem.ts';
import { json, no, noBecause, operation, type ServeWorld } from '../operation.ts';
import { Job, NoQuery, RunBody } from '../schemas.ts';

/**
 * A name is looked up among the topologies that were loaded, and never becomes a path. Whatever is wrong with an attachment is told
 * here: there is a job only where all of them can be had.
 */
export const runTopology = operation({
  id: 'runTopology',
  method: 'post',
  path: '/run/{topology}',
  summary: 'Run a topology. The job is on disk when the answer comes',
  query: NoQuery,
  body: RunBody,
  answers: { status: 202, schema: Job },
  problems: [
    'request.unknown-topology',
    'request.too-many',
    'server.stopping',
    'attachment.not-found',
    'attachment.not-a-file',
    'attachment.escapes-workspace',
    'attachment.too-large',
    'attachment.empty',
    'attachment.not-an-image',
    'attachment.url-refused',
    'attachment.type-refused',
    'attachment.bad-base64',
    'attachment.one-source',
  ],
  perform: async ({ name, body: { input, attachments: given } }, world) => {
    const topology = world.workspace.topologies.get(name as TopologyId);
    if (topology === undefined) {
      const known = [...world.workspace.topologies.keys()].join(', ') || 'none';
      return no('request.unknown-topology', `there is no topology ${JSON.stringify(name)}`, {
        hint: `there are: ${known}`,
      });
    }
    const admitted = await admit(given, world);
    if (!admitted.ok) return noBecause(admitted.problems);
    const { redact } = world.context();
    const assignment = {
      kind: 'begin',
      topology: topology.id,
      input,
      attachments: admitted.value,
    } as const;
    const submitted = world.jobs.submit(topology.id, redact(input), assignment);
    if (submitted.ok) return json(submitted.job, 202, { location: `/jobs/${submitted.job.job_id}` });
    return submitted.why === 'full'
      ? no('request.too-many', 'the queue is full', { headers: { 'retry-after': '1' } })
      : no('server.stopping', 'the server is stopping', { headers: { 'retry-after': '5' } });
  },
});

async function admit(
  given: unknown,
  { workspace, ports }: ServeWorld,
): Promise<Result<readonly Attachment[]>> {
  const sources = readSources(given);
  if (!sources.ok) return sources;
  return admitAttachments(sources.value, { kind: 'request', workspace: workspace.root }, ports.files);
}
