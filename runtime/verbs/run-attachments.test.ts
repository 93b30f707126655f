import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { images } from '../../fixtures/images.ts';
import {
  type Answer,
  chunk,
  type ModelServer,
  type Seen,
  serveAnswers,
  events as stream,
} from '../../fixtures/model-server/serve.ts';
import { type SampleWorkspace, sampleWorkspace, workspaceYaml } from '../../fixtures/sample-workspace.ts';
import { fromJson } from '../model/json.ts';
import { perform, type VerbParams } from './perform.ts';

const servers: ModelServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

const says = (text: string): Answer => stream(chunk({ content: text }), chunk({}, 'stop'), '[DONE]');
const calls = (name: string, args: object): Answer => {
  const call = { index: 0, id: 'c', function: { name, arguments: JSON.stringify(args) } };
  return stream(chunk({ tool_calls: [call] }), chunk({}, 'tool_calls'), '[DONE]');
};

const topology = `apiVersion: swarmkit/v1
kind: Topology
metadata: { name: main, version: 1.0.0 }
agents:
  root:
    skills: [tools-push]
    children: [{ id: analyst, role: worker }]
`;
const packs = `
command_packs:
  - { id: tools, permission: strict, requires: [{ binary: tool }], commands: [{ id: push, effects: write, argv: [tool, '{v}'] }] }
`;

async function world(...answers: [Answer, ...Answer[]]) {
  const server = await serveAnswers(...answers);
  servers.push(server);
  const provider = {
    apiVersion: 'swarmkit/v1',
    kind: 'ModelProvider',
    metadata: { id: 'kit' },
    spec: { extends: 'openai-compatible', base_url: `${server.address}/v1`, models: { default: 'm' } },
  };
  const place = sampleWorkspace(
    {
      'workspace.yaml': workspaceYaml(packs),
      'topologies/main.yaml': topology,
      'providers/kit.yaml': JSON.stringify(provider),
    },
    { env: { SWARMKIT_PROVIDER: 'kit' } },
  );
  for (const [type, bytes] of Object.entries(images))
    writeFileSync(join(place.root, type.replace('/', '.')), bytes);
  return { place, seen: server.seen };
}

const act = async (place: SampleWorkspace, params: VerbParams) =>
  (await perform('run', { workspace: place.root, ...params }, place.ports)).envelope;
const start = { topology: 'main', input: 'look' };

const userContents = ({ body }: Seen) =>
  (body.messages as { role: string; content: unknown }[])
    .filter(({ role }) => role === 'user')
    .map(({ content }) => content);
const part = (type: keyof typeof images) => ({
  type: 'image_url',
  image_url: { url: `data:${type};base64,${images[type].toString('base64')}` },
});

async function eventsOf(place: SampleWorkspace) {
  const { events } = await perform('logs', { workspace: place.root }, place.ports);
  return events.map(({ event_type, payload }) => ({ type: event_type, payload: fromJson(payload) }));
}

