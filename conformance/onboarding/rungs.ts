import { Given, Step } from '../model/case.ts';
import type { Half } from '../model/suite.ts';

/** One probe of `doctor`. Each stands on those before it. */
export interface Rung {
  readonly name: string;
  /** What holds when it is climbed. */
  readonly holds: string;
  /** What to do when it is not. */
  readonly next: string;
  /** What is asked; `describe` for the rungs that look at one `describe` in different ways. */
  readonly probe: 'describe' | Half;
}

const pack = {
  packs: [
    {
      id: 'tools',
      requires: [{ binary: 'witness' }],
      commands: [{ id: 'look', effects: 'read', argv: ['witness', '{v}'] }],
    },
  ],
  agents: { root: { skills: ['tools-look'] } },
};

function half(given: unknown, steps: readonly unknown[]): Half {
  return {
    name: 'case',
    differs: null,
    given: Given.parse(given),
    steps: steps.map((step) => Step.parse(step)),
  };
}

const empty = { files: { 'workspace.yaml': { absent: true }, notes: 'no workspace here' } };

/** From a process that starts to a decision that is kept. */
export const rungs: readonly Rung[] = [
  {
    name: 'starts',
    holds: '`describe --json` starts and ends by itself with a status of the contract',
    next: 'start it by hand, with an empty environment: `env -i PATH=/usr/bin:/bin <command> describe --json; echo $?`',
    probe: 'describe',
  },
  {
    name: 'one-object',
    holds: 'stdout of `describe --json` is one JSON object and nothing else',
    next: 'print the envelope alone on stdout; logs, banners and progress belong on stderr',
    probe: 'describe',
  },
  {
    name: 'describe',
    holds: '`describe` has every field of the contract and no other, and says so with its exit status',
    next: 'compare with "Envelope" in CONTRACT.md, and with schemas/describe.schema.json',
    probe: 'describe',
  },
  {
    name: 'usage',
    holds: 'an unknown verb ends with status 2',
    next: 'status 2 for a verb, option or number of arguments that the contract does not have; 3 is for verbs that it has',
    probe: half({}, [{ argv: ['frobnicate', '--json'], expect: { exit: 2 } }]),
  },
  {
    name: 'valid',
    holds: '`validate` of a workspace with one pack answers ok, with status 0',
    next: 'answer {"contract":"1","verb":"validate","outcome":"ok","problems":[]}',
    probe: half(pack, [{ validate: {}, expect: { outcome: 'ok' } }]),
  },
  {
    name: 'invalid',
    holds: '`validate` of a folder without workspace.yaml answers invalid with its code, and status 1',
    next: 'a problem has nine fields, null where unknown, and the code workspace.missing-workspace-yaml',
    probe: half(empty, [
      { validate: {}, expect: { outcome: 'invalid', code: 'workspace.missing-workspace-yaml' } },
    ]),
  },
  {
    name: 'resolve',
    holds: '`resolve` shows that the pack gives the skill tools-look, and that root holds it',
    next: 'build what is loaded as data: "resolve adds" in CONTRACT.md; `list --only "packs/**"` has the cases',
    probe: half(pack, [
      {
        resolve: {},
        expect: {
          outcome: 'ok',
          skills: { $contains: { id: 'tools-look', type: 'command', container: 'tools', member: 'look' } },
          topologies: {
            $contains: { id: 'main', agents: { $contains: { id: 'root', skills: ['tools-look'] } } },
          },
        },
      },
    ]),
  },
  {
    name: 'call',
    holds: '`call` runs the program once, with the value as one argument, byte for byte',
    next: 'fill the template element by element and start it without a shell; `list --only "template/**"` has the cases',
    probe: half(pack, [
      {
        call: { skill: 'tools-look', arguments: { v: 'a b; $HOME' } },
        expect: { outcome: 'ok', witness: { ran: 1, argv: ['a b; $HOME'] } },
      },
    ]),
  },
  {
    name: 'refusal',
    holds: 'a skill that the agent does not hold is denied with grant.not-held, and nothing runs',
    next: 'decide before anything starts; a decision is outcome denied and status 1; `list --only "grants/**"` has the cases',
    probe: half({ ...pack, agents: { root: { skills: [] } } }, [
      {
        call: { skill: 'tools-look', arguments: { v: 'x' } },
        expect: { outcome: 'denied', code: 'grant.not-held', witness: 'none' },
      },
    ]),
  },
  {
    name: 'logs',
    holds: '`logs` shows the decision and the execution of a call, in this order',
    next: 'write policy.decision before the program starts and skill.executed after; `list --only "audit/**"` has the cases',
    probe: half(pack, [
      { call: { skill: 'tools-look', arguments: { v: 'x' }, run_id: 'doctor-1' }, expect: { outcome: 'ok' } },
      {
        logs: { run_id: 'doctor-1' },
        expect: {
          events: [
            { event_type: 'policy.decision', skill_id: 'tools-look' },
            { event_type: 'skill.executed' },
          ],
        },
      },
    ]),
  },
];
