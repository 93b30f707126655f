import { describe, expect, it } from 'vitest';
import type { CredentialId, ProviderId } from '../model/ids.ts';
import { anyModel, type ModelChoice, type ModelProvider } from '../model/model.ts';
import { fakePorts } from '../ports/fake.ts';
import { mockModel } from './mock.ts';
import type { Model, Speaker } from './model.ts';
import { type ModelSurroundings, openModel } from './open-model.ts';

interface World {
  readonly env?: Record<string, string>;
  readonly files?: Record<string, string>;
  readonly providers?: readonly ModelProvider[];
  readonly model?: Partial<ModelChoice>;
  readonly secrets?: Record<string, string>;
}

function surroundings({
  env = {},
  files = {},
  providers = [],
  model = {},
  secrets = {},
}: World): ModelSurroundings {
  return {
    workspace: {
      providers: new Map(providers.map((each) => [each.id, each])),
      model: { ...anyModel, ...model },
    },
    secrets: {
      values: new Map(Object.entries(secrets).map(([id, value]) => [id as CredentialId, value])),
      missing: new Map([['gone' as CredentialId, 'the environment variable GONE is not there']]),
    },
    ports: fakePorts({ env, files }),
  };
}

const script = { id: 'tape' as ProviderId, extends: 'scripted', script: '/w/script.yaml' } as const;
const kit = (
  parts: Partial<Extract<ModelProvider, { extends: 'openai-compatible' | 'anthropic' }>>,
): ModelProvider => ({
  id: 'kit' as ProviderId,
  extends: 'openai-compatible',
  baseUrl: 'http://127.0.0.1:9/v1',
  key: null,
  defaultModel: null,
  ...parts,
});
const choice = (provider: string | null, name: string | null = null) => ({
  ...anyModel,
  provider: provider as ProviderId,
  name,
});

describe('which model an agent gets', () => {
  it('is the one it names, before that of the workspace', async () => {
    const world = surroundings({ model: { provider: 'nowhere' as ProviderId } });
    expect(await openModel(choice('mock'), 'agent root', world)).toEqual({ ok: true, model: mockModel });
  });

  it('is that of the workspace where it names none', async () => {
    const world = surroundings({ model: { provider: 'mock' as ProviderId } });
    expect(await openModel(anyModel, 'agent root', world)).toEqual({ ok: true, model: mockModel });
  });

  it('is the one of SWARMKIT_PROVIDER, whatever the files say', async () => {
    const world = surroundings({ env: { SWARMKIT_PROVIDER: 'mock' }, providers: [script] });
    expect(await openModel(choice('tape'), 'agent root', world)).toEqual({ ok: true, model: mockModel });
  });

  it('must be there: the error lists those that are', async () => {
    const world = surroundings({ providers: [script] });
    expect(await openModel(choice('ghost'), 'agent root', world)).toMatchObject({
      ok: false,
      error: {
        code: 'model.unknown-provider',
        message: expect.stringContaining('"ghost"'),
        hint: expect.stringContaining('mock, openai, anthropic, tape'),
      },
    });
    expect(await openModel(anyModel, 'agent root', world)).toMatchObject({
      error: { code: 'model.unknown-provider', message: 'agent root has no model provider' },
    });
  });

  it('needs a name from somewhere', async () => {
    const unnamed = await openModel(choice('kit'), 'agent root', surroundings({ providers: [kit({})] }));
    expect(unnamed).toMatchObject({
      ok: false,
      error: { code: 'model.unknown-provider', hint: expect.stringContaining('SWARMKIT_MODEL') },
    });
    for (const world of [
      { providers: [kit({ defaultModel: 'm' })] },
      { providers: [kit({})], env: { SWARMKIT_MODEL: 'm' } },
      { providers: [kit({})], model: { name: 'm' } },
    ]) {
      expect(await openModel(choice('kit'), 'agent root', surroundings(world))).toMatchObject({ ok: true });
    }
  });

  it('needs its key, and says which one is missing', async () => {
    const provider = kit({ key: { kind: 'credential', credential: 'gone' as CredentialId } });
    const answer = await openModel(choice('kit', 'm'), 'agent root', surroundings({ providers: [provider] }));
    expect(answer).toMatchObject({
      ok: false,
      error: { code: 'credential.missing', message: expect.stringContaining('GONE is not there') },
    });
    expect(await openModel(choice('anthropic', 'm'), 'agent root', surroundings({}))).toMatchObject({
      error: { code: 'credential.missing', message: expect.stringContaining('ANTHROPIC_API_KEY') },
    });
  });
});

describe('a scripted model', () => {
  const say = (model: Model, speaker: Speaker) =>
    model.turn({ speaker, system: null, messages: [], tools: [], signal: undefined, onText: undefined });
  const open = async (text: string | undefined) => {
    const world = surroundings({
      providers: [script],
      files: text === undefined ? {} : { '/w/script.yaml': text },
    });
    const opened = await openModel(choice('tape'), 'agent root', world);
    if (!opened.ok) throw new Error('a scripted model opens whatever its script is');
    return opened.model;
  };
  const root = (turn: number): Speaker => ({ kind: 'agent', id: 'root', turn });

  it('says each turn of each agent, and the same answer of a skill each time', async () => {
    const model = await open(`
agents:
  root:
    - calls: [{tool: look, arguments: {a: 1}}, {tool: look, arguments: '{broken'}]
    - text: done
skills: {judge: 'yes'}`);
    expect(await say(model, root(0))).toEqual({
      ok: true,
      turn: {
        text: '',
        toolCalls: [
          { id: 'call-1-1', name: 'look', argumentsText: '{"a":1}' },
          { id: 'call-1-2', name: 'look', argumentsText: '{broken' },
        ],
      },
    });
    expect(await say(model, root(1))).toMatchObject({ turn: { text: 'done' } });
    for (let again = 0; again < 2; again += 1) {
      expect(await say(model, { kind: 'skill', id: 'judge' })).toMatchObject({ turn: { text: 'yes' } });
    }
  });

  it('says which turn is missing', async () => {
    const model = await open('agents: {root: [{text: hello}]}');
    expect(await say(model, root(1))).toMatchObject({
      ok: false,
      error: { code: 'model.script-ended', message: 'the script /w/script.yaml lacks turn 2 of agent root' },
    });
    expect(await say(model, { kind: 'agent', id: 'constructor', turn: 0 })).toMatchObject({
      error: { code: 'model.script-ended' },
    });
  });

  it.each([
    ['a missing file', undefined],
    ['broken YAML', 'agents: ['],
    ['another shape', 'agents: {root: [{says: hello}]}'],
  ])('answers with an error for %s', async (_, text) => {
    expect(await say(await open(text), root(0))).toMatchObject({
      ok: false,
      error: { code: 'model.bad-response' },
    });
  });
});
