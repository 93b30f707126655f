import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sampleWorkspace, topologyYaml, workspaceYaml } from '../../fixtures/sample-workspace.ts';

const packs = `
command_packs:
  - id: tools
    requires: [{ binary: tool }]
    commands:
      - { id: look, effects: read, argv: [tool, '{v}'] }
      - { id: wait, effects: read, argv: [sleep, '97531'] }
`;

function start(script: object, ...args: readonly string[]) {
  const { root } = sampleWorkspace({
    'workspace.yaml': workspaceYaml(`model: { provider: tape }\n${packs}`),
    'topologies/main.yaml': topologyYaml('{ skills: ["pack:tools"] }'),
    'providers/tape.yaml':
      'apiVersion: swarmkit/v1\nkind: ModelProvider\nmetadata: { id: tape }\nspec: { extends: scripted, script: script.json }\n',
    'script.json': JSON.stringify({ agents: { root: script } }),
  });
  const main = resolve('runtime/main.ts');
  const env = { PATH: `${join(root, '../bin')}:${process.env.PATH}`, HOME: join(root, '..') };
  const child = spawn(
    process.execPath,
    ['--import', import.meta.resolve('tsx'), main, 'run', root, ...args],
    { env, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  return { root, child, ended: endOf(child) };
}

function endOf(child: ChildProcess): Promise<{ status: number | null; out: string; err: string }> {
  const text = { out: '', err: '' };
  child.stdout?.on('data', (chunk) => (text.out += chunk));
  child.stderr?.on('data', (chunk) => (text.err += chunk));
  return new Promise((settle) => child.on('close', (status) => settle({ status, ...text })));
}

function eventTypes(root: string): readonly string[] {
  const folder = join(root, '.swarmkit/audit');
  const [file = ''] = readdirSync(folder).filter((name) => name.endsWith('.jsonl'));
  return [...readFileSync(join(folder, file), 'utf8').matchAll(/"event_type":"([^"]+)"/g)].map(
    ([, type = '']) => type,
  );
}

function sleepers(): readonly string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8') === 'sleep\u000097531\u0000';
    } catch {
      return false;
    }
  });
}

describe('swarmkit run', () => {
  it('prints the last answer on stdout and its progress on stderr', async () => {
    const { ended } = start(
      [{ calls: [{ tool: 'tools-look', arguments: { v: 'x' } }] }, { text: 'It is \u001b[31mx.' }],
      'main',
      '--input',
      'go',
    );
    const { status, out, err } = await ended;
    expect([status, out]).toEqual([0, 'It is \\u{1b}[31mx.\n']);
    expect(err).toBe('> root tools-look {"v":"x"}\n< root tools-look ok\n');
  });

  it('prints one envelope for a program', async () => {
    const { status, out } = await start([{ text: 'hello' }], 'main', '--input', 'go', '--json').ended;
    expect(status).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      verb: 'run',
      outcome: 'ok',
      text: 'hello',
      run_id: expect.any(String),
    });
  });

  it.each([
    [['main']],
    [['--input', 'x']],
    [['main', '--input', 'x', '--unknown']],
    [['main', '--input', 'x', '--attach']],
    [['--resume', 'run-1', '--attach', 'a.png']],
  ])('takes %j for a usage error', async (args) => {
    expect(await start([], ...args).ended).toMatchObject({ status: 2, out: '' });
  });

  it('stops its command on Ctrl-C and closes the record', async () => {
    const { root, child, ended } = start(
      [{ calls: [{ tool: 'tools-wait' }] }, { text: 'never' }],
      'main',
      '--input',
      'go',
      '--json',
    );
    await expect.poll(() => sleepers().length, { timeout: 20_000 }).toBe(1);
    child.kill('SIGINT');
    const { status, out } = await ended;
    expect(status).toBe(1);
    expect(JSON.parse(out)).toMatchObject({ outcome: 'failed', error: { code: 'command.interrupted' } });
    expect(eventTypes(root)).toEqual(['run.started', 'policy.decision', 'skill.executed', 'run.ended']);
    expect(sleepers()).toEqual([]);
  });
});
