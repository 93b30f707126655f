import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { dirSync, setGracefulCleanup } from 'tmp-promise';
import { afterEach, describe, expect, it } from 'vitest';

setGracefulCleanup();
const swarmkit = fileURLToPath(new URL('../dist/swarmkit.js', import.meta.url));
const env = { PATH: process.env.PATH ?? '', SWARMKIT_PROVIDER: 'mock' };

interface Job {
  readonly job_id: string;
  readonly run_id: string;
  readonly status: string;
  readonly input: string;
}

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

function workspace(server: string): string {
  const { name: folder } = dirSync({ unsafeCleanup: true, prefix: 'serve-must-hold-' });
  mkdirSync(join(folder, 'topologies'));
  const head = 'apiVersion: swarmkit/v1\nkind: ';
  writeFileSync(
    join(folder, 'workspace.yaml'),
    `${head}Workspace\nmetadata: { id: w, name: W }\nserver: ${server}\n`,
  );
  writeFileSync(
    join(folder, 'topologies/main.yaml'),
    `${head}Topology\nmetadata: { name: main, version: 1.0.0 }\nagents: { root: {} }\n`,
  );
  return folder;
}

/** A server in a process of its own, once it has said its address. */
async function start(folder: string): Promise<{ child: ChildProcess; address: string }> {
  const child = spawn(process.execPath, [swarmkit, 'serve', folder, '--port', '0'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const address = await new Promise<string>((resolve, reject) => {
    child.stdout?.once('data', (line) => resolve(String(line).trim()));
    child.once('exit', (status) => reject(new Error(`the server ended with ${status}`)));
  });
  return { child, address };
}

function post(address: string, input: string): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  return fetch(`${address}/run/main`, { method: 'POST', headers, body: JSON.stringify({ input }) });
}

async function read<Body>(url: string): Promise<Body> {
  return (await fetch(url)).json() as Promise<Body>;
}

async function settled(address: string): Promise<void> {
  await expect
    .poll(() => read(`${address}/health`), { timeout: 60_000 })
    .toMatchObject({ running: 0, queued: 0 });
}

/** Bytes in memory, as the kernel tells it. */
function residentBytes({ pid }: ChildProcess): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;
}

describe('a server', () => {
  it('takes 200 runs at once, loses none, crosses none, and is as small afterwards', async () => {
    const { child, address } = await start(workspace('{ max_running: 8, max_queued: 256 }'));
    const round = async (name: string) => {
      const inputs = Array.from({ length: 200 }, (_, index) => `${name}-${index}`);
      const jobs = await Promise.all(
        inputs.map(async (input) => {
          const response = await post(address, input);
          expect(response.status).toBe(202);
          return { input, job: (await response.json()) as Job };
        }),
      );
      await settled(address);
      return jobs;
    };
    const jobs = await round('first');
    expect(new Set(jobs.map(({ job }) => job.job_id)).size).toBe(200);
    for (const { input, job } of jobs) {
      expect(await read(`${address}/jobs/${job.job_id}`)).toMatchObject({ status: 'completed', input });
      const { events } = await read<{ events: { event_type: string; payload: { input?: string } }[] }>(
        `${address}/audit?run_id=${job.run_id}`,
      );
      expect(events.map((event) => event.payload.input).filter((each) => each !== undefined)).toEqual([
        input,
      ]);
      expect(events.map((event) => event.event_type)).toEqual(['run.started', 'run.ended']);
    }
    await round('second');
    const before = residentBytes(child);
    for (const name of ['third', 'fourth', 'fifth']) await round(name);
    // 600 jobs later; a transcript or a context that stayed behind would be ten times that
    expect(residentBytes(child) - before).toBeLessThan(48 * 1024 * 1024);
  }, 180_000);

  it('that is killed among 50 jobs has every one that it took on, an audit that verifies, and works again', async () => {
    const folder = workspace('{ max_running: 2 }');
    const first = await start(folder);
    const accepted: Job[] = [];
    const asked = Array.from({ length: 50 }, async (_, index) => {
      const response = await post(first.address, `job ${index}`).catch(() => undefined);
      const job = (await response?.json().catch(() => undefined)) as Job | undefined;
      if (job !== undefined) accepted.push(job);
      if (accepted.length >= 30) first.child.kill('SIGKILL');
    });
    await Promise.all(asked);
    expect(accepted.length).toBeGreaterThanOrEqual(30);
    const { address } = await start(folder);
    for (const { job_id, input } of accepted) {
      const job = await read<Job>(`${address}/jobs/${job_id}`);
      expect(job.input).toBe(input);
      expect(['completed', 'interrupted']).toContain(job.status);
    }
    const { problems } = await read<{ problems: { severity: string }[] }>(`${address}/audit?last=1000`);
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
    const next = (await (await post(address, 'next')).json()) as Job;
    await settled(address);
    expect(await read(`${address}/jobs/${next.job_id}`)).toMatchObject({ status: 'completed' });
  }, 120_000);
});
