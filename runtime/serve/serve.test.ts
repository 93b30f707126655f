import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { SampleWorkspace } from '../../fixtures/sample-workspace.ts';
import { layOut } from './sample-server.ts';
import { type ServeParams, serve } from './serve.ts';

const keyed = `credentials: { k: { source: env, config: { env: KEY } } }
server: { auth: { provider: api_key, credentials_ref: k } }
`;

/** Starts a server; `address` is its first line, or undefined where it ended instead. */
async function start(sample: SampleWorkspace, params: Partial<ServeParams> = {}) {
  const controller = new AbortController();
  const lines: string[] = [];
  let announce = (_: string) => {};
  const announced = new Promise<string>((resolve) => {
    announce = resolve;
  });
  const output = {
    out: (text: string) => {
      lines.push(text);
      announce(text.trim());
    },
    err: () => {},
    colour: false,
  };
  const where = { workspace: sample.root, host: '127.0.0.1', port: 0, ...params };
  const ended = serve(where, sample.ports, output, controller.signal);
  const address = await Promise.race([announced, ended.then(() => undefined)]);
  const stop = async () => {
    controller.abort();
    return ended;
  };
  return { address, ended, stop, lines };
}

describe('serve', () => {
  it('says its address first, listens there, and ends well when it is told to', async () => {
    const sample = layOut({});
    const { address, stop, lines } = await start(sample);
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(await (await fetch(`${address}/health`)).json()).toEqual({ status: 'ok', running: 0, queued: 0 });
    expect(await stop()).toMatchObject({ verb: 'serve', outcome: 'ok' });
    expect(lines).toEqual([`${address}\n`]);
    await expect(fetch(`${address}/health`)).rejects.toThrow();
    expect(existsSync(`${sample.root}/.swarmkit/serve.pid`)).toBe(false);
  });

  it.each(['0.0.0.0', '::', '192.0.2.1', 'example.com'])('listens on %s only with a key', async (host) => {
    const { ended } = await start(layOut({}), { host });
    expect(await ended).toMatchObject({ outcome: 'failed', error: { code: 'server.public-without-key' } });
  });

  it('listens to other machines with one, and asks for it under any address', async () => {
    const { address, stop } = await start(layOut({ workspace: keyed, env: { KEY: 'k3y' } }), {
      host: '0.0.0.0',
    });
    const port = address?.split(':').at(-1);
    expect((await fetch(`http://127.0.0.1:${port}/jobs`)).status).toBe(401);
    const headers = { 'x-api-key': 'k3y' };
    expect((await fetch(`http://127.0.0.1:${port}/jobs`, { headers })).status).toBe(200);
    await stop();
  });

  it('does not begin with a key that is not there', async () => {
    const { ended } = await start(layOut({ workspace: keyed }));
    expect(await ended).toMatchObject({ outcome: 'failed', error: { code: 'credential.missing' } });
  });

  it('refuses a key that the workspace does not declare, and a provider that it does not know', async () => {
    for (const [workspace, code] of [
      ['server: { auth: { provider: api_key, credentials_ref: k } }\n', 'command-pack.unknown-credential'],
      ['server: { auth: { provider: jwt } }\n', 'schema.enum-mismatch'],
      ['server: { prt: 1 }\n', 'schema.unknown-field'],
    ] as const) {
      const { ended } = await start(layOut({ workspace }));
      expect(await ended).toMatchObject({ outcome: 'invalid', problems: [{ code }] });
    }
  });

  it('says so where the port is taken', async () => {
    const first = await start(layOut({}));
    const port = Number(first.address?.split(':').at(-1));
    const { ended } = await start(layOut({}), { port });
    expect(await ended).toMatchObject({ outcome: 'failed', error: { code: 'server.not-listening' } });
    await first.stop();
  });

  it('does not take over the state of a server that lives, and does that of a dead one', async () => {
    const sample = layOut({});
    const hold = (pid: number) => {
      mkdirSync(`${sample.root}/.swarmkit`, { recursive: true });
      writeFileSync(`${sample.root}/.swarmkit/serve.pid`, String(pid));
    };
    hold(1);
    const { ended } = await start(sample);
    expect(await ended).toMatchObject({ outcome: 'failed', error: { code: 'server.state-in-use' } });
    hold(2 ** 22 - 1);
    const second = await start(sample);
    expect(second.address).toBeDefined();
    await second.stop();
  });
});
