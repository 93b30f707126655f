import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { dirSync, setGracefulCleanup } from 'tmp-promise';
import { describe, expect, test } from 'vitest';

setGracefulCleanup();
const root = fileURLToPath(new URL('..', import.meta.url));

interface Called {
  readonly envelope: Readonly<Record<string, unknown>>;
  readonly stdout: string;
  readonly stderr: string;
  readonly milliseconds: number;
  /** The runtime's peak resident set, in bytes, as the kernel last told it. */
  readonly peakBytes: number;
}

/** A workspace whose one pack has these fields, with the built runtime to call its one command. */
function workspaceWith(fields: string, env: Readonly<Record<string, string>> = {}) {
  const { name: folder } = dirSync({ unsafeCleanup: true, prefix: 'must-hold-' });
  mkdirSync(join(folder, 'topologies'));
  const head = 'apiVersion: swarmkit/v1\nkind: ';
  writeFileSync(join(folder, 'workspace.yaml'), `${head}Workspace\nmetadata: { id: w, name: W }\n${fields}`);
  writeFileSync(
    join(folder, 'topologies/main.yaml'),
    `${head}Topology\nmetadata: { name: main, version: 1.0.0 }\nagents: { root: { skills: ["pack:p"] } }\n`,
  );
  const call = (values: unknown): Promise<Called> => callRuntime(folder, values, env);
  return { folder, call };
}

function callRuntime(
  folder: string,
  values: unknown,
  env: Readonly<Record<string, string>>,
): Promise<Called> {
  const began = performance.now();
  const args = [
    join(root, 'dist/swarmkit.js'),
    'call',
    folder,
    '--topology',
    'main',
    '--agent',
    'root',
    '--skill',
    'p-run',
    '--json',
  ];
  const child = spawn(process.execPath, args, { env: { PATH: process.env.PATH ?? '', ...env } });
  const text = { stdout: '', stderr: '' };
  let peakBytes = 0;
  const poll = setInterval(() => {
    peakBytes = peakOf(child.pid) ?? peakBytes;
  }, 5);
  child.stdout.on('data', (chunk) => (text.stdout += String(chunk)));
  child.stderr.on('data', (chunk) => (text.stderr += String(chunk)));
  child.stdin.end(JSON.stringify(values));
  return new Promise((resolve) => {
    child.once('close', () => {
      clearInterval(poll);
      resolve({
        envelope: JSON.parse(text.stdout),
        ...text,
        milliseconds: performance.now() - began,
        peakBytes,
      });
    });
  });
}

function peakOf(pid: number | undefined): number | undefined {
  try {
    const kibibytes = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kibibytes === undefined ? undefined : Number(kibibytes) * 1024;
  } catch {
    return undefined;
  }
}

/** Processes whose command line holds this text. */
function processesWith(text: string): readonly string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && name !== String(process.pid))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(text);
      } catch {
        return false;
      }
    });
}

function everyFile(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

const linux = process.platform === 'linux';

describe('the built runtime', () => {
  test('hands a hostile value to the program as one argument, byte for byte', async () => {
    const value = '; rm -rf / | $(touch x) \n && "two words"';
    const witness = join(root, 'fixtures/programs/witness');
    const { folder, call } = workspaceWith(
      "command_packs:\n  - { id: p, requires: [], commands: [{ id: run, effects: read, argv: [bin/witness, '{v}'] }] }\n",
    );
    mkdirSync(join(folder, 'bin/.witness.witness'), { recursive: true });
    copyFileSync(witness, join(folder, 'bin/witness'));
    expect((await call({ v: value })).envelope).toMatchObject({ outcome: 'ok' });
    expect(readFileSync(join(folder, 'bin/.witness.witness/1.argv'), 'utf8')).toBe(`${value}\0`);
    expect(existsSync(join(folder, 'bin/.witness.witness/2.argv'))).toBe(false);
    expect(existsSync(join(folder, 'x'))).toBe(false);
  });

  test.runIf(linux)(
    'stops a command at its timeout, though a grandchild holds the pipe, and leaves no process',
    async () => {
      const mark = `61.${process.pid}`;
      const { folder, call } = workspaceWith(
        'command_packs:\n  - { id: p, timeout: 1s, requires: [], commands: [{ id: run, effects: read, argv: [./hold] }] }\n',
      );
      writeFileSync(join(folder, 'hold'), `#!/bin/sh\nsleep ${mark} &\nsleep ${mark}\n`, { mode: 0o755 });
      const { envelope, milliseconds } = await call({});
      expect(envelope).toMatchObject({ outcome: 'failed', error: { code: 'command.timeout' } });
      // 3.5 s is the promise, start of Node included; a machine that is busy with other tests gets some more.
      expect(milliseconds).toBeLessThan(6000);
      expect(processesWith(mark)).toEqual([]);
    },
  );

  test.runIf(linux)(
    'fails a flood of 1 GB against a ceiling of 1 MB, and needs under 150 MB for it',
    async () => {
      const { call } = workspaceWith(
        'command_packs:\n  - { id: p, max_output: 1MB, requires: [], commands: [{ id: run, effects: read, argv: [head, -c, "1000000000", /dev/zero] }] }\n',
      );
      const { envelope, peakBytes } = await call({});
      expect(envelope).toMatchObject({ outcome: 'failed', error: { code: 'command.output-ceiling' } });
      expect(peakBytes).toBeGreaterThan(10_000_000);
      expect(peakBytes).toBeLessThan(150_000_000);
    },
  );

  test('lets a credential out in no byte of what it prints and keeps', async () => {
    const secret = 'planted-4f9c2b7e1d';
    const { folder, call } = workspaceWith(
      "credentials: { t: { source: env, config: { env: TOKEN } } }\ncommand_packs:\n  - { id: p, credentials_ref: t, env: { T: '{credential.t}' }, requires: [], commands: [{ id: run, effects: read, argv: [env] }] }\n",
      { TOKEN: secret },
    );
    const { envelope, stdout, stderr } = await call({});
    expect(envelope).toMatchObject({ outcome: 'ok', text: expect.stringContaining('[credential:t]') });
    const kept = everyFile(folder).map((file) => readFileSync(file, 'latin1'));
    expect(kept.length).toBeGreaterThan(2);
    expect([stdout, stderr, ...kept].filter((text) => text.includes(secret))).toEqual([]);
  });
});
