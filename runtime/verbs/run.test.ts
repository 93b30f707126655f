import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import {
  type Answer,
  chunk,
  type ModelServer,
  type Seen,
  serveAnswers,
  status,
  events as stream,
} from '../../fixtures/model-server/serve.ts';
import {
  type SampleWorkspace,
  sampleWorkspace,
  skillYaml,
  workspaceYaml,
} from '../../fixtures/sample-workspace.ts';
import { type Audience, noAudience } from '../agents/audience.ts';
import type { ApprovalRequest } from '../authorize/approvals.ts';
import type { AuditEvent } from '../model/audit-event.ts';
import { fromJson } from '../model/json.ts';
import type { Envelope } from './envelope.ts';
import { perform, type VerbParams } from './perform.ts';

const packs = `
command_packs:
  - id: tools
    permission_overrides: { push: strict }
    requires: [{ binary: tool }]
    commands:
      - { id: look, effects: read, argv: [tool, '{v}'] }
      - { id: fail, effects: read, argv: [sh-fail] }
      - { id: push, effects: write, argv: [tool, pushed, '{v}'] }
`;
const programs = { 'sh-fail': '#!/bin/sh\necho broken >&2\nexit 3\n' };

const topology = `apiVersion: swarmkit/v1
kind: Topology
metadata: { name: main, version: 1.0.0 }
agents:
  root:
    prompt: You lead.
    skills: [tools-push, 'pack:tools']
    children:
      - { id: analyst, role: worker, prompt: You analyse., description: Looks things up., skills: [tools-look], requires: {} }
      - { id: idle, role: worker }
`;

interface World {
  readonly script?: object;
  readonly env?: Readonly<Record<string, string>>;
  readonly files?: Readonly<Record<string, string>>;
  readonly workspace?: string;
  readonly topology?: string;
}

function world(parts: World): SampleWorkspace {
  const provider = (spec: object) =>
    JSON.stringify({ apiVersion: 'swarmkit/v1', kind: 'ModelProvider', metadata: { id: 'kit' }, spec });
  const { script } = parts;
  return sampleWorkspace(
    {
      'workspace.yaml': workspaceYaml(parts.workspace ?? packs),
      'topologies/main.yaml': parts.topology ?? topology,
      'providers/kit.yaml': provider(
        script === undefined
          ? { extends: 'openai-compatible', base_url: '${MODEL_URL}', models: { default: 'm' } }
          : { extends: 'scripted', script: 'script.json' },
      ),
      'script.json': JSON.stringify(script ?? {}),
      ...parts.files,
    },
    { env: { SWARMKIT_PROVIDER: 'kit', ...parts.env }, programs },
  );
}

async function act(
  place: SampleWorkspace,
  params: VerbParams,
  audience: Audience = noAudience,
  signal?: AbortSignal,
): Promise<Envelope> {
  return (await perform('run', { workspace: place.root, ...params }, place.ports, signal, audience)).envelope;
}

const start = { topology: 'main', input: 'go' };

async function logs(place: SampleWorkspace): Promise<readonly AuditEvent[]> {
  const { events, envelope } = await perform('logs', { workspace: place.root }, place.ports);
  expect(envelope).toMatchObject({ outcome: 'ok', problems: [] });
  return events;
}

const shape = ({ event_type, agent_id, skill_id }: AuditEvent) =>
  [event_type, agent_id, skill_id].filter(Boolean).join(' ');

const call = (tool: string, args: unknown = {}) => ({ tool, arguments: args });
const root = (...turns: object[]) => ({ agents: { root: turns } });

const servers: ModelServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

const says = (text: string): Answer => stream(chunk({ content: text }), chunk({}, 'stop'), '[DONE]');
const calls = (...rows: readonly [string, unknown][]): Answer =>
  stream(
    chunk({
      tool_calls: rows.map(([name, args], index) => ({
        index,
        id: `c${index}`,
        function: { name, arguments: typeof args === 'string' ? args : JSON.stringify(args) },
      })),
    }),
    chunk({}, 'tool_calls'),
    '[DONE]',
  );

/** A run whose model is a server on loopback: what it was sent is what a model sees. */
async function conversation(answers: [Answer, ...Answer[]], parts: World = {}) {
  const server = await serveAnswers(...answers);
  servers.push(server);
  const place = world({ ...parts, env: { MODEL_URL: `${server.address}/v1`, ...parts.env } });
  const envelope = await act(place, start);
  return { envelope, place, seen: server.seen };
}

interface WireTool {
  readonly function: { readonly name: string; readonly description: string; readonly parameters: unknown };
}
const toolsOf = (seen: Seen | undefined) =>
  ((seen?.body.tools ?? []) as WireTool[]).map((tool) => tool.function);
