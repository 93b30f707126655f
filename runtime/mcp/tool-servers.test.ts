import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { CredentialId } from '../model/ids.ts';
import { type JsonMap, toJson } from '../model/json.ts';
import type { Server } from '../model/workspace.ts';
import { nodePorts } from '../ports/node.ts';
import { nodeServer, sampleServer } from './sample-server.ts';
import { type ToolServers, toolServers } from './tool-servers.ts';

const script = resolve('fixtures/programs/mcp-server.mjs');
const ports = nodePorts();
const opened: ToolServers[] = [];
const folders: string[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((each) => each.close()));
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function open(secrets: Readonly<Record<string, string>> = {}): ToolServers {
  const values = new Map(Object.entries(secrets).map(([id, value]) => [id as CredentialId, value]));
  const servers = toolServers({ workspace: { root: '/' }, secrets: { values, missing: new Map() }, ports });
  opened.push(servers);
  return servers;
}

function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), 'swarmkit-mcp-'));
  folders.push(folder);
  return folder;
}

function call(servers: ToolServers, server: Server, tool: string, args: object = {}, signal?: AbortSignal) {
  return servers.call({ server, tool, args: toJson(args) as JsonMap, signal });
}

const text = (value: string) => ({ ok: true, value: { text: value, data: value } });
const failing = (code: string, message: unknown = expect.any(String)) => ({
  ok: false,
  error: { code, message },
});

describe('a tool by stdio', () => {
  it('is called, and its server kept for the next call', async () => {
    const servers = open();
    const server = nodeServer(script);
    expect(await call(servers, server, 'count')).toEqual(text('1'));
    expect(await call(servers, server, 'count')).toEqual(text('2'));
    expect(await call(servers, server, 'echo', { words: '; rm -rf / $(id)' })).toEqual(
      text('; rm -rf / $(id)'),
    );
  });

  it('may be named on any page of the list', async () => {
    const servers = open();
    expect(await call(servers, nodeServer(script), 'reads')).toEqual(text('read'));
    expect(await call(servers, nodeServer(script), 'ghost')).toMatchObject(
      failing('mcp.unknown-tool', 'server tools has no tool "ghost"'),
    );
  });

  it('sees the built environment and its own credential, and nothing of ours', async () => {
    const servers = open({ token: 's3cret-value' });
    const server = nodeServer(
      script,
      [],
      { credential: 'token' as CredentialId },
      { TOKEN: '{credential.token}' },
    );
    expect(await call(servers, server, 'secret', { variable: 'TOKEN' })).toEqual(text('s3cret-value'));
    const seen = await call(servers, server, 'environment');
    const names = seen.ok ? seen.value.text.split(' ') : [];
    expect(names).toEqual(expect.arrayContaining(['PATH', 'TERM', 'TOKEN']));
    expect(names.filter((name) => /^(VITEST|npm_|NODE_)/.test(name))).toEqual([]);
  });

  it('needs its credential before anything starts', async () => {
    const folder = scratch();
    const server = nodeServer(script, ['pid', join(folder, 'pid')], { credential: 'token' as CredentialId });
    expect(await call(open(), server, 'echo')).toMatchObject(failing('credential.missing'));
    expect(() => readFileSync(join(folder, 'pid'))).toThrow('ENOENT');
  });

  it('takes turns with other calls of its server', async () => {
    const servers = open();
    const server = nodeServer(script);
    const answers = await Promise.all([1, 2, 3].map(() => call(servers, server, 'count')));
    expect(answers).toEqual(['1', '2', '3'].map(text));
  });

  it('is told by its own hint whether it only reads', async () => {
    const servers = open();
    expect(await servers.readOnlyHint(nodeServer(script), 'reads', undefined)).toBe(true);
    expect(await servers.readOnlyHint(nodeServer(script), 'echo', undefined)).toBeUndefined();
    expect(await servers.readOnlyHint(nodeServer(script, ['dies']), 'echo', undefined)).toBeUndefined();
  });
});

