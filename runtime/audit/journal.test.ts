import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { dirSync, setGracefulCleanup } from 'tmp-promise';
import { describe, expect, it } from 'vitest';
import type { AuditEvent } from '../model/audit-event.ts';
import { fakePorts } from '../ports/fake.ts';
import { nodePorts } from '../ports/node.ts';
import { inOrderOfTime, openJournal } from './journal.ts';
import { chainStart, formatRecord } from './record.ts';
import { sampleEvent } from './sample-event.ts';

setGracefulCleanup();
const path = '/state/audit/r.jsonl';

/** A journal in memory with `count` events in run `r`, and ways to look at its file and to damage it. */
async function journalOf(count: number) {
  const ports = fakePorts();
  const journal = openJournal('/state', ports);
  for (let number = 1; number <= count; number += 1)
    await journal.append(sampleEvent({ event_id: `event-${number}` }));
  const text = () => Buffer.from(ports.files.contents.get(path) ?? []).toString('latin1');
  const write = (content: string) => ports.files.contents.set(path, Buffer.from(content, 'latin1'));
  const read = () => {
    // Another journal, as the next process has it: nothing remembered.
    const { events, problems } = openJournal('/state', ports).readRun('r');
    return {
      ids: events.map((event) => event.event_id),
      problems: problems.map((each) => [each.severity, each.message]),
    };
  };
  return { ports, journal, text, write, read };
}

describe('appending', () => {
  it('adds one line for each event and reads them back in order', async () => {
    const { text, read } = await journalOf(3);
    expect(text().split('\n')).toHaveLength(4);
    expect(read()).toEqual({ ids: ['event-1', 'event-2', 'event-3'], problems: [] });
  });

  it('goes on with the chain in a new process', async () => {
    const { ports, read } = await journalOf(2);
    expect(await openJournal('/state', ports).append(sampleEvent({ event_id: 'later' }))).toBeUndefined();
    expect(read()).toEqual({ ids: ['event-1', 'event-2', 'later'], problems: [] });
  });

  it('notices when another process has written in between', async () => {
    const { ports, journal, read } = await journalOf(1);
    await openJournal('/state', ports).append(sampleEvent({ event_id: 'other' }));
    await journal.append(sampleEvent({ event_id: 'own' }));
    expect(read()).toEqual({ ids: ['event-1', 'other', 'own'], problems: [] });
  });

  it('keeps runs apart', async () => {
    const { journal } = await journalOf(1);
    await journal.append(sampleEvent({ run_id: 'other', event_id: 'x' }));
    expect(journal.readRun('other').events).toHaveLength(1);
    expect(journal.readRun('r').events).toHaveLength(1);
    expect(journal.readRun('nowhere')).toEqual({ runId: 'nowhere', events: [], problems: [] });
  });

  it('refuses what cannot be written, says why, and leaves no lock', async () => {
    const { ports, journal } = await journalOf(0);
    ports.files.failWrites('ENOSPC: no space left on device');
    expect(await journal.append(sampleEvent())).toMatchObject({
      code: 'audit.unavailable',
      severity: 'error',
      message: `the audit cannot be written: ${path}: ENOSPC: no space left on device`,
    });
    expect([...ports.files.contents.keys()]).toEqual([]);
  });

  it('refuses while another process holds on to the run', async () => {
    const { ports, journal } = await journalOf(0);
    ports.files.create('/state/audit/r.lock', '42');
    const result = journal.append(sampleEvent());
    await ports.clock.advance(6000);
    expect(await result).toMatchObject({
      code: 'audit.unavailable',
      message: 'the audit cannot be written: process 42 holds /state/audit/r.lock',
      hint: expect.stringContaining('delete /state/audit/r.lock and /state/audit/r.lock.removing'),
    });
  });

  it.each(['../up', 'a/b', '', '.hidden', 'a\0b'])(
    'refuses a run id that names no file of its folder: %j',
    async (run_id) => {
      const { ports, journal } = await journalOf(0);
      expect(await journal.append(sampleEvent({ run_id }))).toMatchObject({ code: 'audit.unavailable' });
      expect(journal.readRun(run_id).events).toEqual([]);
      expect(ports.files.contents.size).toBe(0);
    },
  );
});