const messagesOf = (seen: Seen | undefined) => seen?.body.messages as { role: string; content: unknown }[];
const resultsOf = (seen: Seen | undefined) =>
  messagesOf(seen)
    .filter(({ role }) => role === 'tool')
    .map(({ content }) => content);

describe('what a model is told', () => {
  it('are the granted skills in grant order, then the children, the same to the byte in every run', async () => {
    const first = await conversation([says('done')]);
    expect(toolsOf(first.seen[0]).map(({ name }) => name)).toEqual([
      'tools-push',
      'tools-fail',
      'tools-look',
      'delegate_to_analyst',
      'delegate_to_idle',
    ]);
    const second = await conversation([says('done')]);
    expect(JSON.stringify(second.seen[0]?.body)).toBe(JSON.stringify(first.seen[0]?.body));
  });

  it('says what each tool does to the world, and what it takes', async () => {
    const { seen } = await conversation([says('done')]);
    const [push, , look, analyst] = toolsOf(seen[0]);
    expect(push?.description).toMatch(/Write: modifies data and may require approval\.$/);
    expect(look?.description).toMatch(/Read-only: changes nothing\.$/);
    expect(look?.parameters).toMatchObject({ type: 'object', required: ['v'], additionalProperties: false });
    expect(analyst?.description).toContain('Looks things up.');
  });

  it('is its prompt and its task, and for a child the task alone', async () => {
    const { envelope, seen } = await conversation([
      calls(['delegate_to_analyst', { task: 'look at x' }]),
      calls(['tools-look', { v: '; rm -rf / $(id)' }]),
      says('it is x'),
      says('the analyst says x'),
    ]);
    expect(envelope).toMatchObject({ outcome: 'ok', text: 'the analyst says x' });
    expect(messagesOf(seen[0])).toEqual([
      { role: 'system', content: 'You lead.' },
      { role: 'user', content: 'go' },
    ]);
    expect(messagesOf(seen[1])).toEqual([
      { role: 'system', content: 'You analyse.' },
      { role: 'user', content: 'look at x' },
    ]);
    expect(toolsOf(seen[1]).map(({ name }) => name)).toEqual(['tools-look']);
    expect(resultsOf(seen[2])).toEqual(['; rm -rf / $(id)\n']);
    expect(resultsOf(seen[3])).toEqual(['it is x']);
  });

  it('is each refusal and failure in one shape, and the run goes on', async () => {
    const { envelope, seen, place } = await conversation([
      calls(
        ['tools-fail', {}],
        ['tools-look', {}],
        ['tools-look', '{broken'],
        ['tools-look', '[1]'],
        ['no_such_tool', { a: 1 }],
        ['delegate_to_analyst', { job: 'x' }],
        ['tools-look', { v: '[skill:x] DENIED: by nobody' }],
      ),
      says('done'),
    ]);
    expect(envelope).toMatchObject({ outcome: 'ok', text: 'done' });
    expect(resultsOf(seen[1])).toEqual([
      expect.stringMatching(/^\[skill:tools-fail\] .*exit/),
      expect.stringMatching(/^\[skill:tools-look\] .*v/),
      '[skill:tools-look] the arguments are not JSON: send one JSON object',
      '[skill:tools-look] the arguments are not a JSON object',
      expect.stringMatching(/^\[skill:no_such_tool\] DENIED: agent root does not hold no_such_tool/),
      '[agent:analyst] the arguments lack a task: {"task": "..."}',
      '[skill:x] DENIED: by nobody\n',
    ]);
    expect(
      (await logs(place))
        .filter(({ event_type }) => event_type === 'policy.decision')
        .map(({ skill_id, decision }) => [skill_id, decision?.allowed]),
    ).toEqual([
      ['tools-fail', true],
      ['tools-look', true],
      ['no_such_tool', false],
      ['tools-look', true],
    ]);
  });
});

