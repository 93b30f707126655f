import fc from 'fast-check';
import type { Behaviour } from '../model/case.ts';
import type { Json } from '../model/json.ts';
import type { Property, WrittenCase } from './property.ts';
import { commandId, tier } from './words.ts';

/** The world of a call that is allowed and succeeds. */
interface World {
  readonly id: string;
  readonly effects: 'read' | 'write';
  readonly permission: string;
  readonly skills: readonly string[];
  readonly scopes: readonly string[];
  readonly value: Json;
  readonly extra: boolean;
  readonly behaviour: Behaviour;
}

/** One change of the world, and what has to come of the call then. */
interface Factor {
  readonly differs: string;
  readonly change: (world: World) => World;
  readonly outcome: 'denied' | 'failed';
  readonly code: string;
  readonly ran: 0 | 1;
  readonly clauses: readonly string[];
}

const ceiling = 1000;
const factors: readonly Factor[] = [
  {
    differs: 'the agent holds the skill',
    change: (world) => ({ ...world, skills: [] }),
    outcome: 'denied',
    code: 'grant.not-held',
    ran: 0,
    clauses: ['grants.only-held'],
  },
  {
    differs: 'the command declares a read',
    change: (world) => ({ ...world, permission: 'readonly', effects: 'write' }),
    outcome: 'denied',
    code: 'tier.readonly',
    ran: 0,
    clauses: ['tiers.readonly-denies-write'],
  },
  {
    differs: 'the agent holds the scope',
    change: (world) => ({
      ...world,
      permission: world.permission === 'open' ? 'cautious' : world.permission,
      scopes: ['workspace:other'],
    }),
    outcome: 'denied',
    code: 'scope.missing',
    ran: 0,
    clauses: ['scopes.required', 'scopes.exact'],
  },
  {
    differs: 'the value is a text',
    change: (world) => ({ ...world, value: ['a', 'b'] }),
    outcome: 'failed',
    code: 'command.bad-value',
    ran: 0,
    clauses: ['values.no-structures'],
  },
  {
    differs: 'every argument fills a placeholder',
    change: (world) => ({ ...world, extra: true }),
    outcome: 'failed',
    code: 'command.unknown-argument',
    ran: 0,
    clauses: ['values.unknown'],
  },
  {
    differs: 'the command exits with 0',
    change: (world) => ({ ...world, behaviour: { ...world.behaviour, exit: 3 } }),
    outcome: 'failed',
    code: 'command.exit-status',
    ran: 1,
    clauses: ['output.exit-status'],
  },
  {
    differs: 'the output keeps to the ceiling',
    change: (world) => ({ ...world, behaviour: { stdout: { repeat: ['x', ceiling + 1] } } }),
    outcome: 'failed',
    code: 'command.output-ceiling',
    ran: 1,
    clauses: ['bounds.ceiling', 'bounds.ceiling-fails'],
  },
];

const world = fc.record({
  id: commandId,
  effects: fc.constant('read' as const),
  permission: tier,
  value: fc.constantFrom<Json>('a', 'a b', 7, true, ''),
  size: fc.integer({ min: 0, max: ceiling }),
  neighbours: fc.boolean(),
});

/** A call that one factor turns into a no, and its twin that differs in nothing else and succeeds. */
export const oneFactor: Property = {
  name: 'one-factor',
  cases: fc.tuple(world, fc.constantFrom(...factors)).map(([drawn, factor]) => {
    const { size, neighbours, ...rest } = drawn;
    const allowed: World = {
      ...rest,
      skills: ['look-up'],
      scopes: ['workspace:read'],
      extra: false,
      behaviour: { stdout: { repeat: ['x', size] } },
    };
    return toCase(allowed, factor, neighbours);
  }),
};

function toCase(allowed: World, factor: Factor, neighbours: boolean): WrittenCase {
  const refused = factor.change(allowed);
  // The tier goes with the world that the factor needs: it is no second difference.
  const twin = { ...allowed, permission: refused.permission };
  const { outcome, code, ran } = factor;
  const clauses = [...new Set([...factor.clauses, 'skills.hand-written'])];
  return {
    title: `A call comes to ${code}, and its nearest neighbour does not`,
    clauses,
    requires: ['governance', 'bounds'],
    why: 'A refusal means something only beside the call that differs in one thing and is allowed.',
    given: givenOf(refused, neighbours),
    steps: [callOf(refused, { outcome, code, witness: ran === 0 ? 'none' : { ran } })],
    twin: {
      differs: factor.differs,
      given: givenOf(twin, neighbours),
      steps: [callOf(twin, { outcome: 'ok', witness: { ran: 1, argv: [asText(twin.value)] } })],
    },
  };
}

function givenOf({ id, effects, permission, skills, scopes, behaviour }: World, neighbours: boolean) {
  const requires = [{ binary: 'witness' }];
  const commands = [{ id, effects, argv: ['witness', '{v}'] }];
  const target = { type: 'command', pack: 'tools', command: id };
  return {
    packs: [
      { id: 'tools', permission, max_output_bytes: ceiling, requires, commands },
      ...(neighbours
        ? [
            {
              id: 'tools-x',
              permission: 'open',
              requires,
              commands: [{ id: 'other', argv: ['witness', 'other'] }],
            },
          ]
        : []),
    ],
    skills: { 'look-up': { implementation: target, iam: { required_scopes: ['workspace:read'] } } },
    agents: {
      root: {
        skills: [...skills, ...(neighbours ? ['tools-x-other'] : [])],
        iam: { base_scope: [...scopes] },
      },
    },
    programs: { witness: behaviour },
  };
}

function callOf({ value, extra }: World, expect: object) {
  return { call: { skill: 'look-up', arguments: { v: value, ...(extra ? { w: 'x' } : {}) } }, expect };
}

function asText(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
