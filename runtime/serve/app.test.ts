import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { largestBody } from './read-body.ts';
import { type AskParts, type SampleServer, sampleServer } from './sample-server.ts';
import { ProblemDetails } from './schemas.ts';

/** Status and code; every problem is checked for being one. */
async function refusal(server: SampleServer, target: string, parts?: AskParts): Promise<string> {
  const response = await server.ask(target, parts);
  expect(response.headers.get('content-type')).toBe('application/problem+json');
  const { status, code } = ProblemDetails.parse(await response.json());
  expect(status).toBe(response.status);
  return `${status} ${code}`;
}

const run = (input = 'hi'): AskParts => ({ method: 'POST', body: { input } });

function runsIn({ world }: SampleServer): number {
  try {
    return readdirSync(`${world.workspace.stateDir}/audit`).length;
  } catch {
    return 0;
  }
}

describe('the door', () => {
  it('turns away a Host that is none of its names, two of them, or none', async () => {
    const server = await sampleServer();
    for (const host of [
      ['evil.example'],
      ['localhost:1', 'evil.example'],
      [],
      ['10.0.0.1'],
      ['localhost:x'],
    ]) {
      expect(await refusal(server, '/run/main', { ...run(), host })).toBe('403 request.foreign-host');
    }
    for (const host of [['LOCALHOST'], ['127.0.0.1:9']]) {
      expect((await server.ask('/health', { host })).status).toBe(200);
    }
    expect(runsIn(server)).toBe(0);
  });

  it('turns away a page of another origin, whatever else is right, and takes its own', async () => {
    const server = await sampleServer();
    const from = (origin: string) => ({ ...run(), headers: { origin } });
    for (const origin of ['https://evil.example', 'null', 'http://localhost:2', 'http://localhost']) {
      expect(await refusal(server, '/run/main', from(origin))).toBe('403 request.foreign-origin');
    }
    expect(server.log[0]).toBe('refused POST "/run/main": request.foreign-origin');
    expect((await server.ask('/run/main', from('http://localhost:1'))).status).toBe(202);
  });

  it.each([
    '/run/..%2f..%2fetc%2fpasswd',
    '/run/%2e%2e/x',
    '/run/main%00',
    '/run/./main',
    '/run/../run/main',
    '/run/',
    '/run/main/',
    '//run/main',
    '/run/%252e%252e%252fx',
    '/run/..%5c..%5cx',
  ])('knows nothing under %s', async (target) => {
    const server = await sampleServer();
    expect(await refusal(server, target, run())).toBe('404 request.unknown-path');
    expect(runsIn(server)).toBe(0);
  });

  it('asks for the key where there is one, by either header, and says nothing to whoever lacks it', async () => {
    const server = await sampleServer({ key: 'correct horse' });
    const withHeaders = (headers: Record<string, string>) => ({ headers });
    for (const headers of [
      {},
      { authorization: 'Bearer wrong' },
      { 'x-api-key': 'correct hors' },
      { authorization: 'Basic correct' },
    ]) {
      expect(await refusal(server, '/jobs', withHeaders({ ...headers }))).toBe('401 request.unauthorized');
    }
    expect((await server.ask('/jobs')).headers.get('www-authenticate')).toBe('Bearer');
    expect((await server.ask('/jobs', withHeaders({ 'x-api-key': 'correct horse' }))).status).toBe(200);
    expect((await server.ask('/health')).status).toBe(200);
  });

  it('takes a key that a bearer brings', async () => {
    const server = await sampleServer({ key: 'k3y' });
    expect((await server.ask('/jobs', { headers: { authorization: 'bearer k3y' } })).status).toBe(200);
  });
});

