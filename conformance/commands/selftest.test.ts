import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { powerFile } from '../selftest/power-file.ts';
import { manifestFile, type WrongRuntime } from '../selftest/wrong-runtime.ts';
import { okLine, shRuntime } from '../testing/sh-runtime.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { UsageError } from './open-suite.ts';
import { type SelftestOptions, selftestCommand } from './selftest.ts';

const invalidLine = okLine
  .replace('"ok"', '"invalid"')
  .replace(
    '[]',
    '[{"code":"workspace.yaml-parse","severity":"error","message":"no","path":null,"line":null,"column":null,"pointer":null,"hint":null,"related":[]}]',
  );
const always = (line: string) => [shRuntime(`echo '${line}'; ${line === okLine ? '' : 'exit 1'}`)];

const fault = (): WrongRuntime => ({
  id: 'load/refuses',
  kind: 'fault',
  does: 'refuses what it should load',
  breaks: ['load.loads'],
  command: always(invalidLine),
});
const harmless = (): WrongRuntime => ({
  id: 'harmless/nothing',
  kind: 'harmless',
  does: 'does what it has to do',
  breaks: [],
  command: always(okLine),
});
const silent = (): WrongRuntime => ({
  id: 'null/silent',
  kind: 'null',
  does: 'says nothing at all',
  breaks: [],
  command: [shRuntime('exit 0')],
});

// Made for each test: what a program is written to goes with it.

/** A kit of its own: one clause, one case, and these wrong runtimes. */
function kitWith(...runtimes: readonly WrongRuntime[]) {
  const root = temporaryFolder();
  const files: Readonly<Record<string, string>> = {
    'conformance/requirements.yaml':
      '- { id: load.loads, level: MUST, capability: packs, from: [note], text: What is in order is loaded. }\n',
    'conformance/cases/load/loads.yaml':
      'title: What is in order is loaded\nclauses: [load.loads]\nrequires: [packs]\nwhy: Who refuses everything is of no use.\ngiven: {}\nsteps: [{ validate: {}, expect: { outcome: ok } }]\n',
    'fixtures/faults/faults.yaml': 'faults: []\n',
    ...(runtimes.length === 0 ? {} : { [manifestFile]: JSON.stringify(runtimes) }),
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  cpSync(join(import.meta.dirname, '../../fixtures/programs'), join(root, 'fixtures/programs'), {
    recursive: true,
  });
  return { root, version: '0.0.0' };
}

async function selftest(kit: ReturnType<typeof kitWith>, options: Partial<SelftestOptions> = {}) {
  const out: string[] = [];
  const err: string[] = [];
  const terminal = {
    out: (text: string) => void out.push(text),
    err: (text: string) => void err.push(text),
    colour: false,
    progress: undefined,
  };
  const { signal } = new AbortController();
  const status = await selftestCommand({ options: { only: [], ...options }, kit, terminal, signal });
  return { status, out: out.join(''), err: err.join('') };
}

describe('the self-test', () => {
  it('is clean where every fault is killed and the page of figures is current', async () => {
    const kit = kitWith(fault(), harmless(), silent());
    const written = await selftest(kit, { write: true });
    expect(written).toMatchObject({ status: 0, err: '' });
    expect(written.out).toContain('1 of 1 faults killed, 1 of 1 MUST clauses seen to fail, 0 complaints');
    expect(readFileSync(join(kit.root, powerFile), 'utf8')).toContain('| faults killed | 1 of 1 |');
    expect(await selftest(kit)).toMatchObject({ status: 0, err: '' });
  });

  it('is red where the page was measured on other faults, or was never written', async () => {
    const kit = kitWith(fault(), harmless(), silent());
    expect(await selftest(kit)).toMatchObject({
      status: 1,
      err: expect.stringContaining('run selftest with --write'),
    });
    await selftest(kit, { write: true });
    writeFileSync(join(kit.root, 'fixtures/faults/faults.yaml'), 'faults: [another]\n');
    expect(await selftest(kit)).toMatchObject({ status: 1, err: expect.stringContaining('not current') });
  });

  it('is red where a fault survives, a null runtime passes a case, or a clause was never seen to fail', async () => {
    const survivor = { ...fault(), command: harmless().command };
    const lucky = { ...silent(), command: harmless().command };
    const { status, out } = await selftest(kitWith(survivor, lucky), { write: true });
    expect(status).toBe(1);
    expect(out).toContain('load/refuses: it survives: none of 1 cases of load.loads fails');
    expect(out).toContain('null/silent: it passes load/loads');
    expect(out).toContain('load.loads: no fault makes a case that cites it fail');
  });

  it('runs chosen runtimes by id or by the beginning of ids, and then leaves the page alone', async () => {
    const kit = kitWith(fault(), harmless(), silent());
    const { status, out } = await selftest(kit, { only: ['load/*', 'null/silent'] });
    expect(status).toBe(0);
    expect(out).toContain('load/refuses');
    expect(out).toContain('null/silent');
    expect(out).not.toContain('harmless/nothing');
  });

  it.each([
    [{ only: ['load/other'] }, 'there is no such runtime'],
    [{ only: ['load/*'], write: true }, '--write takes the whole'],
    [{ jobs: '0' }, '--jobs 0'],
  ] as const)('refuses %j', async (options, message) => {
    const refused = selftest(kitWith(fault()), options);
    await expect(refused).rejects.toThrow(UsageError);
    await expect(refused).rejects.toThrow(message);
  });

  it('says what to do where the faulty runtimes are not there: in an installed package, and in the source', async () => {
    const installed = kitWith();
    await expect(selftest(installed)).rejects.toThrow('do not come with the package');
    mkdirSync(join(installed.root, 'scripts'));
    writeFileSync(join(installed.root, 'scripts/build-faults.ts'), '');
    await expect(selftest(installed)).rejects.toThrow('`npx just selftest` builds them');
  });
});
