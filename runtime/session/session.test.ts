import { spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import {
  type SampleWorkspace,
  sampleWorkspace,
  topologyYaml,
  workspaceYaml,
} from '../../fixtures/sample-workspace.ts';
import { perform } from '../verbs/perform.ts';
import { session } from './session.ts';

const packs = `
command_packs:
  - id: tools
    requires: [{ binary: tool }]
    commands:
      - { id: look, effects: read, argv: [tool, '{v}'] }
      - { id: slow, effects: read, argv: [slow] }
`;

function world(): SampleWorkspace {
  return sampleWorkspace(
    {
      'workspace.yaml': workspaceYaml(packs),
      'topologies/main.yaml': topologyYaml(`{ skills: ['pack:tools'] }`),
    },
    { programs: { slow: '#!/bin/sh\nsleep 0.3\necho slept\n' } },
  );
}

interface Answer {
  readonly id: unknown;
  readonly envelope: Readonly<Record<string, unknown>>;
}

/** What a session answers to these lines, in the order of its answers. Strings are lines as they stand. */
async function answers(
  place: SampleWorkspace,
  requests: readonly (object | string)[],
  signal = new AbortController().signal,
): Promise<readonly Answer[]> {
  const replies: Answer[] = [];
  async function* lines() {
    for (const request of requests) yield typeof request === 'string' ? request : JSON.stringify(request);
  }
  await session(
    { lines: lines(), reply: (text) => void replies.push(JSON.parse(text)) },
    place.ports,
    signal,
  );
  return replies;
}

function call(place: SampleWorkspace, id: number, skill: string, more: object = {}) {
  const params = { workspace: place.root, topology: 'main', agent: 'root', skill, arguments: {}, ...more };
  return { id, verb: 'call', params };
}

describe('a session', () => {
  it('answers with the envelope that the verb prints on its own', async () => {
    const place = world();
    const verbs = ['describe', 'validate', 'resolve', 'approvals'] as const;
    const requests = verbs.map((verb, id) => ({
      id,
      verb,
      params: verb === 'describe' ? {} : { workspace: place.root },
    }));
    const byId = new Map((await answers(place, requests)).map(({ id, envelope }) => [id, envelope]));
    for (const [id, verb] of verbs.entries()) {
      const { envelope } = await perform(verb, { workspace: place.root }, place.ports);
      expect(byId.get(id), verb).toEqual(JSON.parse(JSON.stringify(envelope)));
    }
  });

  it('answers what is ready first, and everything before it ends', async () => {
    const place = world();
    const replies = await answers(place, [
      call(place, 1, 'tools-slow'),
      call(place, 2, 'tools-look', { arguments: { v: 'x' } }),
    ]);
    expect(replies.map(({ id, envelope }) => [id, envelope.text])).toEqual([
      [2, 'x\n'],
      [1, 'slept\n'],
    ]);
  });

  it('goes on behind a line that is no request', async () => {
    const replies = await answers(world(), ['nonsense', { id: 2, verb: 'describe' }]);
    expect(replies).toMatchObject([
      { id: null, envelope: { verb: 'session', outcome: 'invalid' } },
      { id: 2, envelope: { outcome: 'ok' } },
    ]);
  });

  it('hands out the events of logs in their envelope, unless the workspace does not load', async () => {
    const place = world();
    await answers(place, [call(place, 1, 'tools-look', { arguments: { v: 'x' }, run_id: 'run-a' })]);
    const logs = { id: 2, verb: 'logs', params: { workspace: place.root, run_id: 'run-a' } };
    const [reply] = await answers(place, [logs]);
    expect(reply?.envelope).toMatchObject({
      outcome: 'ok',
      events: [
        { event_type: 'policy.decision', run_id: 'run-a', payload: { arguments: { v: 'x' } } },
        { event_type: 'skill.executed' },
      ],
    });
    const [none] = await answers(place, [{ ...logs, params: { workspace: '/nowhere' } }]);
    expect(none?.envelope).toMatchObject({ verb: 'logs', outcome: 'invalid' });
    expect(none?.envelope).not.toHaveProperty('events');
  });

  it('sees what changes on disk between two requests', async () => {
    const place = world();
    async function* lines() {
      yield JSON.stringify({ id: 1, verb: 'validate', params: { workspace: place.root } });
      await sleep(200);
      writeFileSync(join(place.root, 'workspace.yaml'), 'nonsense');
      yield JSON.stringify({ id: 2, verb: 'validate', params: { workspace: place.root } });
    }
    const outcomes: unknown[] = [];
    const reply = (text: string) => void outcomes.push(JSON.parse(text).envelope.outcome);
    await session({ lines: lines(), reply }, place.ports, new AbortController().signal);
    expect(outcomes).toEqual(['ok', 'invalid']);
  });

  it('interrupts what runs when it is told to stop, and still answers for it', async () => {
    const place = world();
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 150);
    const [reply] = await answers(place, [call(place, 1, 'tools-slow')], stop.signal);
    expect(reply).toMatchObject({ id: 1, envelope: { error: { code: 'command.interrupted' } } });
  });
});

describe('swarmkit session', () => {
  const main = join(import.meta.dirname, '../main.ts');

  function start(place: SampleWorkspace) {
    const env = Object.fromEntries(place.ports.host.env);
    const child = spawn(process.execPath, ['--import', 'tsx', main, 'session'], {
      env: { ...env, PATH: `${env.PATH}:${process.env.PATH}` },
      cwd: join(import.meta.dirname, '../..'),
    });
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
    return { child, ended };
  }

  it('ends with status 0 at the end of its stdin, every request answered', async () => {
    const place = world();
    const { child, ended } = start(place);
    const out: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
    child.stdin.end(`${JSON.stringify(call(place, 7, 'tools-slow'))}\n`);
    expect(await ended).toBe(0);
    expect(JSON.parse(Buffer.concat(out).toString())).toMatchObject({ id: 7, envelope: { text: 'slept\n' } });
  });

  it('stops its commands when nobody reads its answers any more', async () => {
    const place = sampleWorkspace(
      {
        'workspace.yaml': workspaceYaml(packs),
        'topologies/main.yaml': topologyYaml(`{ skills: ['pack:tools'] }`),
      },
      { programs: { slow: '#!/bin/sh\n: >"$HOME/started"\nsleep 20\n: >"$HOME/finished"\n' } },
    );
    const home = place.ports.host.cwd;
    const { child, ended } = start(place);
    child.stdin.write(`${JSON.stringify(call(place, 1, 'tools-slow'))}\n`);
    while (!existsSync(join(home, 'started'))) await sleep(20);
    child.stdout.destroy();
    child.stdin.write('{"id": 2, "verb": "describe"}\n');
    await ended;
    expect(existsSync(join(home, 'finished'))).toBe(false);
  });
});
