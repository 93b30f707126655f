import { identifier, type PackId, type SkillId } from '../model/ids.ts';
import { type Place, type Problem, problem } from '../model/problem.ts';
import type { Skill } from '../model/workspace.ts';
import type { Checked } from '../validate/validate.ts';
import { targetKey } from './skills.ts';

/** One line of an agent's `skills`, and where it stands (in the topology, or in the archetype it came from). */
export interface GrantEntry {
  readonly entry: unknown;
  readonly place: Place;
}

export interface Granted {
  readonly skills: readonly SkillId[];
  readonly problems: readonly Problem[];
}

/**
 * Grants in the order they are written, bulk grants expanded, duplicates dropped, first wins. `pack:<id>` carries the pack's
 * read commands, sorted, now and later, and never a write; `server:<id>` everything that targets that server.
 */
export function expandGrants(
  entries: readonly GrantEntry[],
  checked: Checked,
  skills: ReadonlyMap<SkillId, Skill>,
): Granted {
  const expanded = entries.map((entry) => expandEntry(entry, checked, skills));
  return {
    skills: [...new Set(expanded.flatMap((each) => each.skills))],
    problems: expanded.flatMap((each) => each.problems),
  };
}

function expandEntry(
  { entry, place }: GrantEntry,
  checked: Checked,
  skills: ReadonlyMap<SkillId, Skill>,
): Granted {
  const match = typeof entry === 'string' ? /^(?:(pack|server):)?(.*)$/s.exec(entry) : null;
  const id = match?.[2] ?? '';
  if (!identifier.test(id)) {
    const shown = typeof entry === 'string' ? JSON.stringify(entry) : 'an entry that is no text';
    const hint = 'write a skill id, pack:<id> or server:<id>; there are no patterns';
    return refuse(problem('agent.bad-skill-entry', `${shown} grants nothing`, { place, hint }));
  }
  if (match?.[1] === 'pack') return expandPack(id, place, checked);
  if (match?.[1] === 'server') return expandServer(id, place, checked, skills);
  if (skills.has(id as SkillId)) return { skills: [id as SkillId], problems: [] };
  if (checked.declarations.broken.has(`skill:${id}`)) return nothing;
  const hint = nearest(id, [...skills.keys()]);
  return refuse(problem('agent.unknown-skill', `there is no skill ${id}`, { place, hint }));
}

function expandPack(id: string, place: Place, checked: Checked): Granted {
  const pack = checked.packs.get(id as PackId);
  const { broken } = checked.declarations;
  if (pack === undefined) {
    if (broken.has(`pack:${id}`)) return nothing;
    return refuse(unknownBulk(`pack:${id}`, [...checked.packs.keys()], place));
  }
  const reads = [...pack.commands.values()].filter((command) => command.effects === 'read');
  const ids = reads.map((command) => `${pack.id}-${command.id}` as SkillId).sort();
  const hidesBroken = [...broken.names].some((each) => each.startsWith(`command:${targetKey(id, '')}`));
  if (ids.length > 0 || hidesBroken) return { skills: ids, problems: [] };
  const writes = [...pack.commands.keys()].map((command) => `${pack.id}-${command}`);
  const message = `pack:${id} grants nothing: a bulk grant carries reads only, and every command of the pack is a write`;
  return refuse(
    problem('agent.empty-bulk-grant', message, {
      place,
      hint: `name the writes one by one: ${writes.join(', ')}`,
    }),
  );
}

function expandServer(
  id: string,
  place: Place,
  checked: Checked,
  skills: ReadonlyMap<SkillId, Skill>,
): Granted {
  const ids = [...skills.values()]
    .filter(({ implementation }) => implementation.type === 'mcp_tool' && implementation.server === id)
    .map((skill) => skill.id)
    .sort();
  if (ids.length > 0) return { skills: ids, problems: [] };
  const declared = [...checked.servers.keys()];
  if (checked.declarations.broken.has(`server:${id}`)) return nothing;
  if (!declared.some((each) => each === id)) return refuse(unknownBulk(`server:${id}`, declared, place));
  const message = `server:${id} grants nothing: no skill targets that server`;
  return refuse(
    problem('agent.empty-bulk-grant', message, {
      place,
      hint: 'write an mcp_tool skill for each tool that agents may use',
    }),
  );
}

function unknownBulk(grant: string, known: readonly string[], place: Place): Problem {
  const hint = known.length > 0 ? `declared here: ${known.join(', ')}` : 'the workspace declares none';
  return problem('agent.unknown-bulk-grant', `${grant} names nothing that the workspace declares`, {
    place,
    hint,
  });
}

const nothing: Granted = { skills: [], problems: [] };

function refuse(found: Problem): Granted {
  return { skills: [], problems: [found] };
}

/** Those that share the longest beginning come first: the usual slip is in the command's part. */
function nearest(id: string, known: readonly string[]): string {
  if (known.length === 0) return 'the workspace has no skills';
  const shared = (other: string) => [...other].findIndex((letter, index) => letter !== id[index]);
  const ranked = [...known].sort((a, b) => (shared(b) >>> 0) - (shared(a) >>> 0));
  return `there are: ${ranked.slice(0, 5).join(', ')}`;
}