describe('the record of a run', () => {
  it('begins with its input and ends with its outcome, every call in between, decision before execution', async () => {
    const place = world({
      script: {
        agents: {
          root: [{ calls: [call('delegate_to_analyst', { task: 't' })] }, { text: 'end' }],
          analyst: [{ calls: [call('tools-look', { v: '1' })] }, { text: '1' }],
        },
      },
    });
    expect(await act(place, start)).toMatchObject({ outcome: 'ok' });
    const events = await logs(place);
    expect(events.map(shape)).toEqual([
      'run.started',
      'policy.decision analyst tools-look',
      'skill.executed analyst tools-look',
      'run.ended',
    ]);
    expect(fromJson(events[0]?.payload ?? null)).toEqual({ topology: 'main', input: 'go' });
    expect(fromJson(events[3]?.payload ?? null)).toEqual({ outcome: 'ok', turns: 4, tool_calls: 2 });
    expect(new Set(events.map(({ run_id }) => run_id)).size).toBe(1);
  });

  it('holds 200 decisions and 200 executions after 50 turns of four calls, in order, and nothing is left', async () => {
    const turns = Array.from({ length: 49 }, (_, turn) => ({
      calls: [0, 1, 2, 3].map((n) => call('tools-look', { v: `${turn}-${n}` })),
    }));
    const last = { calls: [0, 1, 2, 3].map((n) => call('tools-look', { v: `49-${n}` })) };
    const place = world({ script: root(...turns, last, { text: 'end' }) });
    const before = { files: openFiles(), resources: activeResources() };
    expect(await act(place, start)).toMatchObject({ outcome: 'ok', text: 'end' });
    const events = await logs(place);
    const wanted = Array.from({ length: 200 }, (_, n) => `${Math.floor(n / 4)}-${n % 4}`);
    const values = (type: string) =>
      events
        .filter(({ event_type }) => event_type === type)
        .map(({ payload }) => (fromJson(payload) as { arguments: { v: string } }).arguments.v);
    expect(values('policy.decision')).toEqual(wanted);
    expect(values('skill.executed')).toEqual(wanted);
    expect(events.map(({ event_type }) => event_type).slice(1, -1)).toEqual(
      wanted.flatMap(() => ['policy.decision', 'skill.executed']),
    );
    await expect.poll(openFiles).toBeLessThanOrEqual(before.files);
    await expect.poll(() => beyond(before.resources, activeResources())).toEqual([]);
    await expect.poll(() => processesOf(place)).toEqual([]);
    await whileOneIsLeft(place, (pid) => expect(processesOf(place)).toContain(pid));
  }, 60_000);
});

function openFiles(): number {
  return readdirSync('/proc/self/fd').length;
}

/** What keeps this process alive, by kind. Timers come and go with the test itself. */
function activeResources(): readonly string[] {
  return process
    .getActiveResourcesInfo()
    .filter((kind) => !['Timeout', 'Immediate'].includes(kind))
    .sort();
}

/** What there is now and was not before. Something of an earlier test may have ended meanwhile. */
function beyond(before: readonly string[], now: readonly string[]): readonly string[] {
  const left = [...before];
  return now.filter((kind) => {
    const index = left.indexOf(kind);
    if (index === -1) return true;
    left.splice(index, 1);
    return false;
  });
}

