import { type RunState, startState } from '../agents/state.ts';
import { admitAttachments } from '../attachments/admit.ts';
import { type Attachment, imageOf } from '../attachments/attachment.ts';
import type { RunId, TopologyId } from '../model/ids.ts';
import type { Json } from '../model/json.ts';
import { bad, ok, problem, type Result } from '../model/problem.ts';
import type { Agent, Topology } from '../model/workspace.ts';
import type { Context } from '../pipeline/context.ts';

export interface RunParams {
  readonly topology?: string;
  readonly input?: string;
  /** Paths that a person names: looked for in the current folder, then in the workspace. */
  readonly attach?: readonly string[];
  /** What a door has admitted already, because its caller is answered before the run begins. */
  readonly attachments?: readonly Attachment[];
  /** The id that the run was promised under, where a door had to name it before it began. */
  readonly promisedId?: RunId;
  /** A run that waits for a person, to be gone on with. */
  readonly resume?: string;
}

/** A run that may begin: nothing of it is on record yet. */
export interface Start {
  readonly state: RunState;
  readonly topology: Topology;
  /** Of `run.started`. */
  readonly payload: readonly [string, Json][];
  /** None where the run goes on: they are on record since it began. */
  readonly attachments: readonly Attachment[];
}

/** Codes: `request.unknown-topology`, `attachment.*`. */
export async function beginRun(params: RunParams, context: Context): Promise<Result<Start>> {
  const { workspace, ports, redact } = context;
  const { topology: name = '', input = '', promisedId } = params;
  const topology = workspace.topologies.get(name as TopologyId);
  if (topology === undefined) {
    const hint = `there are: ${[...workspace.topologies.keys()].join(', ') || 'none'}`;
    return bad(problem('request.unknown-topology', `there is no topology ${JSON.stringify(name)}`, { hint }));
  }
  const admitted = await attachmentsOf(params, context);
  if (!admitted.ok) return admitted;
  const attachments = admitted.value;
  const entry = entryOf(topology).id;
  const runId = promisedId ?? (ports.ids.next('run') as RunId);
  const state = startState(runId, topology.id, entry, redact(input), attachments.map(imageOf));
  return ok({
    state,
    topology,
    attachments,
    payload: [
      ['topology', topology.id],
      ['input', input],
    ],
  });
}

async function attachmentsOf(
  { attach = [], attachments = [] }: RunParams,
  { workspace, ports }: Context,
): Promise<Result<readonly Attachment[]>> {
  if (attach.length === 0) return ok(attachments);
  const door = { kind: 'person', cwd: ports.host.cwd, workspace: workspace.root } as const;
  const sources = attach.map((path) => ({ kind: 'path', path, at: null }) as const);
  const admitted = await admitAttachments(sources, door, ports.files);
  return admitted.ok ? ok([...attachments, ...admitted.value]) : admitted;
}

/** Code: `request.unknown-run`. */
export function goOnWith(state: RunState | undefined, runId: string, { workspace }: Context): Result<Start> {
  const topology = state === undefined ? undefined : workspace.topologies.get(state.topology);
  if (state === undefined || topology === undefined) {
    const hint = 'a run waits when it ended with an approval_request';
    return bad(
      problem('request.unknown-run', `no run ${JSON.stringify(runId)} waits to be resumed`, { hint }),
    );
  }
  return ok({
    state,
    topology,
    attachments: [],
    payload: [
      ['topology', topology.id],
      ['resumed', true],
    ],
  });
}

function entryOf(topology: Topology): Agent {
  const entry = [...topology.agents.values()].find((agent) => agent.parent === null);
  if (entry === undefined) throw new Error(`topology ${topology.id} passed the load without an entry agent`);
  return entry;
}
