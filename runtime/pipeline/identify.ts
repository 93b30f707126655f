import type { Attempt } from '../model/call.ts';
import type { AgentId, RunId, SkillId, TopologyId } from '../model/ids.ts';
import { type JsonMap, toJson } from '../model/json.ts';
import { bad, ok, type Problem, problem, type Result } from '../model/problem.ts';
import type { Workspace } from '../model/workspace.ts';
import { notAnObject } from './not-an-object.ts';
import { targetOf } from './target.ts';

/** A call as it comes through any door: names and untrusted data. */
export interface CallRequest {
  readonly topology: string;
  readonly agent: string;
  readonly skill: string;
  readonly arguments: unknown;
  readonly runId: RunId;
}

/** Run ids name files, so their letters are few. */
const runId = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/**
 * Names -> the agent and the skill they mean. Codes: `request.unknown-topology`, `request.unknown-agent`, `request.bad-arguments`,
 * `request.bad-run-id`. An unknown skill is no fault of the request: nobody holds it, and `authorize` says so.
 */
export function identify(workspace: Workspace, request: CallRequest): Result<Attempt> {
  const topology = workspace.topologies.get(request.topology as TopologyId);
  if (topology === undefined) return bad(unknown('topology', request.topology, workspace.topologies.keys()));
  const agent = topology.agents.get(request.agent as AgentId);
  if (agent === undefined) return bad(unknown('agent', request.agent, topology.agents.keys()));
  if (!isShallow(request.arguments, mostLevels)) {
    return bad(notAnObject(`the arguments nest more than ${mostLevels} levels deep`));
  }
  const values = toJson(request.arguments);
  if (!(values instanceof Map)) return bad(notAnObject());
  if (!runId.test(request.runId)) {
    const hint = 'letters, digits, . _ and -, at most 64, beginning with a letter or digit';
    return bad(problem('request.bad-run-id', 'the run id cannot name a run', { hint }));
  }
  const skill = workspace.skills.get(request.skill as SkillId) ?? null;
  return ok({
    runId: request.runId,
    topology: topology.id,
    agent,
    skillId: request.skill as SkillId,
    skill,
    target: skill === null ? null : targetOf(skill, workspace),
    arguments: values as JsonMap,
  });
}

/** Arguments are scalars; deeper ones are refused by name later. What has no end would exhaust the stack first. */
const mostLevels = 64;

function isShallow(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every((each) => isShallow(each, levels - 1));
}

function unknown(what: 'topology' | 'agent', name: string, known: Iterable<string>): Problem {
  const hint = `there are: ${[...known].join(', ') || 'none'}`;
  return problem(`request.unknown-${what}`, `there is no ${what} ${JSON.stringify(name)}`, { hint });
}
