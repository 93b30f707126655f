import { symlinkSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { images } from '../../fixtures/images.ts';
import { largestAttachment } from '../attachments/attachment.ts';
import { type SampleServer, sampleServer } from './sample-server.ts';
import type { Job } from './schemas.ts';

const png = images['image/png'];

function post(server: SampleServer, ...attachments: unknown[]): Promise<Response> {
  return server.ask('/run/main', { method: 'POST', body: { input: 'look', attachments } });
}

async function refusal(server: SampleServer, ...attachments: unknown[]): Promise<string> {
  const response = await post(server, ...attachments);
  const { code } = (await response.json()) as { code: string };
  return `${response.status} ${code}`;
}

describe('attachments of a request', () => {
  it('are on record by name, type, size and digest, and their job by its id', async () => {
    const server = await sampleServer();
    writeFileSync(`${server.root}/gate.png`, png);
    const job = (await (
      await post(server, { path: 'gate.png' }, { data: png.toString('base64'), name: 'wide.png' })
    ).json()) as Job;
    await server.ended(job.job_id);
    const target = `/audit?run_id=${job.job_id}&event_type=run.attachments`;
    const audit = (await (await server.ask(target)).json()) as { events: { payload: unknown }[] };
    expect(audit.events).toMatchObject([
      { payload: { attachments: [{ name: 'gate.png', size: png.length }, { name: 'wide.png' }] } },
    ]);
    expect(JSON.stringify(audit)).not.toContain(png.toString('base64').slice(0, 40));
  });

  it.each([
    [{ url: 'https://example.com/x.png' }, 'attachment.url-refused'],
    [{ path: 'gate.png', type: 'image/png' }, 'attachment.type-refused'],
    [{ path: 'gate.png', data: 'AAAA' }, 'attachment.one-source'],
    [{}, 'attachment.one-source'],
    [{ path: 'gone.png' }, 'attachment.not-found'],
    [{ path: '.' }, 'attachment.not-a-file'],
    [{ path: '../outside.png' }, 'attachment.escapes-workspace'],
    [{ path: 'link.png' }, 'attachment.escapes-workspace'],
    [{ path: 'empty.png' }, 'attachment.empty'],
    [{ path: 'workspace.yaml' }, 'attachment.not-an-image'],
    [{ data: 'no base64!' }, 'attachment.bad-base64'],
    [{ path: 'gate.png', wide: true }, 'request.bad-arguments'],
  ])('%j is refused before there is a job, and takes the good one beside it along', async (bad, code) => {
    const server = await sampleServer();
    writeFileSync(`${server.root}/gate.png`, png);
    writeFileSync(`${server.root}/empty.png`, '');
    writeFileSync(`${server.root}/../outside.png`, png);
    symlinkSync('../outside.png', `${server.root}/link.png`);
    expect(await refusal(server, { path: 'gate.png' }, bad)).toBe(`422 ${code}`);
    expect(await (await server.ask('/jobs')).json()).toEqual({ jobs: [] });
  });

  it('may be as large as an attachment may be, in base64, and not a byte larger', async () => {
    const server = await sampleServer();
    const large = Buffer.concat([png, Buffer.alloc(largestAttachment - png.length)]);
    expect((await post(server, { data: large.toString('base64') })).status).toBe(202);
    const larger = Buffer.concat([large, Buffer.alloc(1)]);
    expect(await refusal(server, { data: larger.toString('base64') })).toBe('422 attachment.too-large');
  });
});
