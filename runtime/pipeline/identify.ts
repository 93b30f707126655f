import type { Attempt } from '../model/call.ts';
import type { AgentId, RunId, SkillId, TopologyId } from '../model/ids.ts';
import { holdsInfinity, type JsonMap, toJson } from '../model/json.ts';
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
export const runId = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/**
 * Names -> the agent and the skill they mean. Codes: `request.unknown-topology`, `request.unknown-agent`, `request.bad-arguments`,
 * `request.bad-run-id`. An unknown skill is no fault of the request: nobody holds it, and `authorize` says so.
 */
export function identify(workspace: Workspace, request: CallRequest): Result<Attempt> {
  const topology = workspace.topologies.get(request.topology as TopologyId);
  const agent = topology?.agents.get(request.agent as AgentId);
  const fault = argumentsFault(request.arguments);
  const problems = [
    ...(topology === undefined ? [unknown('topology', request.topology, workspace.topologies.keys())] : []),
    ...(topology !== undefined && agent === undefined
      ? [unknown('agent', request.agent, topology.agents.keys())]
      : []),
    ...(fault === undefined ? [] : [notAnObject(fault)]),
    ...(runId.test(request.runId) ? [] : [badRunId()]),
  ];
  if (topology === undefined || agent === undefined || problems.length > 0) return bad(...problems);
  const skill = workspace.skills.get(request.skill as SkillId) ?? null;
  return ok({
    runId: request.runId,
    topology: topology.id,
    agent,
    skillId: request.skill as SkillId,
    skill,
    target: skill === null ? null : targetOf(skill, workspace),
    arguments: toJson(request.arguments) as JsonMap,
  });
}

export function badRunId(): Problem {
  const hint = 'letters, digits, . _ and -, at most 64, beginning with a letter or digit';
  return problem('request.bad-run-id', 'the run id cannot name a run', { hint });
}

function argumentsFault(values: unknown): string | undefined {
  if (typeof values !== 'object' || values === null || Array.isArray(values))
    return 'the arguments are not a JSON object';
  if (!isShallow(values, mostLevels)) return `the arguments nest more than ${mostLevels} levels deep`;
  return holdsInfinity(values) ? 'the arguments hold a number that is too large' : undefined;
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
