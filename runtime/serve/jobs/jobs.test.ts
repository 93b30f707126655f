import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { layOut, type SampleServer, sampleServer } from '../sample-server.ts';
import type { Job } from '../schemas.ts';

async function start(server: SampleServer, input: string): Promise<string> {
  const response = await server.ask('/run/main', { method: 'POST', body: { input } });
  expect(response.status).toBe(202);
  const job = (await response.json()) as Job;
  expect(response.headers.get('location')).toBe(`/jobs/${job.job_id}`);
  return job.job_id;
}

async function read(server: SampleServer, jobId: string): Promise<Job> {
  return (await (await server.ask(`/jobs/${jobId}`)).json()) as Job;
}

async function streamed(server: SampleServer, jobId: string, lastEventId = ''): Promise<string> {
  const headers = lastEventId === '' ? {} : { 'last-event-id': lastEventId };
  return (await server.ask(`/jobs/${jobId}/stream`, { headers })).text();
}

const push = {
  agents: {
    root: [{ text: 'One\ntw', calls: [{ tool: 'tools-push', arguments: { v: 'x' } }] }, { text: 'Done.' }],
  },
};
/** A program that does not end by itself. */
const sleeper = '#!/bin/sh\nexec sleep 30\n';

describe('a job', () => {
  it('is on disk when it is taken on, and holds what came of it when it is over', async () => {
    const server = await sampleServer();
    const id = await start(server, 'hello');
    await server.ended(id);
    expect(await read(server, id)).toMatchObject({
      status: 'completed',
      input: 'hello',
      text: 'mock response',
      run_id: id,
    });
    const audit = (await (await server.ask(`/audit?run_id=${id}`)).json()) as {
      events: { event_type: string }[];
    };
    expect(audit.events.map((each) => each.event_type)).toEqual(['run.started', 'run.ended']);
  });

  it('is streamed from its beginning, and to who comes back only from there', async () => {
    const server = await sampleServer();
    const id = await start(server, 'hello');
    const all = await streamed(server, id);
    expect([...all.matchAll(/^event: (.*)$/gm)].map(([, type]) => type)).toEqual([
      'status',
      'status',
      'text',
      'status',
    ]);
    expect(all).toMatch(/"status":"completed"\}/);
    const rest = await streamed(server, id, '3');
    expect([...rest.matchAll(/^id: (.*)$/gm)].map(([, seq]) => seq)).toEqual(['4']);
    expect(await streamed(server, id, 'nonsense')).toBe(all);
  });

  it('waits for a person, and goes on when one has said yes', async () => {
    const server = await sampleServer({ script: push });
    const id = await start(server, 'go');
    await server.ended(id);
    expect(await read(server, id)).toMatchObject({ status: 'waiting', refusal: { code: 'tier.strict' } });
    const { requests } = (await (await server.ask('/approvals')).json()) as {
      requests: { request_id: string; argv: string[] }[];
    };
    expect(requests).toMatchObject([
      { run_id: id, skill: 'tools-push', argv: [expect.stringMatching(/\/bin\/tool$/), 'pushed', 'x'] },
    ]);
    const decided = await server.ask(`/approvals/${requests[0]?.request_id}/approve`, {
      method: 'POST',
      body: { reason: 'fine' },
    });
    expect(await decided.json()).toMatchObject({ decision: 'approve', job: { job_id: id } });
    await server.ended(id);
    expect(await read(server, id)).toMatchObject({ status: 'completed', text: 'Done.', refusal: null });
    const seen = [...(await streamed(server, id)).matchAll(/"status":"(\w+)"/g)].map(([, status]) => status);
    expect(seen).toEqual(['queued', 'running', 'waiting', 'queued', 'running', 'completed']);
  });

  it('is told what was denied, and a request is decided once', async () => {
    const server = await sampleServer({ script: push });
    const id = await start(server, 'go');
    await server.ended(id);
    const request = (await read(server, id)).refusal?.approval_request;
    const deny = () => server.ask(`/approvals/${request}/deny`, { method: 'POST', body: {} });
    expect((await deny()).status).toBe(200);
    expect((await deny()).status).toBe(404);
    await server.ended(id);
    const events = (await (await server.ask('/audit?event_type=policy.decision')).json()) as {
      events: object[];
    };
    expect(events.events.at(-1)).toMatchObject({ run_id: id, decision: { code: 'approval.denied' } });
  });

  it('that waits can be resumed where it was decided elsewhere, and stopped for good', async () => {
    const server = await sampleServer({ script: push });
    const id = await start(server, 'go');
    await server.ended(id);
    const post = (what: string) => server.ask(`/jobs/${id}/${what}`, { method: 'POST' });
    expect((await post('resume')).status).toBe(202);
    await server.ended(id);
    expect((await read(server, id)).status).toBe('waiting');
    expect((await post('stop')).status).toBe(202);
    expect((await read(server, id)).status).toBe('stopped');
    expect((await post('stop')).status).toBe(409);
    expect(await (await post('resume')).json()).toMatchObject({ status: 409, code: 'request.wrong-state' });
  });

  it('that holds a secret in its input shows it nowhere', async () => {
    const workspace = 'credentials: { k: { source: env, config: { env: TOKEN } } }\n';
    const server = await sampleServer({ workspace, env: { TOKEN: 's3cr3t-value' } });
    const id = await start(server, 'say s3cr3t-value');
    await server.ended(id);
    expect(await read(server, id)).toMatchObject({ input: 'say [credential:k]' });
  });

  it('that a model says a secret in is streamed without it, in however many pieces it came', async () => {
    const workspace = 'credentials: { k: { source: env, config: { env: TOKEN } } }\n';
    const script = { agents: { root: [{ text: 'It is s3cr3t-value.\nAnd s3cr3t-value' }] } };
    const server = await sampleServer({ workspace, env: { TOKEN: 's3cr3t-value' }, script });
    const id = await start(server, 'go');
    const all = await streamed(server, id);
    expect(all).not.toContain('s3cr3t');
    expect(all).toContain('And [credential:k]');
  });
});