describe('a half-written last record', () => {
  it('is reported, stays where it is, and blocks nothing', async () => {
    const { journal, text, write, read } = await journalOf(2);
    const torn = text().slice(0, -40);
    write(torn);
    const bytes = torn.length - torn.indexOf('\n') - 1;
    const warning = [
      'warning',
      `the audit of run r is torn at line 2: a write was interrupted; ${bytes} bytes of a record are left`,
    ];
    expect(read()).toEqual({ ids: ['event-1'], problems: [warning] });
    expect(await journal.append(sampleEvent({ event_id: 'next' }))).toBeUndefined();
    expect(text().startsWith(`${torn}\n`)).toBe(true);
    await journal.append(sampleEvent({ event_id: 'last' }));
    expect(read()).toEqual({ ids: ['event-1', 'next', 'last'], problems: [warning] });
  });

  it('may be torn anywhere, and more than once', async () => {
    const { ports, text, write, read } = await journalOf(1);
    const whole = text();
    for (let cut = 0; cut < whole.length; cut += 37) {
      write(whole.slice(0, cut));
      for (const event_id of ['a', 'b']) {
        await openJournal('/state', ports).append(sampleEvent({ event_id }));
        write(text().slice(0, -(cut % 20) - 1));
      }
      await openJournal('/state', ports).append(sampleEvent({ event_id: 'c' }));
      const { ids, problems } = read();
      expect(ids.at(-1)).toBe('c');
      expect(problems.filter(([severity]) => severity !== 'warning')).toEqual([]);
    }
  });

  it('counts as written when nothing but its line break is missing', async () => {
    const { journal, text, write, read } = await journalOf(2);
    write(text().slice(0, -1));
    expect(read()).toEqual({ ids: ['event-1', 'event-2'], problems: [] });
    await journal.append(sampleEvent({ event_id: 'next' }));
    expect(read()).toEqual({ ids: ['event-1', 'event-2', 'next'], problems: [] });
  });

  it('may consist of bytes that are no text', async () => {
    const { journal, text, write, read } = await journalOf(1);
    write(`${text()}\0\0\xff\xfe`);
    await journal.append(sampleEvent({ event_id: 'next' }));
    expect(read().ids).toEqual(['event-1', 'next']);
    expect(read().problems).toEqual([
      ['warning', expect.stringContaining('torn at line 2: a write was interrupted; 4 bytes')],
    ]);
  });
});

describe('a changed file', () => {
  const damaged = (line: number, what: string) => [
    'error',
    `the audit of run r is damaged at line ${line}: ${what}`,
  ];

  it.each<[string, (lines: string[]) => string[], unknown]>([
    [
      'a value',
      ([a, b, c]) => [`${a?.replace('"allowed":true', '"allowed":false')}`, `${b}`, `${c}`],
      damaged(1, 'it is no record, or its hash is wrong'),
    ],
    ['a record taken out', ([a, , c]) => [`${a}`, `${c}`], damaged(2, 'it is record 3, where 2 was due')],
    [
      'the first record taken out',
      ([, b, c]) => [`${b}`, `${c}`],
      damaged(1, 'it is record 2, where 1 was due'),
    ],
    [
      'a record twice',
      ([a, b, c]) => [`${a}`, `${b}`, `${b}`, `${c}`],
      damaged(3, 'it is record 2, where 3 was due'),
    ],
    [
      'a line put in',
      ([a, b, c]) => [`${a}`, 'hello', `${b}`, `${c}`],
      damaged(2, 'it is no record, or its hash is wrong'),
    ],
    [
      'an empty line put in',
      ([a, b, c]) => [`${a}`, '', `${b}`, `${c}`],
      damaged(2, 'it is no record, or its hash is wrong'),
    ],
  ])('is found out, at its line: %s', async (_, change, problem) => {
    const { text, write, read } = await journalOf(3);
    write(`${change(text().trimEnd().split('\n')).join('\n')}\n`);
    expect(read().problems).toContainEqual(problem);
  });

  it('is found out where a record was made anew with a right hash of its own', async () => {
    const { text, write, read } = await journalOf(3);
    const [first, , third] = text().split('\n');
    const forged = formatRecord(
      sampleEvent({ event_id: 'forged' }),
      { seq: 1, hash: 'e'.repeat(64) },
      null,
    ).line;
    write(`${[first, forged, third].join('\n')}\n`);
    expect(read().problems).toEqual([
      damaged(2, 'it does not follow the record before it'),
      damaged(3, 'it does not follow the record before it'),
    ]);
  });

  it('is found out where it is the file of another run', async () => {
    const { write, read } = await journalOf(0);
    write(`${formatRecord(sampleEvent({ run_id: 'other' }), chainStart, null).line}\n`);
    expect(read().problems).toEqual([damaged(1, 'it belongs to run other')]);
  });

  it('is found out where torn text that a record vouches for was changed or removed', async () => {
    const { journal, text, write, read } = await journalOf(1);
    write(`${text()}half`);
    await journal.append(sampleEvent({ event_id: 'next' }));
    const whole = text();
    write(whole.replace('half', 'hal?'));
    expect(read().problems).toEqual([damaged(2, 'it is no record, or its hash is wrong')]);
    write(whole.replace('half\n', ''));
    expect(read().problems).toEqual([damaged(2, 'the torn record that it speaks of is gone')]);
  });

  it('is not written to', async () => {
    const { ports, text, write } = await journalOf(2);
    write(text().replace('"seq":1', '"seq":9'));
    const before = text();
    expect(await openJournal('/state', ports).append(sampleEvent())).toMatchObject({
      code: 'audit.unavailable',
      message: expect.stringContaining('its line 1 is damaged'),
    });
    expect(text()).toBe(before);
  });
});

