import type { Attempt, Call, Refusal } from '../model/call.ts';
import type { SkillId } from '../model/ids.ts';
import type { Governance } from '../model/workspace.ts';

/** What the rules may know besides the attempt itself. */
export interface Circumstances {
  readonly governance: Governance;
  /** Skills that this agent has called with success in this run. */
  readonly succeeded: ReadonlySet<SkillId>;
}

export type Rule<Subject extends Attempt> = (
  subject: Subject,
  circumstances: Circumstances,
) => Refusal | null;

/** The agent was granted the skill. An unknown skill is one that nobody holds. */
export const grantIsHeld: Rule<Attempt> = ({ agent, skillId }) => {
  if (agent.skills.includes(skillId)) return null;
  const held = agent.skills.length > 0 ? `it holds ${agent.skills.join(', ')}` : 'it holds no skills';
  return refuse(
    'grant.not-held',
    `agent ${agent.id} does not hold ${skillId}; ${held}. Grant it under skills in the topology.`,
  );
};

/** Everything that `requires` puts before the skill has succeeded in this run. */
export const prerequisitesAreMet: Rule<Call> = ({ agent, skill }, { succeeded }) => {
  const missing = (agent.requires.get(skill.id) ?? []).filter((first) => !succeeded.has(first));
  if (missing.length === 0) return null;
  const names = missing.join(', ');
  const have = missing.length === 1 ? 'has' : 'have';
  return refuse(
    'prerequisite.unmet',
    `${skill.id} requires ${names}, which ${have} not succeeded in this run. Call ${names} first, then retry.`,
  );
};

/** Readonly denies what is declared, or defaulted, a write, and what nobody has declared. */
export const tierAllows: Rule<Call> = ({ target }) => {
  if (target.tier !== 'readonly' || target.effects === 'read') return null;
  const reason =
    target.effects === 'unknown'
      ? `${target.container} is readonly and the effect of ${target.member} is unknown. Declare it: effects: {${target.member}: read}.`
      : `${target.container} is readonly and ${target.member} declares effects: write.`;
  return refuse('tier.readonly', reason);
};

/** Every scope that the skill requires is one that the agent (or the mock's list) holds. `open` does not ask. */
export const scopesAreHeld: Rule<Call> = ({ agent, skill, target }, { governance }) => {
  if (target.tier === 'open') return null;
  const isHeld = scopeTest(agent.scopes, governance);
  const missing = skill.requiredScopes.filter((scope) => !isHeld(scope));
  if (missing.length === 0) return null;
  return refuse(
    'scope.missing',
    `agent ${agent.id} lacks ${missing.join(', ')}. Grant it in iam.base_scope of the agent or its archetype.`,
  );
};

function scopeTest(held: ReadonlySet<string>, governance: Governance): (scope: string) => boolean {
  if (governance.provider === 'builtin') return (scope) => held.has(scope);
  const { allowedScopes } = governance;
  return allowedScopes === 'every' ? () => true : (scope) => allowedScopes.has(scope);
}

export function refuse(code: Refusal['code'], reason: string): Refusal {
  return { code, reason, approvalRequest: null };
}
