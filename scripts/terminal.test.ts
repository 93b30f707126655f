import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { dirSync, setGracefulCleanup } from 'tmp-promise';
import { describe, expect, test } from 'vitest';

setGracefulCleanup();
const runtime = fileURLToPath(new URL('../dist/swarmkit.js', import.meta.url));

/** Python's own module makes the terminal: its stdin is what the person types, its stdout what the person sees. */
const onTerminal = 'import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))';

const head = 'apiVersion: swarmkit/v1\nkind: ';
const value = 'a b\u001b[31m';

/** A scripted agent that wants one strict command, which makes a file of a name that a terminal would obey. */
function workspace(): string {
  const { name: folder } = dirSync({ unsafeCleanup: true, prefix: 'terminal-' });
  for (const each of ['topologies', 'providers']) mkdirSync(join(folder, each));
  const turns = [{ calls: [{ tool: 'files-make', arguments: { name: value } }] }, { text: 'All said.' }];
  const files: Readonly<Record<string, string>> = {
    'workspace.yaml': `${head}Workspace\nmetadata: { id: w, name: W }
command_packs:
  - id: files
    permission: strict
    requires: [{ binary: touch }]
    commands: [{ id: make, argv: [touch, '{name}'] }]
`,
    'topologies/main.yaml': `${head}Topology\nmetadata: { name: main }\nagents: { root: { skills: [files-make] } }\n`,
    'providers/kit.yaml': `${head}ModelProvider\nmetadata: { id: kit }\nspec: { extends: scripted, script: script.json }\n`,
    'script.json': JSON.stringify({ agents: { root: turns } }),
  };
  for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text);
  return folder;
}

interface Seen {
  readonly screen: string;
  readonly status: number | null;
}

/** Types the answer once it is asked for. */
function runOnTerminal(folder: string, answer: string): Promise<Seen> {
  const args = ['-c', onTerminal, process.execPath, runtime, 'run', folder, 'main', '--input', 'go'];
  const env = { PATH: process.env.PATH ?? '', HOME: folder, SWARMKIT_PROVIDER: 'kit', NO_COLOR: '1' };
  const child = spawn('python3', args, { env, stdio: ['pipe', 'pipe', 'inherit'] });
  let screen = '';
  let isAnswered = false;
  child.stdout.on('data', (chunk) => {
    screen += String(chunk);
    if (isAnswered || !screen.includes('[y/N]')) return;
    isAnswered = true;
    child.stdin.write(answer);
  });
  return new Promise((resolve) => child.once('close', (status) => resolve({ screen, status })));
}

describe('a strict call of a run on a real terminal', () => {
  test('shows the very argv, with nothing in it that the terminal would obey, and runs it after a yes', async () => {
    const folder = workspace();
    const { screen, status } = await runOnTerminal(folder, 'y\r');
    expect(screen).toMatch(
      /root wants files-make, which would run\r?\n {2}"\/\S*touch" "a b\\u001b\[31m"\r?\n/,
    );
    expect(screen).toContain('Let it run, this once? [y/N] ');
    expect(screen).not.toContain('\u001b[31m');
    expect(screen).toContain('All said.');
    expect(status).toBe(0);
    expect(existsSync(join(folder, value))).toBe(true);
  }, 30_000);

  test.each([
    ['n', 'n\r'],
    ['a bare Enter', '\r'],
    ['anything else', 'sure\r'],
  ])(
    'takes %s for a no, and the run goes on without it',
    async (_, answer) => {
      const folder = workspace();
      const { screen, status } = await runOnTerminal(folder, answer);
      expect(screen).toContain('< root files-make denied');
      expect(screen).toContain('All said.');
      expect(status).toBe(0);
      expect(existsSync(join(folder, value))).toBe(false);
    },
    30_000,
  );
});
