import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { openProcessTable } from '../drive/process-table.ts';
import { RunEvent } from '../model/event.ts';
import { readStream } from '../report/read-stream.ts';
import { runKit } from '../testing/run-kit.ts';
import { misbehaviours, sessionProgram } from '../testing/session-runtime.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';

const requirements =
  '- { id: a.clause, level: MUST, capability: packs, from: [note], text: Something that a case can show. }\n';

/** A case that validates this workspace; what must come of it, and where its bound is. */
function caseOf(workspace: string, outcome = 'ok', more = ''): string {
  return `title: What comes of ${workspace}
clauses: [a.clause]
requires: [packs]
why: It broke a harness before, and will break another.
given: {${more}}
timeout_seconds: ${workspace.startsWith('floods') ? 20 : 1}
steps: [{ validate: { workspace: ${workspace} }, expect: { outcome: ${outcome} } }]
`;
}

function suiteOf(cases: Readonly<Record<string, string>>): string {
  const files = Object.entries(cases).map(([name, text]) => [`cases/a/${name}.yaml`, text]);
  return temporaryFolder({ 'requirements.yaml': requirements, ...Object.fromEntries(files) });
}

const hows = [
  ...['good', 'hangs', 'keeps-the-pipe', 'floods', 'floods-stderr', 'half-a-line', 'half-a-line-and-hangs'],
  ...['twice', 'other-id', 'no-stdout', 'only-stderr', 'garbage', 'dies', 'dies-behind-its-answer', 'ends'],
];

async function verdictsOf(args: readonly string[]) {
  const file = join(temporaryFolder(), 'report.json');
  const ran = await runKit(['run', ...args.slice(0, -2), '--report', `json=${file}`, ...args.slice(-2)]);
  const report = JSON.parse(readFileSync(file, 'utf8')) as {
    complete: boolean;
    cases: { id: string; verdict: string; reason: string }[];
  };
  return { ...ran, complete: report.complete, cases: report.cases };
}

describe('a runtime that misbehaves in every way at once', () => {
  const suite = () => suiteOf(Object.fromEntries(hows.map((how) => [how, caseOf(how)])));

  it.each<[string, readonly string[], Readonly<Record<string, string>>]>([
    [
      'a session',
      [],
      {
        good: 'pass',
        hangs: 'timeout',
        'keeps-the-pipe': 'crash',
        floods: 'protocol-error',
        'floods-stderr': 'protocol-error',
        'half-a-line': 'protocol-error',
        'half-a-line-and-hangs': 'timeout',
        twice: 'protocol-error',
        'other-id': 'protocol-error',
        'no-stdout': 'protocol-error',
        'only-stderr': 'timeout',
        garbage: 'protocol-error',
        dies: 'crash',
        'dies-behind-its-answer': 'crash',
        ends: 'protocol-error',
      },
    ],
    [
      'processes of its own',
      ['--one-shot'],
      {
        good: 'pass',
        hangs: 'timeout',
        'keeps-the-pipe': 'crash',
        floods: 'protocol-error',
        'floods-stderr': 'protocol-error',
        'half-a-line': 'protocol-error',
        'half-a-line-and-hangs': 'timeout',
        twice: 'protocol-error',
        'other-id': 'protocol-error',
        'no-stdout': 'timeout',
        'only-stderr': 'timeout',
        garbage: 'protocol-error',
        dies: 'crash',
        'dies-behind-its-answer': 'crash',
        ends: 'protocol-error',
      },
    ],
  ])('gets a verdict for each, in %s, and the run goes on', { timeout: 120_000 }, async (_, mode, wanted) => {
    const { status, complete, cases } = await verdictsOf([
      ...['--suite', suite(), '--max-crashes', '0', '--jobs', '4', ...mode],
      ...['--', sessionProgram(misbehaviours)],
    ]);
    expect(Object.fromEntries(cases.map(({ id, verdict }) => [id.slice(2), verdict]))).toEqual(wanted);
    expect([status, complete]).toEqual([1, true]);
  });
});

