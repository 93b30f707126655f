import { createHash } from 'node:crypto';
import type { AgentId, SkillId } from '../model/ids.ts';
import type { Json } from '../model/json.ts';
import type { Agent, Topology, Workspace } from '../model/workspace.ts';
import type { ToolOffer } from '../models/model.ts';
import { targetOf } from '../pipeline/target.ts';
import { effectSentence } from '../resolve/effect-sentence.ts';

/** What a tool that an agent is offered stands for. */
type ToolMeaning =
  | { readonly kind: 'skill'; readonly skill: SkillId }
  | { readonly kind: 'delegate'; readonly agent: AgentId };

export interface Toolbox {
  /** Skills in grant order, then the agent's children as the topology has them: the same bytes in every run. */
  readonly offers: readonly ToolOffer[];
  /** What a name means; `undefined` for a tool that was not offered. */
  meaningOf(name: string): ToolMeaning | undefined;
}

/** The tools of one agent: what it was granted and whom it may delegate to, and nothing else. */
export function toolbox(agent: Agent, topology: Topology, workspace: Workspace): Toolbox {
  const skills = agent.skills.flatMap((id) => {
    const skill = workspace.skills.get(id);
    if (skill === undefined) return [];
    const sentence = effectSentence(targetOf(skill, workspace).effects);
    const description = skill.description.endsWith(sentence)
      ? skill.description
      : `${skill.description.trim()} ${sentence}`;
    const offer: ToolOffer = { name: toolName(id), description, parameters: skill.inputs };
    return [{ offer, meaning: { kind: 'skill', skill: id } as const }];
  });
  const children = [...topology.agents.values()]
    .filter((each) => each.parent === agent.id)
    .map((child) => ({ offer: delegation(child), meaning: { kind: 'delegate', agent: child.id } as const }));
  const rows = [...skills, ...children];
  const meanings = new Map<string, ToolMeaning>(rows.map(({ offer, meaning }) => [offer.name, meaning]));
  return { offers: rows.map(({ offer }) => offer), meaningOf: (name) => meanings.get(name) };
}

/** An id holds no underscore, so no skill is ever taken for a delegation. */
function delegation(child: Agent): ToolOffer {
  const about = child.description === null ? '' : ` ${child.description.trim()}`;
  return {
    name: toolName(`delegate_to_${child.id}`),
    description: `Hands a task to the agent ${child.id} and returns its answer.${about} It knows nothing but the task: say all that it needs.`,
    parameters: taskSchema,
  };
}

const taskSchema: Json = new Map<string, Json>([
  ['type', 'object'],
  [
    'properties',
    new Map([
      [
        'task',
        new Map([
          ['type', 'string'],
          ['description', 'The whole task, in words.'],
        ]),
      ],
    ]),
  ],
  ['required', ['task']],
  ['additionalProperties', false],
]);

/** Providers take 64 characters. A longer name keeps its beginning and gets a digest, so that two never become one. */
const longestName = 64;

export function toolName(id: string): string {
  if (id.length <= longestName) return id;
  const digest = createHash('sha256').update(id).digest('hex').slice(0, 12);
  return `${id.slice(0, longestName - digest.length - 1)}_${digest}`;
}
