import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Given } from '../model/case.ts';
import { artifacts } from './artifacts.ts';

function parsed(given: Given): Record<string, unknown> {
  return Object.fromEntries([...artifacts(given)].map(([path, text]) => [path, parse(text)]));
}

const provenance = { authored_by: 'human', version: '1.0.0' };

describe('artifacts', () => {
  it('writes a workspace that holds what the case says and what every workspace has', () => {
    expect(parsed({ packs: [{ id: 'tools' }], workspace: { governance: { provider: 'mock' } } })).toEqual({
      'workspace.yaml': {
        apiVersion: 'swarmkit/v1',
        kind: 'Workspace',
        metadata: { id: 'case', name: 'Case' },
        command_packs: [{ id: 'tools' }],
        governance: { provider: 'mock' },
      },
    });
  });

  it('writes skills and archetypes with the fields that the original asks for', () => {
    const files = parsed({
      skills: { look: { implementation: { type: 'command' }, metadata: { name: 'Look' } } },
      archetypes: { careful: { skills: ['look'] } },
    });
    expect(files['skills/look.yaml']).toEqual({
      apiVersion: 'swarmkit/v1',
      kind: 'Skill',
      metadata: { id: 'look', name: 'Look', description: 'What look does' },
      category: 'capability',
      implementation: { type: 'command' },
      provenance,
    });
    expect(files['archetypes/careful.yaml']).toMatchObject({
      kind: 'Archetype',
      metadata: { id: 'careful' },
      role: 'worker',
      defaults: { skills: ['look'] },
      provenance,
    });
  });

  it('makes every agent beside the root a child of it', () => {
    const files = parsed({
      agents: {
        root: { skills: ['a'], children: [{ id: 'own', role: 'leader' }] },
        helper: { skills: ['b'] },
      },
      topologies: { second: { root: {} } },
    });
    expect(files['topologies/main.yaml']).toMatchObject({
      kind: 'Topology',
      metadata: { name: 'main', version: '1.0.0' },
      agents: {
        root: {
          id: 'root',
          role: 'root',
          skills: ['a'],
          children: [
            { id: 'own', role: 'leader' },
            { id: 'helper', role: 'worker', skills: ['b'] },
          ],
        },
      },
    });
    expect(files['topologies/second.yaml']).toMatchObject({ agents: { root: { id: 'root', role: 'root' } } });
  });

  it("leaves a fixture's workspace.yaml alone unless the case says what is to stand in it", () => {
    expect(parsed({ fixture: 'valid' })).toEqual({});
    expect(Object.keys(parsed({ fixture: 'valid', packs: [] }))).toEqual(['workspace.yaml']);
  });

  it('writes texts so that every YAML reader takes them for texts', () => {
    const argv = ['{v}', 'yes', '1.0', '0o7', 'a: b', '\u0000\u001b', '- x', '', '~', '*a', '&a', '1e3'];
    const [text = ''] = artifacts({ packs: [{ argv, again: argv }] }).values();
    expect(parse(text)).toMatchObject({ command_packs: [{ argv, again: argv }] });
    expect(parse(text, { version: '1.1' })).toMatchObject({ command_packs: [{ argv }] });
    expect(text).not.toMatch(/\*a\d/);
  });

  it('spells out repeated texts', () => {
    expect(parsed({ packs: [{ id: { $repeat: ['ab', 2] } }] })).toMatchObject({
      'workspace.yaml': { command_packs: [{ id: 'abab' }] },
    });
  });
});
