import { afterEach, describe, expect, it } from 'vitest';
import { HttpStep } from '../model/http-step.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import type { Exchange, RequestParams, Surroundings } from './exchange.ts';
import { openServer, type Server } from './server.ts';

/** A server that answers by its paths, and misbehaves by its arguments. */
const script = `
const http = require('node:http');
const has = (word) => process.argv.includes(word);
if (has('refuse')) { console.log('{"outcome":"failed"}'); process.exit(1); }
if (has('greet')) console.log('welcome');
process.on('SIGTERM', () => { if (!has('deaf')) process.exit(has('sulk') ? 3 : 0); });
let count = 0;
http.createServer((request, response) => {
  const { url, method, rawHeaders } = request;
  if (url === '/close') return request.socket.destroy();
  if (url === '/silence') return;
  if (url === '/half') { response.writeHead(200, { 'content-length': '10' }); response.write('12345'); setTimeout(() => request.socket.destroy(), 20); return; }
  if (url === '/early') { response.writeHead(413, { connection: 'close' }); return response.end('enough'); }
  count += 1;
  let body = '';
  request.on('data', (part) => { body += part; });
  request.on('end', () => response.end(JSON.stringify({ url, method, rawHeaders, body: body.slice(0, 100), count })));
}).listen(0, '127.0.0.1', function () { if (!has('mute')) console.log('http://127.0.0.1:' + this.address().port); });
`;

const servers: Server[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

function open(timeoutMs = 5000) {
  const server = openServer([process.execPath, '-e', script, '--']);
  servers.push(server);
  const root = temporaryFolder();
  const where: Surroundings = { env: new Map([['PATH', '/usr/bin']]), cwd: root, timeoutMs, root };
  const perform = (verb: 'serve' | 'http' | 'stop', params: RequestParams = {}) =>
    server.perform({ verb, params }, where);
  return {
    server,
    serve: (...words: string[]) => perform('serve', { serve_arguments: words }),
    ask: (step: Partial<HttpStep>) => perform('http', { http: HttpStep.parse({ path: '/', ...step }) }),
    stop: (signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM') => perform('stop', { signal }),
  };
}

const bodyOf = ({ stdout }: Exchange) => JSON.parse(Buffer.from(stdout).toString());

describe('the server of a half', () => {
  it('is started, asked and stopped', async () => {
    const { server, serve, ask, stop } = open();
    expect((await serve()).ended).toEqual({ kind: 'replied' });
    expect(server.isUp()).toBe(true);
    const exchange = await ask({ method: 'POST', path: '/run/../%2e/x', body: { a: 1 } });
    expect(exchange.answer?.status).toBe(200);
    expect(exchange.argv).toEqual(['POST', expect.stringMatching(/\/run\/\.\.\/%2e\/x$/)]);
    expect(bodyOf(exchange)).toMatchObject({ url: '/run/../%2e/x', method: 'POST', body: '{"a":1}' });
    expect((await stop()).ended).toEqual({ kind: 'exited', status: 0 });
    expect(server.isUp()).toBe(false);
  });

  it('sends just the headers that the case says, and takes those away that it takes away', async () => {
    const { serve, ask } = open();
    await serve();
    const { rawHeaders } = bodyOf(
      await ask({ method: 'POST', body: {}, headers: { host: 'evil.example', 'content-type': null } }),
    );
    expect(rawHeaders).toEqual(['host', 'evil.example', 'content-length', '2', 'Connection', 'close']);
  });

  it('asks again until the answer is as it is waited for', async () => {
    const { serve, ask } = open();
    await serve();
    expect(bodyOf(await ask({ until: { count: 3 } }))).toMatchObject({ count: 3 });
  });

  it('gives up waiting when the time of the step is over, and judges the last answer', async () => {
    const { serve, ask } = open(600);
    await serve();
    expect((await ask({ until: { count: -1 } })).answer?.status).toBe(200);
  });

  it('takes an answer that comes before the whole of an endless body', async () => {
    const { serve, ask } = open();
    await serve();
    const { answer, stdout } = await ask({ method: 'POST', path: '/early', endless: true });
    expect([answer?.status, Buffer.from(stdout).toString()]).toEqual([413, 'enough']);
  });

  it('lets a body drip', async () => {
    const { serve, ask } = open();
    await serve();
    const exchange = await ask({ method: 'POST', raw_body: 'slow', drip_ms: 10, after_ms: 10 });
    expect(bodyOf(exchange)).toMatchObject({ body: 'slow' });
    expect(exchange.durationMs).toBeGreaterThan(30);
  });

  it.each([
    ['/close', { kind: 'broken' }],
    ['/half', { kind: 'broken' }],
    ['/silence', { kind: 'timed-out' }],
  ])('tells that %s is no answer', async (path, ended) => {
    const { serve, ask } = open(1000);
    await serve();
    expect((await ask({ path })).ended).toMatchObject(ended);
  });

  it('says how a start ended that was none', async () => {
    expect((await open().serve('refuse')).ended).toEqual({ kind: 'exited', status: 1 });
    expect((await open().serve('greet')).ended).toMatchObject({ kind: 'broken' });
    expect((await open(300).serve('mute')).ended).toMatchObject({ kind: 'timed-out' });
  });

  it('says how an end went that was not as asked', async () => {
    const sulking = open();
    await sulking.serve('sulk');
    expect((await sulking.stop()).ended).toEqual({ kind: 'exited', status: 3 });
    const deaf = open(500);
    await deaf.serve('deaf');
    expect((await deaf.stop()).ended).toMatchObject({ kind: 'timed-out' });
    const killed = open();
    await killed.serve();
    expect((await killed.stop('SIGKILL')).ended).toEqual({ kind: 'signalled', signal: 'SIGKILL' });
  });

  it('cannot be asked or stopped before it is there', async () => {
    const { ask, stop } = open();
    expect((await ask({})).ended).toMatchObject({ kind: 'not-driven' });
    expect((await stop()).ended).toMatchObject({ kind: 'not-driven' });
  });
});
