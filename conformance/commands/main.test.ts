import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { RunEvent } from '../model/event.ts';
import { formats } from '../report/renderers.ts';
import { okLine, shRuntime } from '../testing/sh-runtime.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { main } from './main.ts';
import { findKit } from './open-suite.ts';

const requirements = `
- { id: argv.verbatim, level: MUST, capability: packs, from: [note], text: A value reaches the program as one element. }
- { id: argv.dashes, level: SHOULD, capability: packs, from: [note], text: A value that begins with a dash is refused. }
- { id: approvals.asked, level: MUST, capability: approvals, from: [note], text: A strict call waits for a person. }
`;

function caseFile(clause: string, capability: string, rest: string): string {
  return `title: A value arrives as it is
clauses: [${clause}]
requires: [${capability}]
why: Injection starts where a value is looked at again.
given: {}
${rest}`;
}

const passes = 'steps: [{ validate: {}, expect: { outcome: ok } }]';
const suite = {
  'requirements.yaml': requirements,
  'cases/argv/verbatim.yaml': caseFile('argv.verbatim', 'packs', passes),
  'cases/argv/dashes.yaml': caseFile(
    'argv.dashes',
    'packs',
    'steps: [{ validate: {}, expect: { outcome: ok, warnings: 1 } }]',
  ),
  'cases/approvals/asked.yaml': caseFile('approvals.asked', 'approvals', passes),
};

async function kit(args: readonly string[], signal = new AbortController().signal) {
  const out: string[] = [];
  const err: string[] = [];
  const terminal = {
    out: (text: string) => void out.push(text),
    err: (text: string) => void err.push(text),
    colour: false,
    progress: undefined,
  };
  const status = await main(args, { terminal, from: import.meta.dirname, signal });
  return { status, out: out.join(''), err: err.join('') };
}

const good = `echo '${okLine}'`;

function runArgs(body: string, ...more: readonly string[]): readonly string[] {
  return ['run', '--suite', temporaryFolder(suite), ...more, '--', shRuntime(body)];
}

describe('run', () => {
  it('tells what passed, what is a warning and what does not apply, and is clean', async () => {
    const { status, out } = await kit(runArgs(good));
    expect(out).toContain('fake 1.0.0 (sh)  1 pass, 1 not-applicable, 1 warn');
    expect(out.endsWith('\n1 passed, 0 failed, 1 skipped\n')).toBe(true);
    expect(status).toBe(0);
  });

  it('is a regression as soon as one case fails', async () => {
    const { status, out } = await kit(runArgs('exit 9', '--only', 'argv/verbatim'));
    expect(out).toMatch(
      /^crash {2}argv\/verbatim[\s\S]*the runtime exited with status 9[\s\S]*again +swarmkit-conformance run --only argv\/verbatim --keep/,
    );
    expect(out.endsWith('0 passed, 1 failed, 0 skipped\n')).toBe(true);
    expect(status).toBe(1);
  });

  it('shows what was skipped and does not run it', async () => {
    const { status, out } = await kit(
      runArgs(good, '--skip', 'argv/dashes', '--skip', 'tag:*', '--jobs', '1'),
    );
    expect(status).toBe(2);
    expect(out).toBe('');
    expect((await kit(runArgs(good, '--skip', 'argv/dashes'))).out).toContain('1 skipped');
  });

  it('writes the reports it is asked for, events line by line', async () => {
    const folder = temporaryFolder();
    const files = formats.flatMap((format) => ['--report', `${format}=${join(folder, format)}`]);
    const { out } = await kit(runArgs(good, ...files));
    const read = (name: string) => readFileSync(join(folder, name), 'utf8');
    const events = read('events')
      .trimEnd()
      .split('\n')
      .map((line) => RunEvent.parse(JSON.parse(line)));
    expect(events.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['run-started', 'step', 'case-ended', 'run-ended']),
    );
    expect(JSON.parse(read('json'))).toMatchObject({ complete: true, runtime: { name: 'fake' } });
    expect(read('junit')).toContain('<testsuites');
    expect(read('text')).toBe(out);
  });

  it('says once that describe has no answer, and runs nothing', async () => {
    const command = shRuntime(good, 'echo oops');
    const { status, out } = await kit(['run', '--suite', temporaryFolder(suite), '--', command]);
    expect(out).toMatch(
      /^describe {2}The runtime does not say what it is[\s\S]*oops[\s\S]*stdout is not one JSON object/,
    );
    expect(out.endsWith('0 passed, 0 failed, 3 skipped\n')).toBe(true);
    expect(status).toBe(3);
    const refusing = shRuntime(good, 'exit 3');
    expect((await kit(['run', '--suite', temporaryFolder(suite), '--', refusing])).out).toContain(
      'describe is not offered',
    );
  });

  it('is not clean where nothing was run', async () => {
    expect((await kit(runArgs(good, '--only', 'approvals/**'))).status).toBe(3);
  });

  it('still reports when it is interrupted, and is not complete', async () => {
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 400);
    const { status, out } = await kit(runArgs('sleep 69', '--jobs', '1'), stop.signal);
    expect(out).toContain('The run is not complete.');
    expect(out).toContain('3 skipped');
    expect(status).toBe(3);
  });

  it('keeps the folders of its cases where it is told to', async () => {
    const folder = temporaryFolder();
    const events = join(folder, 'events');
    await kit(runArgs(good, '--keep', '--only', 'argv/verbatim', '--report', `events=${events}`));
    const [workspace = ''] = /[^"]*conformance-[^"]*\/workspace/.exec(readFileSync(events, 'utf8')) ?? [];
    expect(existsSync(join(workspace, 'workspace.yaml'))).toBe(true);
    rmSync(join(workspace, '../../..'), { recursive: true });
  });

  it('takes a target file', async () => {
    const target = join(
      temporaryFolder({ 'own.yaml': `command: [${shRuntime(good)}]\nname: mine\n` }),
      'own.yaml',
    );
    const { status, out } = await kit(['run', '--suite', temporaryFolder(suite), '--target', target]);
    expect(status).toBe(0);
    expect(out).toContain(`--target ${target}`);
  });

  it.each([
    [['run'], 'which runtime?'],
    [['run', '--target', 'x', '--', 'y'], 'not both'],
    [['run', '--jobs', '0', '--', 'sh'], '--jobs 0: a whole number'],
    [['run', '--report', 'pdf=x', '--', 'sh'], 'one of events, json, junit, tap, html'],
    [['run', '--report', 'json=/nowhere/x', '--', 'sh'], '--report: ENOENT'],
    [['run', '--only', 'nothing/here', '--', 'sh'], 'nothing/here matches no case'],
    [['run', '--', 'no-such-program-here'], 'no such program'],
    [['run', '--target', '/nowhere.yaml'], 'cannot be read'],
    [['run', '--frobnicate'], "unknown option '--frobnicate'"],
    [['frobnicate'], "unknown command 'frobnicate'"],
  ])('%j is a mistake in how it is used', async (args, message) => {
    const suited =
      args[0] === 'run' ? [...args.slice(0, 1), '--suite', temporaryFolder(suite), ...args.slice(1)] : args;
    const { status, err } = await kit(suited);
    expect(err).toContain(message);
    expect(status).toBe(2);
  });
});

