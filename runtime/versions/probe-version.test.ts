import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Bounds } from '../execute/bounds.ts';
import { nodePorts } from '../ports/node.ts';
import { probeVersion, type VersionDeclaration, versionSpec } from './probe-version.ts';

const ports = nodePorts();
let folder: string;
let scratch: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'programs-'));
  scratch = mkdtempSync(join(tmpdir(), 'scratch-'));
});
afterEach(() => {
  for (const each of [folder, scratch]) rmSync(each, { recursive: true, force: true });
});

/** A real program, here a shell script. */
function program(body: string): string {
  const path = join(folder, 'tool');
  writeFileSync(path, `#!/bin/sh\n${body}\n`);
  chmodSync(path, 0o755);
  return path;
}

const quick: Bounds = { timeoutMs: 300, maxOutputBytes: 64 * 1024 };

function probe(body: string, declared: Partial<VersionDeclaration> = {}, limits?: Bounds) {
  const spec = versionSpec({ binary: 'tool', ...declared });
  const surroundings = { path: '/usr/bin:/bin', scratch };
  return probeVersion(ports, program(body), spec, surroundings, limits);
}

/** Whether anything of the process group that the program wrote down still lives; a zombie does not. */
function isGroupLeft(): boolean {
  const group = readFileSync(join(folder, 'group'), 'utf8').trim();
  const processes = execFileSync('ps', ['-eo', 'pgid=,stat='], { encoding: 'utf8' });
  return processes
    .split('\n')
    .some((line) => line.trim().startsWith(`${group} `) && !/ Z\S*$/.test(line.trim()));
}

describe('probeVersion', () => {
  it('asks for --version and nothing else', async () => {
    expect(await probe('[ "$#" = 1 ] && [ "$1" = --version ] && echo tool 1.4')).toMatchObject({
      version: { text: '1.4' },
    });
  });

  it('asks as the pack declares', async () => {
    const declared = {
      version_args: ['version', '--short'],
      version_pattern: '^build (.*)$',
      version_ok_exit: [7],
    };
    expect(await probe('echo "asked $*"; echo build 2.5; exit 7', declared)).toMatchObject({
      version: { text: '2.5' },
    });
  });

  it('hands over a small environment, an empty folder and a closed stdin', async () => {
    process.env.PROBE_SECRET = 'hidden';
    await probe(`{ env; pwd; cat; } > ${folder}/seen; echo tool 1.4`);
    delete process.env.PROBE_SECRET;
    const seen = readFileSync(join(folder, 'seen'), 'utf8');
    const names = seen.split('\n').flatMap((line) => /^(\w+)=/.exec(line)?.[1] ?? []);
    // The shell adds PWD (and, some of them, OLDPWD, SHLVL and _) by itself.
    const own = names.filter((name) => !['PWD', 'OLDPWD', 'SHLVL', '_'].includes(name));
    expect(own.sort()).toEqual(['HOME', 'LANG', 'NO_COLOR', 'PATH', 'TERM', 'TMPDIR']);
    expect(seen).toContain(`HOME=${scratch}\n`);
    expect(seen).toContain(`\n${scratch}\n`);
  });

  it('leaves what the program writes in the scratch folder', async () => {
    await probe('touch here; echo tool 1.4');
    expect(readdirSync(scratch)).toEqual(['here']);
  });

  it('gives up on a program that hangs, TERM or not, and leaves nothing of it', async () => {
    const reading = await probe(`trap '' TERM; echo $$ > ${folder}/group; sleep 60 & sleep 60`, {}, quick);
    expect(reading).toMatchObject({ unreadable: 'it did not end in time' });
    expect(isGroupLeft()).toBe(false);
  });

  it('does not wait for a helper that holds the pipe, and ends it', async () => {
    const reading = await probe(`echo $$ > ${folder}/group; sleep 60 & echo tool 1.4`);
    expect(reading).toMatchObject({ version: { text: '1.4' } });
    expect(isGroupLeft()).toBe(false);
  });

  it('stops reading a program that floods', async () => {
    expect(await probe('echo tool 1.4; yes')).toMatchObject({
      unreadable: 'it printed more than 65536 bytes',
    });
  });

  it('takes exactly as much as it may', async () => {
    expect(await probe('printf "tool 1.4\\n%055d" 0', {}, { ...quick, maxOutputBytes: 64 })).toMatchObject({
      version: { text: '1.4' },
    });
  });

  it('does not believe a program that fails or is killed', async () => {
    expect(await probe('echo tool 1.4; exit 3')).toEqual({
      unreadable: 'it exited with status 3',
      line: 'tool 1.4',
    });
    expect(await probe('echo tool 1.4; kill -9 $$')).toEqual({
      unreadable: 'it was killed',
      line: 'tool 1.4',
    });
  });

  it('says so when the program does not start', async () => {
    const spec = versionSpec({ binary: 'tool' });
    const reading = await probeVersion(ports, join(folder, 'gone'), spec, { path: '', scratch });
    expect(reading).toMatchObject({ unreadable: expect.stringContaining('it did not start') });
  });
});
