import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { sampleWorkspace } from '../../fixtures/sample-workspace.ts';
import { packsMain } from './packs.ts';

/** Runs the command line on a machine that has these programs and none else. */
async function packs(argv: readonly string[], programs: Readonly<Record<string, string>> = {}) {
  const { ports } = sampleWorkspace({}, { programs });
  const own = (ports.host.env.get('PATH') ?? '').split(':')[0] ?? '';
  const env = new Map([...ports.host.env, ['PATH', own]]);
  const out: string[] = [];
  const err: string[] = [];
  const output = {
    out: (text: string) => void out.push(text),
    err: (text: string) => void err.push(text),
    colour: false,
  };
  const status = await packsMain(argv, { ...ports, host: { ...ports.host, env } }, output);
  return { status, out: out.join(''), err: err.join('') };
}

const jq = (version: string) => ({ jq: `#!/bin/sh\necho jq-${version}\n` });

describe('swarmkit packs', () => {
  it('list names every pack with what it is for', async () => {
    const { status, out } = await packs(['list']);
    expect(status).toBe(0);
    expect(out).toMatch(/^json-tools +Ask questions of JSON files with jq\. \(6 reads, 0 writes\)$/m);
  });

  it('list --json tells reads from writes', async () => {
    const { out } = await packs(['list', '--json']);
    const rows: { id: string }[] = JSON.parse(out);
    expect(rows.find(({ id }) => id === 'sqlite-read')).toMatchObject({
      reads: ['query', 'tables', 'schema'],
      writes: ['query-live'],
    });
  });

  it('show prints the pack as it is written', async () => {
    const { status, out } = await packs(['show', 'json-tools']);
    expect(status).toBe(0);
    expect(parse(out)).toMatchObject({ kind: 'CommandPackReference', command_pack: { id: 'json-tools' } });
    expect(out).toContain('# jq has no way to write a file');
  });

  it('show --json prints what could stand in workspace.yaml', async () => {
    expect(JSON.parse((await packs(['show', 'http-read', '--json'])).out)).toMatchObject({
      id: 'http-read',
      requires: [{ binary: 'curl' }],
    });
  });

  it('check says that a pack is ready, with the version it found', async () => {
    const { status, out } = await packs(['check', 'json-tools'], jq('1.7.1-apple'));
    expect(out).toMatch(/^json-tools: ready\n {2}ok {7}jq >=1\.6: 1\.7\.1-apple \(\/.+\/jq\)\n$/);
    expect(status).toBe(0);
  });

  it('check names a missing tool and how each common system installs it', async () => {
    const { status, out } = await packs(['check', 'code-search']);
    expect(status).toBe(1);
    expect(out).toContain('code-search: not usable here\n  missing  rg >=11: rg is not on PATH\n');
    for (const hint of ['apt install', 'dnf install', 'apk add', 'pacman -S', 'brew install'])
      expect(out).toContain(`${hint} ripgrep\n`);
  });

  it('check says when a tool is too old', async () => {
    const { status, out } = await packs(['check', 'json-tools', '--json'], jq('1.5'));
    expect(status).toBe(1);
    expect(JSON.parse(out)).toMatchObject([
      {
        id: 'json-tools',
        usable: false,
        programs: [{ binary: 'jq', version: '1.5', problem: 'jq is 1.5, which does not meet >=1.6' }],
      },
    ]);
  });

  it('check without a name goes through all of them', async () => {
    const { out } = await packs(['check', '--json'], jq('1.7'));
    const rows: { id: string; usable: boolean }[] = JSON.parse(out);
    expect(rows.filter(({ usable }) => usable).map(({ id }) => id)).toEqual(['json-tools']);
    expect(rows.length).toBeGreaterThan(10);
  });

  it.each([
    [['show', 'nope'], 'nope is no bundled pack; there are archive-read'],
    [['check', 'json-tools', 'nope'], 'nope is no bundled pack'],
    [['show'], "missing required argument 'pack'"],
    [['lsit'], "unknown command 'lsit'"],
    [['list', '--jsno'], "unknown option '--jsno'"],
  ])('%j is a usage error', async (argv, message) => {
    const { status, out, err } = await packs(argv);
    expect({ status, out }).toEqual({ status: 2, out: '' });
    expect(err).toContain(message);
  });

  it('help is no error', async () => {
    expect(await packs(['--help'])).toMatchObject({
      status: 0,
      out: expect.stringContaining('list'),
      err: '',
    });
  });
});