describe('many jobs', () => {
  const slow = { agents: { root: [{ calls: [{ tool: 'tools-push', arguments: { v: 'x' } }] }] } };

  async function busyServer() {
    const sample = layOut({
      script: slow,
      workspace: 'server: { max_running: 1, max_queued: 1 }\n',
      env: { SLOW: '1' },
    });
    writeFileSync(
      `${sample.root}/../bin/tool`,
      `#!/bin/sh\n[ "$1" = --version ] && { echo tool 1.0.0; exit 0; }\n${sleeper}`,
    );
    const open = `${sample.root}/workspace.yaml`;
    const { readFileSync } = await import('node:fs');
    writeFileSync(open, readFileSync(open, 'utf8').replace('permission: strict', 'permission: open'));
    return sampleServer({ sample });
  }

  it('are taken on as far as the queue goes, and turned away with a time to come back', async () => {
    const server = await busyServer();
    const first = await start(server, '1');
    const second = await start(server, '2');
    const third = await server.ask('/run/main', { method: 'POST', body: { input: '3' } });
    expect(third.status).toBe(429);
    expect(third.headers.get('retry-after')).toBe('1');
    expect(await third.json()).toMatchObject({ code: 'request.too-many' });
    expect(await (await server.ask('/health')).json()).toEqual({ status: 'ok', running: 1, queued: 1 });
    for (const id of [second, first])
      expect((await server.ask(`/jobs/${id}/stop`, { method: 'POST' })).status).toBe(202);
    await server.ended(first);
    expect((await read(server, first)).status).toBe('stopped');
    expect((await read(server, second)).status).toBe('stopped');
    const list = (await (await server.ask('/jobs?status=stopped')).json()) as { jobs: Job[] };
    expect(list.jobs.map(({ job_id }) => job_id)).toEqual([second, first]);
  });

  it('end as interrupted when the server stops, and nothing new begins', async () => {
    const server = await busyServer();
    const ids = [await start(server, '1'), await start(server, '2')];
    await server.world.jobs.drain(100);
    for (const id of ids) expect((await read(server, id)).status).toBe('interrupted');
    const late = await server.ask('/run/main', { method: 'POST', body: { input: '3' } });
    expect(late.status).toBe(503);
    expect(await late.json()).toMatchObject({ code: 'server.stopping' });
  });
});

describe('after a restart', () => {
  it('a job that was under way is interrupted, one that waits still waits, one that is over is as it was', async () => {
    const sample = layOut({ script: push });
    const before = await sampleServer({ sample });
    const waiting = await start(before, 'go');
    await before.ended(waiting);
    const { book } = before.world;
    const job = await read(before, waiting);
    book.enter({ ...job, job_id: 'run-a', run_id: 'run-a', status: 'running' });
    book.enter({ ...job, job_id: 'run-b', run_id: 'run-b', status: 'completed', text: 'done' });
    writeFileSync(`${before.world.workspace.stateDir}/jobs/run-broken.json`, '{"job_id":');
    const after = await sampleServer({ sample });
    expect((await read(after, waiting)).status).toBe('waiting');
    expect((await read(after, 'run-a')).status).toBe('interrupted');
    expect(await read(after, 'run-b')).toMatchObject({ status: 'completed', text: 'done' });
    expect((await after.ask('/jobs/run-broken')).status).toBe(404);
    const request = job.refusal?.approval_request;
    expect((await after.ask(`/approvals/${request}/approve`, { method: 'POST' })).status).toBe(200);
    await after.ended(waiting);
    expect((await read(after, waiting)).status).toBe('completed');
  });
});
