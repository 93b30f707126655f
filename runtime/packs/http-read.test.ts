import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createPlainServer, type RequestListener, type Server } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fastCaller } from '../../fixtures/packs/call-command.ts';
import { sampleWorkspace, topologyYaml, workspaceYaml } from '../../fixtures/sample-workspace.ts';
import { loadWorkspace } from '../pipeline/load-workspace.ts';
import { nodePorts } from '../ports/node.ts';
import { findProgram } from '../programs/find-program.ts';
import { parseTemplate } from '../template/template.ts';

const folder = mkdtempSync(join(tmpdir(), 'http-read-'));
const requests: string[] = [];
let secure: Server;
let plain: Server;

const isReady = ['curl', 'openssl'].every((name) => {
  const lookup = { pathVariable: process.env.PATH ?? '', workspaceRoot: '/', files: nodePorts().files };
  return 'program' in findProgram(name, lookup);
});

const answer: RequestListener = (request, response) => {
  const path = request.url ?? '';
  requests.push(path);
  const [, kind = '', target = ''] = /^\/(\w+)\??(.*)$/.exec(path) ?? [];
  if (kind === 'to') response.writeHead(302, { location: decodeURIComponent(target) }).end();
  else if (kind === 'gone') response.writeHead(404).end('not here');
  else if (kind === 'data') response.end('{"a": [1]}');
  else response.end(`you asked for ${path}`);
};

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

function listen(server: Server): Promise<void> {
  return new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
}

beforeAll(async () => {
  if (!isReady) return;
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-keyout', key, '-out', cert, ...subject],
    { stdio: 'ignore' },
  );
  writeFileSync(join(folder, 'secret'), 'planted');
  secure = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, answer);
  plain = createPlainServer(answer);
  await Promise.all([listen(secure), listen(plain)]);
});

afterAll(() => {
  secure?.close();
  plain?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The text that the command gives, or the code of its failure, and what the servers were asked for meanwhile. */
async function fetch(command: string, url: string) {
  const files = {
    'workspace.yaml': workspaceYaml('command_packs:\n  - { bundled: http-read }\n'),
    'topologies/main.yaml': topologyYaml('{}'),
  };
  const { root, ports } = sampleWorkspace(files);
  const { workspace, problems } = await loadWorkspace(root, ports);
  if (workspace === undefined) throw new Error(JSON.stringify(problems));
  const trust = new Map([['CURL_CA_BUNDLE', parseTemplate(join(folder, 'cert.pem'))]]);
  const call = await fastCaller(workspace, ports, `http-read/${command}`, trust);
  requests.length = 0;
  const outcome = await call({ url });
  const result =
    outcome === undefined ? 'refused' : outcome.kind === 'ok' ? outcome.output.text : outcome.error.code;
  return { result, requests: [...requests] };
}

const address = (path: string) => `https://127.0.0.1:${portOf(secure)}${path}`;

describe.skipIf(!isReady)('http-read against a server of our own', () => {
  it('gets a page', async () => {
    expect(await fetch('get', address('/page?x=1'))).toEqual({
      result: 'you asked for /page?x=1',
      requests: ['/page?x=1'],
    });
  });

  it('gets JSON and headers', async () => {
    expect((await fetch('get-json', address('/data'))).result).toBe('{"a": [1]}');
    expect((await fetch('headers', address('/data'))).result).toContain('200 OK');
  });

  it('fails on an error status and on a page that is no JSON', async () => {
    expect((await fetch('get', address('/gone'))).result).toBe('command.exit-status');
    expect((await fetch('get-json', address('/page'))).result).toBe('command.bad-output');
  });

  it('follows a redirect to https', async () => {
    const { result } = await fetch('get', address(`/to?${encodeURIComponent(address('/page'))}`));
    expect(result).toBe('you asked for /page');
  });

  it('follows none to http and none to a file', async () => {
    for (const target of [`http://127.0.0.1:${portOf(plain)}/page`, `file://${join(folder, 'secret')}`]) {
      const { result, requests: asked } = await fetch('get', address(`/to?${encodeURIComponent(target)}`));
      expect(result).toBe('command.exit-status');
      expect(asked).toHaveLength(1);
    }
  });

  it('takes brackets in an address for one address', async () => {
    expect((await fetch('get', address('/page[1-3]'))).requests).toEqual(['/page[1-3]']);
  });

  it.each([
    'http://127.0.0.1/',
    'file:///etc/hostname',
    '-o',
    '@list',
    'https://a b/',
    ' https://a/',
    'HTTPS://A/',
  ])('refuses %j', async (url) => {
    expect(await fetch('get', url)).toEqual({ result: 'refused', requests: [] });
  });
});