describe('an image that is attached to a run', () => {
  it('is in the first message of the entry agent, in order and to the byte, and in no other message', async () => {
    const { place, seen } = await world(
      calls('delegate_to_analyst', { task: 'sum up' }),
      says('sum'),
      says('done'),
    );
    expect(await act(place, { ...start, attach: ['image.png', 'image.webp'] })).toMatchObject({
      outcome: 'ok',
    });
    const first = [{ type: 'text', text: 'look' }, part('image/png'), part('image/webp')];
    expect(seen.map(userContents)).toEqual([[first], ['sum up'], [first]]);
  });

  it('is on record once, by its digest, and nothing of what is in it', async () => {
    const { place } = await world(says('done'));
    await act(place, { ...start, attach: ['image.gif'] });
    const events = await eventsOf(place);
    expect(events.map(({ type }) => type)).toEqual(['run.started', 'run.attachments', 'run.ended']);
    expect(events[1]?.payload).toEqual({
      count: 1,
      attachments: [
        {
          name: 'image.gif',
          media_type: 'image/gif',
          size: images['image/gif'].length,
          sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
          source: 'image.gif',
        },
      ],
    });
    const [record = ''] = readdirSync(join(place.root, '.swarmkit/audit')).filter((name) =>
      name.endsWith('.jsonl'),
    );
    const text = readFileSync(join(place.root, '.swarmkit/audit', record), 'utf8');
    expect(text).not.toContain(images['image/gif'].toString('base64').slice(0, 20));
  });

  it('is refused before there is a run, and then no other one is taken either', async () => {
    const { place, seen } = await world(says('done'));
    const refused = await act(place, { ...start, attach: ['image.png', 'none.png'] });
    expect(refused).toMatchObject({ outcome: 'invalid', problems: [{ code: 'attachment.not-found' }] });
    expect(refused.run_id).toBeUndefined();
    expect([seen, await eventsOf(place)]).toEqual([[], []]);
  });

  it('that a door has admitted already goes the same way', async () => {
    const { place, seen } = await world(says('done'));
    const bytes = images['image/jpeg'];
    const admitted = {
      name: 'a.jpg',
      mediaType: 'image/jpeg',
      bytes,
      sha256: '0'.repeat(64),
      source: null,
    } as const;
    await act(place, { ...start, attachments: [admitted] });
    expect(seen.map(userContents)).toEqual([[[{ type: 'text', text: 'look' }, part('image/jpeg')]]]);
  });
});

describe('an image of a run that waits', () => {
  async function waiting() {
    const { place, seen } = await world(calls('tools-push', { v: 'x' }), says('done'));
    const attach = ['image.png', 'image.jpeg', 'image.png'];
    const { run_id, refusal } = await act(place, { ...start, attach });
    const { approval_request } = refusal as { approval_request: string };
    await perform('approve', { workspace: place.root, requestId: approval_request }, place.ports);
    const folder = join(place.root, '.swarmkit/runs');
    const kept = readdirSync(folder).filter((name) => name.endsWith('.image'));
    return { place, seen, folder, kept, resume: String(run_id) };
  }

  it('is kept for its owner alone, comes back with the run, and is gone then', async () => {
    const { place, seen, folder, kept, resume } = await waiting();
    expect(kept.map((name) => statSync(join(folder, name)).mode & 0o777)).toEqual([0o600, 0o600]);
    rmSync(join(place.root, 'image.png'));
    expect(await act(place, { resume })).toMatchObject({ outcome: 'ok', text: 'done' });
    expect(seen.map(userContents)[1]).toEqual(seen.map(userContents)[0]);
    expect(readdirSync(folder)).toEqual([]);
    expect((await eventsOf(place)).filter(({ type }) => type === 'run.attachments')).toHaveLength(1);
  });

  it.each(['gone', 'another'])(
    'ends the wait where it is %s: a run never goes on with half of what it was given',
    async (how) => {
      const { place, seen, folder, kept, resume } = await waiting();
      const file = join(folder, kept[0] ?? '');
      rmSync(file);
      if (how === 'another') writeFileSync(file, images['image/gif']);
      expect(await act(place, { resume })).toMatchObject({ problems: [{ code: 'request.unknown-run' }] });
      expect([seen.length, readdirSync(folder)]).toEqual([1, []]);
    },
  );
});

describe('paths that are attached', () => {
  it('are looked for beside the person first', async () => {
    const { place, seen } = await world(says('done'));
    mkdirSync(join(place.ports.host.cwd, 'shots'));
    writeFileSync(join(place.ports.host.cwd, 'shots/a.png'), images['image/webp']);
    expect(await act(place, { ...start, attach: ['shots/a.png'] })).toMatchObject({ outcome: 'ok' });
    expect(seen.map(userContents)).toEqual([[[{ type: 'text', text: 'look' }, part('image/webp')]]]);
  });
});