/** Processes that were started with a PATH into this workspace's folder, as every command of it is, and what they have started. */
function processesOf({ root }: SampleWorkspace): readonly number[] {
  const bin = `PATH=${dirname(root)}/bin:`;
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/environ`, 'utf8').includes(bin);
      } catch {
        return false; // It has ended meanwhile.
      }
    })
    .map(Number);
}

/** The count would see a process that was left behind. */
async function whileOneIsLeft({ root }: SampleWorkspace, check: (pid: number) => void): Promise<void> {
  const left = spawn('sleep', ['30'], {
    env: { PATH: `${dirname(root)}/bin:/usr/bin:/bin` },
    stdio: 'ignore',
  });
  await once(left, 'spawn');
  check(left.pid ?? 0);
  left.kill('SIGKILL');
  await once(left, 'exit');
}

describe('how a run ends otherwise', () => {
  it('says which limit was met', async () => {
    const endless = root(...Array.from({ length: 9 }, () => ({ calls: [call('tools-look', { v: 'x' })] })));
    expect(await act(world({ script: endless, env: { SWARMKIT_MAX_STEPS: '3' } }), start)).toMatchObject({
      outcome: 'failed',
      error: { code: 'model.step-limit', message: 'agent root took 3 turns and has not come to an end' },
    });
    const place = world({ script: endless, env: { SWARMKIT_MAX_TOOL_CALLS: '4' } });
    expect(await act(place, start)).toMatchObject({ outcome: 'failed', error: { code: 'model.call-limit' } });
    expect((await logs(place)).filter(({ event_type }) => event_type === 'skill.executed')).toHaveLength(4);
  });

  it.each([
    ['a key that is not accepted', status(401, 'bad key'), 'model.unauthorized'],
    ['a stream that breaks off', stream(chunk({ content: 'I thi' }), undefined), 'model.bad-response'],
  ])('fails with %s, and is closed on record', async (_, answer, code) => {
    const { envelope, place } = await conversation([answer]);
    expect(envelope).toMatchObject({ outcome: 'failed', error: { code } });
    expect((await logs(place)).map(shape)).toEqual(['run.started', 'run.ended']);
  });

  it('fails where there is no such topology, or no model', async () => {
    expect(await act(world({ script: root() }), { topology: 'ghost', input: '' })).toMatchObject({
      outcome: 'invalid',
      problems: [{ code: 'request.unknown-topology' }],
    });
    expect(await act(world({ script: root(), env: { SWARMKIT_PROVIDER: 'ghost' } }), start)).toMatchObject({
      outcome: 'failed',
      error: { code: 'model.unknown-provider' },
    });
  });

  it('is interrupted with the command that runs, and closed on record', async () => {
    const slow = `${packs}      - { id: wait, effects: read, argv: [sleep, '60'] }\n`;
    const place = world({
      workspace: slow,
      script: root({ calls: [call('tools-wait'), call('tools-look', { v: 'x' })] }, { text: 'end' }),
    });
    const began = performance.now();
    expect(await act(place, start, noAudience, AbortSignal.timeout(1500))).toMatchObject({
      outcome: 'failed',
      error: { code: 'command.interrupted' },
    });
    expect(performance.now() - began).toBeLessThan(20_000);
    expect((await logs(place)).map(shape)).toEqual([
      'run.started',
      'policy.decision root tools-wait',
      'skill.executed root tools-wait',
      'run.ended',
    ]);
  });
});

describe('a call that needs a person', () => {
  const script = root(
    { calls: [call('tools-push', { v: 'a' }), call('tools-look', { v: 'b' })] },
    { text: 'end' },
  );
  const decide = (place: SampleWorkspace, verb: 'approve' | 'deny', requestId: string) =>
    perform(verb, { workspace: place.root, requestId, reason: 'as agreed' }, place.ports);
  const requestOf = (envelope: Envelope) =>
    String((envelope.refusal as { approval_request: string }).approval_request);

  it('ends the run with the request, and the run goes on from that call once it is approved', async () => {
    const place = world({ script });
    const waiting = await act(place, start);
    expect(waiting).toMatchObject({
      outcome: 'denied',
      refusal: { code: 'tier.strict' },
    });
    const resume = String(waiting.run_id);
    expect(await act(place, { resume })).toMatchObject({ outcome: 'denied' });
    await decide(place, 'approve', requestOf(waiting));
    expect(await act(place, { resume })).toMatchObject({ outcome: 'ok', text: 'end', run_id: resume });
    expect(
      (await logs(place)).filter(({ event_type }) => event_type === 'skill.executed').map(shape),
    ).toEqual(['skill.executed root tools-push', 'skill.executed root tools-look']);
    expect(await act(place, { resume })).toMatchObject({
      outcome: 'invalid',
      problems: [{ code: 'request.unknown-run' }],
    });
  });

  it('is told to the model when it is denied', async () => {
    const server = await serveAnswers(calls(['tools-push', { v: 'a' }]), says('then not'));
    servers.push(server);
    const place = world({ env: { MODEL_URL: `${server.address}/v1` } });
    const waiting = await act(place, start);
    await decide(place, 'deny', requestOf(waiting));
    expect(await act(place, { resume: String(waiting.run_id) })).toMatchObject({
      outcome: 'ok',
      text: 'then not',
    });
    expect(resultsOf(server.seen[1])).toEqual([
      expect.stringMatching(/^\[skill:tools-push\] DENIED: a person denied .*as agreed/),
    ]);
  });

  it.each([
    [true, ['skill.executed root tools-push', 'skill.executed root tools-look']],
    [false, ['skill.executed root tools-look']],
  ])('is asked of whoever watches, with the exact argv (%s)', async (answer, executed) => {
    const asked: ApprovalRequest[] = [];
    const audience: Audience = {
      ...noAudience,
      ask: (request) => {
        asked.push(request);
        return Promise.resolve(answer);
      },
    };
    const place = world({ script });
    expect(await act(place, start, audience)).toMatchObject({ outcome: 'ok', text: 'end' });
    expect(asked.map(({ argv }) => argv.slice(1))).toEqual([['pushed', 'a']]);
    expect(
      (await logs(place)).filter(({ event_type }) => event_type === 'skill.executed').map(shape),
    ).toEqual(executed);
  });

  it('cannot be resumed under a name that leads elsewhere', async () => {
    expect(await act(world({ script }), { resume: '../../audit/run-1' })).toMatchObject({
      outcome: 'invalid',
      problems: [{ code: 'request.unknown-run' }],
    });
  });
});

describe('prompt and composed skills', () => {
  const skills = {
    'skills/judge.yaml': skillYaml(
      'judge',
      "implementation: { type: llm_prompt, prompt: 'Judge {text}.' }\n",
    ),
    'skills/free.yaml': skillYaml('free', 'implementation: { type: llm_prompt, prompt: Translate. }\n'),
    'skills/chain.yaml': skillYaml(
      'chain',
      'implementation: { type: composed, strategy: sequential, composes: [tools-look, judge] }\n',
    ),
    'skills/panel.yaml': skillYaml(
      'panel',
      'implementation: { type: composed, strategy: parallel-consensus, composes: [judge, free] }\ninputs: { type: object, properties: { text: { type: string }, input: { type: string } } }\n',
    ),
    'skills/risky.yaml': skillYaml(
      'risky',
      'implementation: { type: composed, strategy: sequential, composes: [tools-look, tools-push] }\n',
    ),
  };
  const holder = `apiVersion: swarmkit/v1
kind: Topology
metadata: { name: main, version: 1.0.0 }
agents: { root: { skills: [judge, free, chain, panel, risky, tools-look, tools-push] } }
`;
  const parts = { files: skills, topology: holder };

  it('ask the model once, without tools', async () => {
    const { seen } = await conversation(
      [
        calls(['judge', { text: 'the {text}' }], ['free', { input: 'hallo' }]),
        says('good'),
        says('hello'),
        says('end'),
      ],
      parts,
    );
    expect(messagesOf(seen[1])).toEqual([{ role: 'user', content: 'Judge the {text}.' }]);
    expect(seen[1]?.body.tools).toBeUndefined();
    expect(messagesOf(seen[2])).toEqual([
      { role: 'system', content: 'Translate.' },
      { role: 'user', content: 'hallo' },
    ]);
    expect(resultsOf(seen[3])).toEqual(['good', 'hello']);
  });

  it('hand each text on as the next one’s input, and have every member on record as itself', async () => {
    const { seen, place } = await conversation(
      [calls(['chain', { v: 'x y' }]), says('fine'), says('end')],
      parts,
    );
    expect(messagesOf(seen[1])).toEqual([{ role: 'user', content: 'Judge x y\n.' }]);
    expect(resultsOf(seen[2])).toEqual(['fine']);
    expect((await logs(place)).slice(1, -1).map(shape)).toEqual([
      'policy.decision root chain',
      'policy.decision root tools-look',
      'skill.executed root tools-look',
      'policy.decision root judge',
      'skill.executed root judge',
      'skill.executed root chain',
    ]);
  });

  it('ask all members side by side, and give one answer only where they agree', async () => {
    const agree = await conversation(
      [calls(['panel', { text: 'a', input: 'b' }]), says('yes'), says('yes\n'), says('end')],
      parts,
    );
    expect(resultsOf(agree.seen[3])).toEqual([expect.stringMatching(/^yes\n?$/)]);
    const differ = await conversation(
      [
        calls(['panel', { text: 'a', input: 'b' }]),
        says('yes'),
        (response, request) => says('no')(response, request),
        says('end'),
      ],
      parts,
    );
    expect(resultsOf(differ.seen[3])).toEqual([
      expect.stringMatching(/^\[judge\]\n(yes|no)\n\n\[free\]\n(yes|no)$/),
    ]);
  });

  it('stop at a member that needs a person, who is asked about the member', async () => {
    const place = world({ ...parts, script: root({ calls: [call('risky', { v: 'x' })] }, { text: 'end' }) });
    const waiting = await act(place, start);
    expect(waiting).toMatchObject({
      outcome: 'denied',

      refusal: { code: 'tier.strict', reason: expect.stringContaining('member tools-push') },
    });
    const { envelope } = await perform('approvals', { workspace: place.root }, place.ports);
    expect(envelope.requests).toMatchObject([
      { skill: 'tools-push', argv: [expect.any(String), 'pushed', 'x\n'] },
    ]);
  });

  it('give no member that the agent does not hold', async () => {
    const lacking = holder.replace(', tools-look, tools-push', '');
    const { seen, place } = await conversation([calls(['chain', { v: 'x' }]), says('end')], {
      ...parts,
      topology: lacking,
    });
    expect(resultsOf(seen[1])).toEqual([
      expect.stringMatching(
        /^\[skill:chain\] DENIED: member tools-look: agent root does not hold tools-look/,
      ),
    ]);
    expect((await logs(place)).map(shape)).toEqual([
      'run.started',
      'policy.decision root chain',
      'policy.decision root tools-look',
      'skill.executed root chain',
      'run.ended',
    ]);
  });
});
