import fc from 'fast-check';
import type { Property, WrittenCase } from './property.ts';
import { commandId, effects, tier } from './words.ts';

interface DrawnCommand {
  readonly id: string;
  readonly effects: 'read' | 'write' | undefined;
  readonly override: 'open' | 'cautious' | 'readonly' | undefined;
  readonly granted: boolean;
}

const command = fc.record({
  id: commandId,
  effects,
  override: fc.option(tier, { nil: undefined }),
  granted: fc.boolean(),
});

/** What a pack declares, and nothing else, says who may call what: grants carry reads, readonly lets reads through. */
export const effectsHonoured: Property = {
  name: 'effects-honoured',
  cases: fc
    .record({
      commands: fc.uniqueArray(command, { selector: ({ id }) => id, minLength: 1, maxLength: 5 }),
      permission: fc.option(tier, { nil: undefined }),
      bulk: fc.boolean(),
    })
    .map(toCase),
};

interface Drawn {
  readonly commands: readonly DrawnCommand[];
  readonly permission: 'open' | 'cautious' | 'readonly' | undefined;
  readonly bulk: boolean;
}

function toCase({ commands, permission, bulk }: Drawn): WrittenCase {
  // A bulk grant that comes to nothing does not load: it is only drawn beside a read.
  const hasBulk = bulk && commands.some((each) => each.effects === 'read');
  const overrides = commands.flatMap(({ id, override }) => (override === undefined ? [] : [[id, override]]));
  const named = commands.filter(({ granted }) => granted).map(({ id }) => `tools-${id}`);
  return {
    title: 'Drawn effects, tiers and grants decide a call, and nothing else does',
    clauses: [
      'grants.only-held',
      'grants.pack-reads',
      'packs.effects-default',
      'packs.permission-override',
      'tiers.never-sniffs',
      'tiers.readonly-denies-write',
      'tiers.readonly-allows-read',
    ],
    requires: ['governance'],
    why: 'Where a name, a default or a neighbour says what a command does, a write runs that nobody allowed.',
    given: {
      packs: [
        {
          id: 'tools',
          ...(permission === undefined ? {} : { permission }),
          ...(overrides.length === 0 ? {} : { permission_overrides: Object.fromEntries(overrides) }),
          requires: [{ binary: 'witness' }],
          commands: commands.map(({ id, effects: declared }) => ({
            id,
            argv: ['witness', id],
            ...(declared === undefined ? {} : { effects: declared }),
          })),
        },
        {
          id: 'other',
          requires: [{ binary: 'witness' }],
          commands: [{ id: 'look', effects: 'read', argv: ['witness', 'other'] }],
        },
      ],
      agents: { root: { skills: [...(hasBulk ? ['pack:tools'] : []), ...named, 'other-look'] } },
    },
    steps: [
      ...commands.map((each) => ({
        call: { skill: `tools-${each.id}` },
        expect: expectationOf(each, each.override ?? permission ?? 'cautious', hasBulk),
      })),
      // Whatever was drawn, one call is allowed: who refuses everything passes nothing.
      { call: { skill: 'other-look' }, expect: { outcome: 'ok', witness: { ran: 1, argv: ['other'] } } },
    ],
  };
}

function expectationOf(
  { id, effects: declared, granted }: DrawnCommand,
  effective: string,
  hasBulk: boolean,
) {
  const isRead = declared === 'read';
  const isHeld = granted || (hasBulk && isRead);
  if (!isHeld) return { outcome: 'denied', code: 'grant.not-held', witness: 'none' };
  if (effective === 'readonly' && !isRead)
    return { outcome: 'denied', code: 'tier.readonly', witness: 'none' };
  return { outcome: 'ok', witness: { ran: 1, argv: [id] } };
}