describe('a body', () => {
  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', ''])(
    'of the type %j is no JSON',
    async (type) => {
      const server = await sampleServer();
      const parts = { ...run(), headers: { 'content-type': type } };
      expect(await refusal(server, '/run/main', parts)).toBe('415 request.media-type');
      expect(runsIn(server)).toBe(0);
    },
  );

  it('is refused by the length that it declares, before any of it is read', async () => {
    const server = await sampleServer();
    const headers = { 'content-length': String(largestBody + 1) };
    const raw = new ReadableStream<Uint8Array>({ pull: () => new Promise(() => {}) });
    expect(await refusal(server, '/run/main', { method: 'POST', raw, headers })).toBe(
      '413 request.too-large',
    );
  });

  it('that never ends is cut as soon as it is too large', async () => {
    const server = await sampleServer();
    let given = 0;
    const raw = new ReadableStream<Uint8Array>({
      pull(controller) {
        given += 1024 * 1024;
        controller.enqueue(new Uint8Array(1024 * 1024));
      },
    });
    const response = await server.ask('/run/main', { method: 'POST', raw });
    expect(response.status).toBe(413);
    expect(response.headers.get('connection')).toBe('close');
    expect(given).toBeLessThan(largestBody + 4 * 1024 * 1024);
  });

  it('that comes too slowly is given up', async () => {
    const server = await sampleServer({ timeoutMs: 50 });
    const raw = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode('{"input":')),
    });
    expect(await refusal(server, '/run/main', { method: 'POST', raw })).toBe('408 request.too-slow');
  });

  it('that breaks off, is no JSON or no UTF-8 is a bad request', async () => {
    const server = await sampleServer();
    const broken = new ReadableStream<Uint8Array>({
      start: (controller) => controller.error(new Error('gone')),
    });
    const notUtf8 = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new Uint8Array([0x22, 0xff, 0x22]));
        controller.close();
      },
    });
    for (const raw of [broken, notUtf8, '{"input":', 'input=x']) {
      expect(await refusal(server, '/run/main', { method: 'POST', raw })).toBe('400 request.bad-arguments');
    }
  });

  it.each([
    ['a field that nobody knows', { input: 'x', type: 'image/png' }],
    ['no input', {}],
    ['an input that is no text', { input: 7 }],
    ['a list', []],
    ['null', null],
  ])('with %s is not of the agreed form', async (_, body) => {
    const server = await sampleServer();
    expect(await refusal(server, '/run/main', { method: 'POST', body })).toBe('422 request.bad-arguments');
    expect(runsIn(server)).toBe(0);
  });

  it('cannot give every object a field by way of __proto__ or constructor', async () => {
    const server = await sampleServer();
    for (const raw of [
      '{"__proto__":{"tier":"open"},"input":"x"}',
      '{"constructor":{"prototype":{"tier":"open"}},"input":"x"}',
    ]) {
      expect(await refusal(server, '/run/main', { method: 'POST', raw })).toBe('422 request.bad-arguments');
    }
    expect(({} as { tier?: string }).tier).toBeUndefined();
  });
});

describe('what is asked for', () => {
  it.each([
    ['/run/nope', run(), '404 request.unknown-topology'],
    ['/run/__proto__', run(), '404 request.unknown-topology'],
    ['/jobs/nope', {}, '404 request.unknown-job'],
    ['/jobs/nope/stream', {}, '404 request.unknown-job'],
    ['/jobs/nope/stop', { method: 'POST' }, '404 request.unknown-job'],
    ['/approvals/nope/approve', { method: 'POST' }, '404 request.unknown-approval'],
    ['/nothing', {}, '404 request.unknown-path'],
    ['/jobs?limit=0', {}, '422 request.bad-arguments'],
    ['/jobs?limit=5&limit=6', {}, '422 request.bad-arguments'],
    ['/jobs?state=x', {}, '422 request.bad-arguments'],
    ['/run/main', { method: 'GET' }, '405 request.wrong-method'],
    ['/openapi.json', { method: 'DELETE' }, '405 request.wrong-method'],
  ])('%s comes to its own problem', async (target, parts, said) => {
    expect(await refusal(await sampleServer(), target, parts)).toBe(said);
  });

  it('is told in no detail where the server itself is at fault', async () => {
    const server = await sampleServer();
    server.world.jobs.get = () => {
      throw new Error('the secret reason');
    };
    const response = await server.ask('/jobs/x');
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain('secret reason');
    expect(server.log).toEqual(['a request broke: the secret reason']);
    expect(await refusal(server, '/jobs/x')).toBe('500 server.internal');
  });

  it('lists skills and says whether the workspace would load', async () => {
    const server = await sampleServer();
    expect(await (await server.ask('/skills')).json()).toMatchObject({
      skills: [{ id: 'tools-push', effects: 'write' }],
    });
    expect(await (await server.ask('/validate')).json()).toEqual({
      valid: true,
      workspace_id: 'sample',
      topologies: ['main'],
      problems: [],
    });
  });
});