describe('a session', () => {
  it('that remembers what stood at a path is found out by the next case there', async () => {
    const suite = suiteOf({ one: caseOf("'@{folder}/a'"), two: caseOf("'@{folder}/b'") });
    const body = `
[ -n "$remembered" ] || remembered=$workspace
if [ "$remembered" = "$workspace" ]; then ok; else bad; fi`;
    const { status, cases, out } = await verdictsOf([
      ...['--suite', suite, '--jobs', '1', '--seed', '1'],
      ...['--', sessionProgram(body)],
    ]);
    const [red, ...others] = cases.filter(({ verdict }) => verdict !== 'pass');
    expect(others).toEqual([]);
    expect(red?.reason).toMatch(
      /session: in a session the case comes to fail, in processes of its own to pass/,
    );
    expect(out).toContain('in sessions, seed 1');
    expect(status).toBe(1);
  });

  it('that is right where processes are not is no pass either', async () => {
    const { cases } = await verdictsOf([
      ...['--suite', suiteOf({ one: caseOf('w') })],
      ...['--', sessionProgram('if in_session; then ok; else bad; fi')],
    ]);
    expect(cases[0]).toMatchObject({
      verdict: 'protocol-error',
      reason: expect.stringMatching(
        /in a session the case comes to pass, in processes of its own to fail \(outcome/,
      ),
    });
  });

  it('is not used where it is not wanted', async () => {
    const { cases, out } = await verdictsOf([
      ...['--suite', suiteOf({ one: caseOf('w') }), '--one-shot'],
      ...['--', sessionProgram('if in_session; then bad; else ok; fi')],
    ]);
    expect(cases[0]?.verdict).toBe('pass');
    expect(out).not.toContain('in sessions');
  });

  it('has a fresh folder for every case, and one of its own where an environment differs', async () => {
    const body = `
dir=\${workspace%/*}
if [ -e "$dir/mark" ] || [ -n "$KEY" ] && [ "$KEY" != mine ]; then bad; else : >"$dir/mark"; ok; fi`;
    const suite = suiteOf({
      one: caseOf("'@{folder}/tmp/w'"),
      two: caseOf("'@{folder}/tmp/w'"),
      three: caseOf("'@{folder}/tmp/w'", 'ok', ' env: { KEY: mine } '),
    });
    const { cases } = await verdictsOf([
      ...['--suite', suite, '--jobs', '1'],
      ...['--', sessionProgram(body)],
    ]);
    expect(cases.map(({ verdict, reason }) => `${verdict} ${reason}`.trim())).toEqual([
      'pass',
      'pass',
      'pass',
    ]);
  });
});

describe('a run that is cut off', () => {
  const kit = join(import.meta.dirname, '../main.ts');

  /** The kit in a process and a folder for temporary files of its own, driving cases that hang. */
  function start(): {
    child: ChildProcess;
    events: string;
    json: string;
    tmp: string;
    ended: Promise<number | null>;
  } {
    const tmp = temporaryFolder();
    const events = join(tmp, 'events.jsonl');
    const json = join(tmp, 'report.json');
    const names = Array.from(
      { length: 6 },
      (_, at) => [`h${at}`, caseOf(at < 2 ? 'good' : 'hangs')] as const,
    );
    const suite = suiteOf(
      Object.fromEntries(names.map(([name, text]) => [name, text.replace('seconds: 1', 'seconds: 60')])),
    );
    const reports = ['--report', `events=${events}`, '--report', `json=${json}`];
    const child = spawn(
      process.execPath,
      [
        '--import',
        'tsx',
        kit,
        'run',
        '--suite',
        suite,
        '--jobs',
        '3',
        ...reports,
        '--',
        sessionProgram(misbehaviours),
      ],
      { cwd: join(import.meta.dirname, '../..'), env: { ...process.env, TMPDIR: tmp } },
    );
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
    return { child, events, json, tmp, ended };
  }

  async function untilDriving(events: string): Promise<void> {
    const isDriving = () =>
      existsSync(events) && readFileSync(events, 'utf8').split('case-started').length > 3;
    while (!isDriving()) await sleep(50);
    await sleep(200);
  }

  it('by Ctrl-C leaves a report that says so, and no process', { timeout: 60_000 }, async () => {
    const processes = openProcessTable();
    const { child, events, json, tmp, ended } = start();
    await untilDriving(events);
    child.kill('SIGINT');
    expect(await ended).toBe(3);
    const stream = readStream(readFileSync(events, 'utf8'), { partial: true });
    const footer = stream.ok ? stream.events.at(-1) : undefined;
    expect(footer).toMatchObject({ type: 'run-ended', complete: false, stopped: 'interrupted' });
    expect(JSON.parse(readFileSync(json, 'utf8'))).toMatchObject({ complete: false });
    expect(processes.of(tmp)).toEqual([]);
    expect(readdirSync(tmp).filter((name) => name.startsWith('conformance-'))).toEqual([]);
  });

  it('by SIGKILL leaves no report that reads as complete', { timeout: 60_000 }, async () => {
    const processes = openProcessTable();
    const { child, events, json, tmp, ended } = start();
    await untilDriving(events);
    child.kill('SIGKILL');
    await ended;
    const text = readFileSync(events, 'utf8');
    expect(
      text
        .trimEnd()
        .split('\n')
        .map((line) => RunEvent.parse(JSON.parse(line)).type),
    ).not.toContain('run-ended');
    expect(readStream(text, { partial: false })).toMatchObject({
      ok: false,
      reason: expect.stringContaining('no footer'),
    });
    expect(readFileSync(json, 'utf8')).toBe('');
    const { status, err } = await runKit(['report', events]);
    expect(err).toContain('the stream has no footer');
    expect(status).toBe(3);
    // nobody stopped what ran: the kit is gone, and only a runtime that reads its stdin notices
    for (const { pid } of processes.of(tmp)) process.kill(pid, 'SIGKILL');
  });

  it('at any byte is no complete report', async () => {
    const events = join(temporaryFolder(), 'events.jsonl');
    await runKit([
      ...['run', '--suite', suiteOf({ one: caseOf('w'), two: caseOf('w') }), '--report', `events=${events}`],
      ...['--', sessionProgram('ok')],
    ]);
    const bytes = readFileSync(events);
    expect(readStream(bytes.toString(), { partial: false }).ok).toBe(true);
    for (let length = 0; length < bytes.length; length += 1)
      expect(readStream(bytes.subarray(0, length).toString(), { partial: false }).ok, `${length}`).toBe(
        false,
      );
  });
});