describe('readRuns', () => {
  const at = (seconds: number) => `2030-01-01T00:00:0${seconds}.000Z`;
  async function threeRuns() {
    const ports = fakePorts({
      files: { '/state/audit/notes.txt': 'no run', '/state/audit/-x.jsonl': 'no run either' },
    });
    const journal = openJournal('/state', ports);
    const events: Partial<AuditEvent>[] = [
      { run_id: 'c', timestamp: at(1) },
      { run_id: 'a', timestamp: at(2) },
      { run_id: 'b', timestamp: at(2) },
      { run_id: 'c', timestamp: at(3) },
      { run_id: 'a', timestamp: at(4) },
    ];
    for (const [index, event] of events.entries()) {
      const { payload, ...fields } = event;
      await journal.append(
        sampleEvent({
          ...fields,
          event_id: `event-${index}`,
          payload: { long: 'x'.repeat(index === 0 ? 100_000 : 1) },
        }),
      );
    }
    return journal;
  }

  it('gives runs in the order of their first events, ties by name', async () => {
    expect((await threeRuns()).readRuns().map((run) => run.runId)).toEqual(['c', 'a', 'b']);
  });

  it.each([
    [0, []],
    [1, ['b']],
    [2, ['a', 'b']],
    [9, ['c', 'a', 'b']],
  ])('gives the newest %d', async (last, runs) => {
    expect((await threeRuns()).readRuns(last).map((run) => run.runId)).toEqual(runs);
  });

  it('finds nothing where nothing was written', () => {
    expect(openJournal('/state', fakePorts()).readRuns()).toEqual([]);
  });

  it('lists a run whose file holds no record, with what is wrong', () => {
    const ports = fakePorts({ files: { '/state/audit/r.jsonl': 'garbage' } });
    expect(openJournal('/state', ports).readRuns()).toMatchObject([
      { runId: 'r', events: [], problems: [{ severity: 'warning' }] },
    ]);
  });

  it('lets events of several runs be put into one order of time', async () => {
    const events = inOrderOfTime((await threeRuns()).readRuns());
    expect(events.map((event) => event.event_id)).toEqual([
      'event-0',
      'event-1',
      'event-2',
      'event-3',
      'event-4',
    ]);
  });

  it('keeps the order of writing within a run whose clock was set back', () => {
    const run = (runId: string, ...times: number[]) => ({
      runId,
      problems: [],
      events: times.map((time, index) => sampleEvent({ event_id: `${runId}${index}`, timestamp: at(time) })),
    });
    const events = inOrderOfTime([run('a', 5, 1, 6), run('b', 4, 5)]);
    expect(events.map((event) => event.event_id)).toEqual(['b0', 'a0', 'a1', 'b1', 'a2']);
  });
});

describe('real files and processes', () => {
  it('take turns at one run, and the chain does not fork', { timeout: 60_000 }, async () => {
    const state = dirSync({ unsafeCleanup: true }).name;
    const module = (name: string) => JSON.stringify(fileURLToPath(new URL(name, import.meta.url)));
    const script = `
      import { openJournal } from ${module('./journal.ts')};
      import { sampleEvent } from ${module('./sample-event.ts')};
      import { nodePorts } from ${module('../ports/node.ts')};
      const journal = openJournal(${JSON.stringify(state)}, nodePorts());
      for (let number = 0; number < 20; number += 1) {
        const failure = await journal.append(sampleEvent({ event_id: process.pid + '-' + number }));
        if (failure) throw new Error(failure.message);
      }`;
    const statuses = await Promise.all(
      Array.from({ length: 3 }, () => {
        const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
          stdio: 'inherit',
        });
        return new Promise((resolve) => child.once('close', resolve));
      }),
    );
    expect(statuses).toEqual([0, 0, 0]);
    const { events, problems } = openJournal(state, nodePorts()).readRun('r');
    expect(problems).toEqual([]);
    expect(new Set(events.map((event) => event.event_id)).size).toBe(60);
    expect(nodePorts().files.list(join(state, 'audit'))).toEqual(['r.jsonl']);
    expect(readFileSync(join(state, 'audit', 'r.jsonl'), 'utf8')).toMatch(/^[\x20-\x7e\n]+$/);
  });

  it('refuse to write where the folder is a file', async () => {
    const state = dirSync({ unsafeCleanup: true }).name;
    const ports = nodePorts();
    ports.files.create(join(state, 'audit'), 'in the way');
    expect(await openJournal(state, ports).append(sampleEvent())).toMatchObject({
      code: 'audit.unavailable',
    });
  });
});