describe('a tool that fails', () => {
  it.each([
    ['fails', 'mcp.tool-error', 'the disk is full'],
    ['rejects', 'mcp.tool-error', expect.stringContaining('no such thing')],
    ['pretends', 'mcp.tool-error', expect.stringContaining('Request timed out')],
    ['misshapen', 'mcp.bad-result', expect.any(String)],
    ['liar', 'mcp.bad-result', 'the result of liar is not what server tools declares: /n must be number'],
    ['vague', 'mcp.bad-result', expect.stringContaining('no structured content')],
    ['absurd', 'mcp.bad-result', expect.any(String)],
    ['leaves', 'mcp.protocol', expect.stringContaining('went away during leaves')],
    [
      'floods',
      'mcp.output-ceiling',
      'server tools sent more than 1000000 bytes during floods and was stopped',
    ],
    ['gushes', 'mcp.output-ceiling', expect.any(String)],
  ])('%s: fails the call with %s, and the next call works', async (tool, code, message) => {
    const servers = open();
    const server = nodeServer(script);
    expect(await call(servers, server, tool)).toMatchObject(failing(code, message));
    expect(await call(servers, server, 'echo', { words: 'still here' })).toEqual(text('still here'));
  });

  it('hangs no longer than its timeout, its own before its server’s', async () => {
    const servers = open();
    const server = nodeServer(script, [], { timeoutOverrides: new Map([['hangs', 300]]) });
    const began = performance.now();
    expect(await call(servers, server, 'hangs')).toMatchObject(
      failing('mcp.timeout', 'server tools did not answer hangs within 0.3 s and was stopped'),
    );
    expect(performance.now() - began).toBeLessThan(6000);
    expect(await call(servers, server, 'count')).toEqual(text('1'));
  });

  it('ends with the interruption of the run', async () => {
    expect(await call(open(), nodeServer(script), 'hangs', {}, AbortSignal.timeout(800))).toMatchObject(
      failing('mcp.interrupted'),
    );
  });

  it('may babble beside its answer, and be truthful about its result', async () => {
    const servers = open();
    expect(await call(servers, nodeServer(script, ['greets']), 'babbles')).toEqual(text('done'));
    expect(await call(servers, nodeServer(script, ['greets']), 'honest')).toEqual({
      ok: true,
      value: { text: '1', data: new Map([['n', 1]]) },
    });
  });
});

describe('a server that does not come up', () => {
  it.each([
    ['dies', expect.stringContaining('it said: no licence found')],
    ['mute', expect.stringContaining('did not answer initialize within 0.7 s')],
    ['floods-greeting', expect.stringContaining('sent more than 1000000 bytes')],
  ])('%s: is the failure of the call', async (mood, message) => {
    const server = nodeServer(script, [mood], { timeoutMs: mood === 'mute' ? 700 : 10_000 });
    expect(await call(open(), server, 'echo')).toMatchObject(failing('mcp.not-started', message));
  });

  it('names a program that is not there, and a folder that is not there', async () => {
    const servers = open();
    expect(
      await call(servers, sampleServer({ kind: 'stdio', program: 'no-such-server' }), 'echo'),
    ).toMatchObject(failing('mcp.not-started', expect.stringContaining('no-such-server')));
    const lost = { ...nodeServer(script).transport, kind: 'stdio', cwd: '/no/such/folder' } as const;
    expect(await call(servers, sampleServer(lost), 'echo')).toMatchObject(
      failing('mcp.not-started', expect.stringContaining('/no/such/folder')),
    );
  });
});

describe('closing', () => {
  it('leaves nothing of a server that will not go, nor of what it started', async () => {
    const folder = scratch();
    const servers = open();
    const server = nodeServer(script, ['stays', 'pid', join(folder, 'pid')]);
    const spawned = await call(servers, server, 'spawns');
    const pids = [Number(readFileSync(join(folder, 'pid'))), Number(spawned.ok ? spawned.value.text : 'no')];
    expect(pids.every((pid) => ports.host.isAlive(pid))).toBe(true);
    await servers.close();
    await expect.poll(() => pids.filter(isRunning), { timeout: 5000 }).toEqual([]);
  });
});

/** A dead child of a dead parent may wait for init to collect it: it runs no more. */
function isRunning(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) [ZX]/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
