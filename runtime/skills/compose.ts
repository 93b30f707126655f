import { schemaFault } from '../mcp/schema-fault.ts';
import type { Call } from '../model/call.ts';
import { failure } from '../model/failure.ts';
import type { SkillId } from '../model/ids.ts';
import type { Json, JsonMap } from '../model/json.ts';
import type { Implementation, Skill } from '../model/workspace.ts';
import type { CallReport } from '../pipeline/call.ts';
import type { Backings } from './backings.ts';
import { argumentsFor, freeInputOf } from './free-input.ts';
import type { MemberMemory } from './member-memory.ts';
import type { Produced } from './produced.ts';

type Composition = Extract<Implementation, { type: 'composed' }>;

interface ComposeWorld {
  readonly backings: Backings;
  readonly callMember: MemberCall;
  readonly memory: MemberMemory;
}

/** `memory` is the member's own, for one that is composed itself. */
export type MemberCall = (skill: SkillId, values: JsonMap, memory: MemberMemory) => Promise<CallReport>;

/**
 * A skill made of others. Each member goes through the whole pipeline; the first that is refused or fails is how the whole ends. What a
 * member gave before the call had to wait is taken as it was.
 */
export async function compose(
  call: Call,
  { composes, strategy }: Composition,
  world: ComposeWorld,
): Promise<Produced> {
  const fault = await schemaFault(call.skill.inputs, call.arguments);
  if (fault !== undefined) {
    const message = `the arguments do not fit: ${fault}`;
    return { kind: 'failed', error: failure('command.bad-value', message, 'see the inputs of the skill') };
  }
  const members = composes.map((id) => {
    const member = world.backings.workspace.skills.get(id);
    if (member === undefined)
      throw new Error(`skill ${call.skill.id} passed the load without its member ${id}`);
    return member;
  });
  return strategy === 'sequential' ? inSequence(call, members, world) : inParallel(call, members, world);
}

/** Each member's text is the next one's free input, exactly as it stands. */
async function inSequence(call: Call, members: readonly Skill[], world: ComposeWorld): Promise<Produced> {
  let last: Extract<Produced, { kind: 'ok' }> | undefined;
  for (const [position, member] of members.entries()) {
    const values = new Map(argumentsFor(member.inputs, call.arguments));
    const free = freeInputOf(member.inputs, call.skill.inputs);
    if (last !== undefined && free !== undefined) values.set(free, last.text);
    const produced = await producedAt(position, member, values, world);
    if (produced.kind !== 'ok') return produced;
    last = produced;
  }
  return last ?? { kind: 'ok', text: '', data: '' };
}

/** All at once with the same arguments. Where they agree that is the answer; where not, every answer stands under its name. */
async function inParallel(call: Call, members: readonly Skill[], world: ComposeWorld): Promise<Produced> {
  const answers = await Promise.all(
    members.map((member, position) =>
      producedAt(position, member, argumentsFor(member.inputs, call.arguments), world),
    ),
  );
  const texts: string[] = [];
  for (const answer of answers) {
    if (answer.kind !== 'ok') return answer;
    texts.push(answer.text);
  }
  const isAgreed = new Set(texts.map((text) => text.trim())).size === 1;
  const named = members.map((member, index): [string, string] => [member.id, texts[index] ?? '']);
  const text = isAgreed
    ? (texts[0] ?? '')
    : named.map(([id, each]) => `[${id}]\n${each.trimEnd()}`).join('\n\n');
  const data = new Map<string, Json>([
    ['agreed', isAgreed],
    ['answers', new Map(named)],
  ]);
  return { kind: 'ok', text, data };
}

async function producedAt(
  position: number,
  member: Skill,
  values: JsonMap,
  { callMember, memory }: ComposeWorld,
): Promise<Produced> {
  const known = memory.recall(position);
  if (known !== undefined) return { kind: 'ok', ...known };
  const produced = producedBy(member, await callMember(member.id, values, memory.within(position)));
  if (produced.kind === 'ok') memory.keep(position, produced);
  return produced;
}

/** What became of a member, under its name. */
function producedBy({ id }: Skill, report: CallReport): Produced {
  if (report.kind === 'invalid') {
    const message = report.problems.map((each) => each.message).join('; ');
    return { kind: 'failed', error: failure('command.bad-value', `member ${id}: ${message}`) };
  }
  if (report.kind === 'denied') {
    const { refusal } = report;
    return { kind: 'refused', refusal: { ...refusal, reason: `member ${id}: ${refusal.reason}` } };
  }
  if (report.outcome.kind === 'failed') {
    const { error } = report.outcome;
    return { kind: 'failed', error: { ...error, message: `member ${id}: ${error.message}` } };
  }
  const { text, data } = report.outcome.output;
  return { kind: 'ok', text, data };
}