describe('list', () => {
  it('shows the cases that a selection names', async () => {
    const { out } = await kit(['list', '--suite', temporaryFolder(suite), '--only', 'level:should']);
    expect(out).toBe('argv/dashes  SHOULD  packs\n1 case\n');
    const json = await kit(['list', '--json', '--suite', temporaryFolder(suite), '--skip', 'argv/*']);
    expect(JSON.parse(json.out)).toMatchObject([
      { id: 'approvals/asked', clauses: ['approvals.asked'], twin: false },
    ]);
  });

  it('reports everything that is wrong with a suite, each at its place', async () => {
    const folder = temporaryFolder({ ...suite, 'cases/argv/bad.yaml': 'title: 3\nnope: 1\n' });
    const { status, err } = await kit(['list', '--suite', folder]);
    expect(err).toContain(`${folder}/cases/argv/bad.yaml:1:8: title`);
    expect(err).toContain(`${folder}/cases/argv/bad.yaml:2:1: "nope"`);
    expect(status).toBe(2);
  });
});

describe('explain', () => {
  it('shows what is on disk, what is typed and what must come of it, for both halves', async () => {
    const folder = temporaryFolder({
      ...suite,
      'cases/argv/full.yaml': `title: A value arrives as it is
clauses: [argv.verbatim]
requires: [packs]
why: Injection starts where a value is looked at again.
matrix: { row: { v: "a\\e" } }
given:
  packs: [{ id: tools }]
  programs: { jq: { stdout: x } }
  files: { link: { symlink: a }, d: { directory: true } }
steps:
  - { call: { skill: s, arguments: { v: '@{v}' } }, times: 2, capture: { t: /text }, expect: { outcome: denied } }
twin:
  differs: it is held
  steps: [{ call: { skill: t }, change: { a: b }, expect: { outcome: ok } }]
`,
    });
    const { out, status } = await kit(['explain', 'argv/full[row]', '--suite', folder]);
    expect(status).toBe(0);
    for (const part of [
      'argv/full[row]  A value arrives as it is',
      'clause    argv.verbatim (MUST) A value reaches the program as one element.',
      'row       v: "a\\u001b"',
      '--- workspace/workspace.yaml\napiVersion: swarmkit/v1',
      '--- workspace/link\n-> a',
      '--- workspace/d\n(directory)',
      '--- program jq\nstdout: x',
      'step 1: call  (2 times, 1 at once)',
      '$ RUNTIME call workspace --topology main --agent root --skill s --json',
      'stdin: {"v":"a\\u001b"}',
      'THE TWIN, in which it is held',
    ]) {
      expect(out).toContain(part);
    }
  });

  it('helps with an id that is not there', async () => {
    const folder = temporaryFolder(suite);
    expect((await kit(['explain', 'argv', '--suite', folder])).err).toContain(
      'did you mean argv/dashes, argv/verbatim?',
    );
    expect((await kit(['explain', 'nope', '--suite', folder])).err).toContain('`list` shows them all');
  });
});

describe('the kit', () => {
  it('prints its version and help, and finds its suite from where it runs', async () => {
    expect((await kit(['--version'])).out).toMatch(/^\d+\.\d+\.\d+\n$/);
    const help = await kit(['run', '--help']);
    expect(help.out).toContain('--only <selector>');
    expect(help.status).toBe(0);
    const lost = temporaryFolder();
    mkdirSync(join(lost, 'dist'));
    expect(() => findKit(join(lost, 'dist'))).toThrow('the suite is not beside the program');
  });

  it('has a suite of its own that loads', async () => {
    const { status, out, err } = await kit(['list']);
    expect(err).toBe('');
    expect(out).toMatch(/\n\d+ cases\n$/);
    expect(status).toBe(0);
  });
});
