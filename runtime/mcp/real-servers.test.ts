import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type JsonMap, toJson } from '../model/json.ts';
import type { Server } from '../model/workspace.ts';
import { nodePorts } from '../ports/node.ts';
import { parseTemplate } from '../template/template.ts';
import { nodeServer, sampleServer } from './sample-server.ts';
import { toolServers } from './tool-servers.ts';

/** Servers that nobody here wrote. */
const entry = (name: string) => resolve(`node_modules/@modelcontextprotocol/server-${name}/dist/index.js`);

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'swarmkit-mcp-')));
const servers = toolServers({
  workspace: { root: folder },
  secrets: { values: new Map(), missing: new Map() },
  ports: nodePorts(),
});
afterAll(async () => {
  await servers.close();
  rmSync(folder, { recursive: true });
});

function call(server: Server, tool: string, args: object, signal?: AbortSignal) {
  return servers.call({ server, tool, args: toJson(args) as JsonMap, signal });
}

async function textOf(server: Server, tool: string, args: object): Promise<string> {
  const answer = await call(server, tool, args);
  return answer.ok ? answer.value.text : `${answer.error.code}: ${answer.error.message}`;
}

describe('server-filesystem', () => {
  const files = nodeServer(entry('filesystem'), [folder], { id: 'files' as Server['id'] });

  it('reads, writes, and refuses what lies outside its folder', async () => {
    writeFileSync(join(folder, 'note.txt'), 'from outside');
    expect(await textOf(files, 'read_text_file', { path: join(folder, 'note.txt') })).toBe('from outside');
    await textOf(files, 'write_file', { path: join(folder, 'new.txt'), content: 'from a model' });
    expect(await textOf(files, 'read_text_file', { path: join(folder, 'new.txt') })).toBe('from a model');
    expect(await textOf(files, 'read_text_file', { path: '/etc/passwd' })).toMatch(
      /^mcp\.tool-error: .*denied/i,
    );
  });

  it('says of its own tools which ones only read', async () => {
    expect(await servers.readOnlyHint(files, 'read_text_file', undefined)).toBe(true);
    expect(await servers.readOnlyHint(files, 'write_file', undefined)).toBe(false);
  });
});

describe('server-memory', () => {
  it('remembers from call to call, since it is the same process', async () => {
    const memory = sampleServer(
      {
        kind: 'stdio',
        program: process.execPath,
        args: [entry('memory')],
        env: new Map([['MEMORY_FILE_PATH', parseTemplate(join(folder, 'memory.jsonl'))]]),
      },
      { id: 'memory' as Server['id'] },
    );
    const entities = [{ name: 'jq', entityType: 'tool', observations: ['filters JSON'] }];
    expect(await call(memory, 'create_entities', { entities })).toMatchObject({ ok: true });
    const graph = await call(memory, 'read_graph', {});
    expect(graph).toMatchObject({
      ok: true,
      value: { data: expect.any(Map), text: expect.stringContaining('filters JSON') },
    });
  });
});

describe('server-everything by stdio', () => {
  const everything = nodeServer(entry('everything'), ['stdio'], { id: 'everything' as Server['id'] });

  it.each([
    ['echo', { message: '$(touch x)' }, 'Echo: $(touch x)'],
    ['get-sum', { a: 2, b: 40 }, 'The sum of 2 and 40 is 42.'],
  ])('answers %s', async (tool, args, text) => {
    expect(await textOf(everything, tool, args)).toBe(text);
  });

  it('gives structured content that is what it declares', async () => {
    const answer = await call(everything, 'get-structured-content', { location: 'New York' });
    expect(answer).toMatchObject({ ok: true, value: { data: expect.any(Map) } });
  });

  it('names an image instead of showing it', async () => {
    expect(await textOf(everything, 'get-tiny-image', {})).toMatch(/\[image image\/png, \d+ bytes\]/);
  });

  it('says that arguments do not fit', async () => {
    expect(await textOf(everything, 'get-sum', { a: 'two', b: 1 })).toMatch(/^mcp\.tool-error/);
  });

  it('is stopped in a long operation, and there again for the next call', async () => {
    const hasty = { ...everything, timeoutOverrides: new Map([['trigger-long-running-operation', 500]]) };
    expect(await textOf(hasty, 'trigger-long-running-operation', { duration: 60, steps: 60 })).toMatch(
      /^mcp\.timeout/,
    );
    expect(await textOf(hasty, 'echo', { message: 'again' })).toBe('Echo: again');
  });
});

describe('server-everything by streamable HTTP', () => {
  let program: ChildProcess;
  let server: Server;
  beforeAll(async () => {
    const port = await freePort();
    program = spawn(process.execPath, [entry('everything'), 'streamableHttp'], {
      env: { PATH: process.env.PATH, PORT: String(port) },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    await new Promise((listening) =>
      program.stderr?.on('data', (chunk) => String(chunk).includes('listening') && listening(null)),
    );
    server = sampleServer(
      { kind: 'http', url: `http://127.0.0.1:${port}/mcp` },
      { id: 'remote' as Server['id'] },
    );
  });
  afterAll(() => {
    program.kill('SIGKILL');
  });

  it('answers the same', async () => {
    expect(await textOf(server, 'echo', { message: 'over http' })).toBe('Echo: over http');
    expect(await textOf(server, 'get-sum', { a: 1, b: 2 })).toBe('The sum of 1 and 2 is 3.');
  });

  it('has the same bounds', async () => {
    const small = { ...server, id: 'small' as Server['id'], maxOutputBytes: 3000 };
    expect(await textOf(small, 'get-tiny-image', {})).toMatch(/^mcp\.(output-ceiling|not-started)/);
    const hasty = { ...server, timeoutOverrides: new Map([['trigger-long-running-operation', 500]]) };
    expect(await textOf(hasty, 'trigger-long-running-operation', { duration: 30, steps: 30 })).toMatch(
      /^mcp\.timeout/,
    );
    expect(await textOf(hasty, 'echo', { message: 'again' })).toBe('Echo: again');
  });

  it('fails the call where nobody listens', async () => {
    const nobody = sampleServer(
      { kind: 'http', url: `http://127.0.0.1:${await freePort()}/mcp` },
      { id: 'nobody' as Server['id'] },
    );
    expect(await textOf(nobody, 'echo', {})).toMatch(/^mcp\.not-started: .*ECONNREFUSED/);
  });

  it('fails the calls that come after its end', async () => {
    const before = { ...server, id: 'before' as Server['id'] };
    expect(await textOf(before, 'echo', { message: 'x' })).toBe('Echo: x');
    program.kill('SIGKILL');
    await new Promise((resolve) => program.once('exit', resolve));
    expect(await textOf(before, 'echo', { message: 'x' })).toMatch(/^mcp\.(protocol|not-started)/);
  });
});

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
