import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { renderEvents } from '../report/render-events.ts';
import { renderText } from '../report/render-text.ts';
import { runKit } from '../testing/run-kit.ts';
import { sampleRuns } from '../testing/sample-runs.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';

const folder = () =>
  temporaryFolder({
    'mixed.jsonl': renderEvents(sampleRuns.mixed),
    'clean.jsonl': renderEvents(sampleRuns.clean),
    'subset.jsonl': renderEvents(sampleRuns.subset),
    'cut.jsonl': renderEvents(sampleRuns.cut),
  });

describe('report', () => {
  it('draws a saved stream as the run itself would have', async () => {
    const at = folder();
    const { status, out } = await runKit(['report', join(at, 'mixed.jsonl')]);
    expect(out).toBe(renderText(sampleRuns.mixed, false));
    expect(status).toBe(0);
  });

  it('writes every format it is asked for, a badge as its file says', async () => {
    const at = folder();
    const asked = ['tap=a.tap', 'html=a.html', 'badge=a.svg', 'badge=a.json'].flatMap((each) => [
      '--report',
      each.replace('=', `=${at}/`),
    ]);
    const { status, out } = await runKit(['report', join(at, 'clean.jsonl'), ...asked]);
    expect([status, out]).toEqual([0, '']);
    const read = (name: string) => readFileSync(join(at, name), 'utf8');
    expect(read('a.tap')).toContain('1..2\nok 1 - argv/good');
    expect(read('a.html')).toMatch(/^<!doctype html>/);
    expect(read('a.svg')).toMatch(/^<svg /);
    expect(JSON.parse(read('a.json'))).toMatchObject({ message: '2 of 2 pass' });
  });

  it('refuses a run that was cut off, unless it is asked for what is there', async () => {
    const file = join(folder(), 'cut.jsonl');
    const refused = await runKit(['report', file]);
    expect(refused).toMatchObject({ status: 3, out: '' });
    expect(refused.err).toContain('cut.jsonl: the stream has no footer: the run was cut off');
    expect((await runKit(['report', '--partial', file])).out).toContain('The run is not complete.');
  });

  it('draws runs side by side', async () => {
    const at = folder();
    const page = join(at, 'compare.html');
    const streams = [join(at, 'mixed.jsonl'), join(at, 'clean.jsonl')];
    expect((await runKit(['report', '--compare', ...streams])).out).toContain('2 runs side by side');
    expect((await runKit(['report', '--compare', ...streams, '--report', `html=${page}`])).out).toBe('');
    expect(readFileSync(page, 'utf8')).toContain('2 runs side by side');
  });

  it.each([
    [['report', 'a', 'b'], 'report: one stream'],
    [['report', '--compare', 'a'], 'two streams or more'],
    [['report', '--compare', 'a', 'b', '--report', 'json=c'], 'side by side as html only'],
    [['report', '/nowhere'], '/nowhere: the stream cannot be read'],
    [['report', '--report', 'badge', 'x'], 'write FORMAT=FILE'],
  ])('%j is a mistake in how it is used', async (args, message) => {
    const { status, err } = await runKit(args);
    expect(err).toContain(message);
    expect(status).toBe(2);
  });

  it('says where it cannot write', async () => {
    const { status, err } = await runKit([
      'report',
      join(folder(), 'clean.jsonl'),
      '--report',
      'json=/nowhere/x',
    ]);
    expect([status, err]).toEqual([2, expect.stringContaining('--report: ENOENT')]);
  });
});

describe('suite-diff', () => {
  const suite = (title: string, more: Readonly<Record<string, string>> = {}) =>
    temporaryFolder({
      'requirements.yaml': `- { id: argv.verbatim, level: MUST, capability: packs, from: [note], text: A value reaches the program as one element. }\n`,
      'cases/argv/verbatim.yaml': caseFile(title),
      ...more,
    });
  const caseFile = (title: string, expected = 'ok') =>
    `title: ${title}\nclauses: [argv.verbatim]\nrequires: [packs]\nwhy: Injection starts where a value is looked at again.\ngiven: {}\nsteps: [{ validate: {}, expect: { outcome: ${expected} } }]\n`;

  it('compares folders, listings and streams', async () => {
    const old = suite('A value arrives', {
      'cases/argv/gone.yaml': caseFile('It is gone later', 'ok, warnings: 1'),
    });
    const now = suite('A value arrives as it is');
    const listing = join(
      temporaryFolder({ 'old.json': (await runKit(['list', '--json', '--suite', old])).out }),
      'old.json',
    );
    const wanted =
      /^changed {2}argv\/verbatim {2}title\nretired {2}argv\/gone {2}MUST packs: It is gone later\n/;
    expect((await runKit(['suite-diff', old, now])).out).toMatch(wanted);
    expect((await runKit(['suite-diff', listing, now])).out).toMatch(wanted);
    const { out } = await runKit(['suite-diff', '--json', join(folder(), 'clean.jsonl'), now]);
    expect(JSON.parse(out)).toMatchObject({
      added: [{ id: 'argv/verbatim' }],
      retired: [{ id: 'argv/good' }, { id: 'argv/other' }],
      baseline: null,
    });
  });

  it('says which baseline entries move', async () => {
    const old = suite('A value arrives', {
      'cases/argv/gone.yaml': caseFile('It is gone later', 'ok, warnings: 1'),
    });
    const baseline = join(
      temporaryFolder({ 'b.yaml': '- { id: argv/gone, expect: fail, signature: s, reason: known }\n' }),
      'b.yaml',
    );
    const { out, status } = await runKit([
      'suite-diff',
      old,
      suite('A value arrives'),
      '--baseline',
      baseline,
    ]);
    expect(out).toContain('\nbaseline argv/gone  the case is gone: take the entry out\n');
    expect(status).toBe(0);
  });

  it('compares with the suite of this very kit where nothing else is named', async () => {
    const { out } = await runKit(['suite-diff', suite('A value arrives')]);
    expect(out).toMatch(/\n\d+ added, 0 changed, 0 renamed, 1 retired, 0 as before\n$/);
  });

  it.each([
    ['subset.jsonl', 'a run of 1 of 9 cases; only whole suites compare'],
    ['cut.jsonl', 'the run was cut off'],
    ['nowhere', 'cannot be read'],
  ])('refuses %s', async (name, message) => {
    const { status, err } = await runKit(['suite-diff', join(folder(), name)]);
    expect(err).toContain(message);
    expect(status).toBe(2);
  });
});
