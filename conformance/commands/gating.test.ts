import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runKit } from '../testing/run-kit.ts';
import { okLine, shRuntime } from '../testing/sh-runtime.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';

const requirements =
  '- { id: a.clause, level: MUST, capability: packs, from: [note], text: Something that a case can show. }\n';

function caseOf(name: string): string {
  return `title: What comes of ${name} and others
clauses: [a.clause]
requires: [packs]
why: It broke before, and will break another time.
given: {}
timeout_seconds: 2
steps: [{ validate: { workspace: ${name} }, expect: { outcome: ok } }]
`;
}

function suiteOf(...names: readonly string[]): string {
  const files = names.map((name) => [`cases/a/${name}.yaml`, caseOf(name)]);
  return temporaryFolder({ 'requirements.yaml': requirements, ...Object.fromEntries(files) });
}

/** Fails, crashes and hangs at workspaces of these names; passes at all others. */
const body = `
case \${2##*/} in
  fails*) echo '${okLine.replace('"ok"', '"failed"')}'; exit 1 ;;
  crashes*) exit 9 ;;
  hangs*) sleep 77 ;;
  *) echo '${okLine}' ;;
esac`;

/** A suite, a runtime and a baseline, which need not be there. */
function bench(names: readonly string[], baseline?: string) {
  const folder = temporaryFolder();
  const file = join(folder, 'known.yaml');
  if (baseline !== undefined) writeFileSync(file, baseline);
  const suite = suiteOf(...names);
  const program = shRuntime(body);
  const common = ['--suite', suite, '--jobs', '1', '--baseline', file];
  return {
    file,
    folder,
    suite,
    program,
    run: (...more: readonly string[]) => runKit(['run', ...common, ...more, '--', program]),
    write: (...more: readonly string[]) => runKit(['baseline', 'write', ...common, ...more, '--', program]),
  };
}

const lastLine = (out: string) => out.trimEnd().split('\n').at(-1);

describe('a baseline', () => {
  it('that is written and then run with is clean, and leaves the score as it is', async () => {
    const { file, run, write } = bench(['fails', 'good']);
    const written = await write('--reason', 'not built yet');
    expect(written).toMatchObject({ status: 0, out: `${file}: 1 added, 0 changed, 0 removed\n` });
    expect(readFileSync(file, 'utf8')).toMatch(
      /\n- id: a\/fails\n {2}expect: fail\n {2}signature: .*\n {2}reason: not built yet\n$/,
    );
    const { status, out } = await run();
    expect(out).toContain('1 pass, 1 xfail');
    expect(lastLine(out)).toBe('1 passed, 1 failed, 0 skipped');
    expect(status).toBe(0);
  });

  it('lets nothing through in any direction, and prints the edit for each', async () => {
    const { run, write, file } = bench(['fails', 'fails-too', 'good']);
    await write('--only', 'a/fails');
    const known = readFileSync(file, 'utf8');
    const fresh = await run();
    expect(fresh.status).toBe(1);
    expect(fresh.out).toMatch(
      /a\/fails-too: protocol-error, and no entry expects it \(new-failure\)\n +\+ - id: a\/fails-too\n/,
    );
    writeFileSync(file, known.replace('id: a/fails', 'id: a/good'));
    const passes = await run('--only', 'a/good');
    expect(passes.status).toBe(1);
    expect(passes.out).toMatch(
      /:\d+: a\/good: it passes, and the entry expects fail \(unexpected-pass\)\n +- - id: a\/good\n/,
    );
    expect(lastLine(passes.out)).toBe('0 passed, 1 failed, 0 skipped');
    writeFileSync(file, known.replace(/signature: .*/, 'signature: another'));
    const changed = await run('--only', 'a/fails');
    expect(changed.status).toBe(1);
    expect(changed.out).toMatch(
      /\(changed-signature\)\n +- +signature: another\n +\+ +signature: 'protocol-error /,
    );
    writeFileSync(file, known.replace('id: a/fails', 'id: a/gone'));
    const gone = await run('--only', 'a/good');
    expect(gone.status).toBe(1);
    expect(gone.out).toContain('a/gone: the suite has no such case (matches-nothing)');
  });

  it('leaves entries outside the selection alone, and says how many', async () => {
    const { run, write } = bench(['fails', 'good']);
    await write();
    const { status, out } = await run('--only', 'a/good');
    expect(out).toContain('1 of 1 entry in');
    expect(out).toContain('was not run this time');
    expect(status).toBe(0);
  });

  it('excuses no crash and no timeout as a failure', async () => {
    const entry = (id: string) => `- { id: a/${id}, expect: fail, signature: x, reason: y }\n`;
    const { run } = bench(['crashes', 'hangs'], entry('crashes') + entry('hangs'));
    const { status, out } = await run();
    expect(status).toBe(1);
    expect(out).toContain('a/crashes: a crash is never excused by expect: fail');
    expect(out).toContain('a/hangs: a timeout is never excused by expect: fail');
  });

  it('is not written with crashes unless that is said', async () => {
    const { file, write, run } = bench(['crashes', 'fails']);
    const refused = await write();
    expect(refused).toMatchObject({
      status: 1,
      err: expect.stringContaining('a/crashes: a crash is not written without --allow-crash'),
    });
    expect(existsSync(file)).toBe(false);
    expect((await write('--allow-crash')).status).toBe(0);
    expect((await run()).status).toBe(0);
  });

  it('that has expired fails the run', async () => {
    const { run, write, file } = bench(['fails']);
    await write();
    writeFileSync(
      file,
      readFileSync(file, 'utf8').replace('expect: fail', 'expect: fail\n  expires: 2020-01-01'),
    );
    const { status, out } = await run();
    expect(out).toContain('it held until 2020-01-01: mend it, or look at it again (expired)');
    expect(status).toBe(1);
  });

  it('is brought up to a saved run without running anything', async () => {
    const { folder, file, run, suite } = bench(['fails', 'good'], '');
    const events = join(folder, 'events.jsonl');
    await run('--report', `events=${events}`);
    const { status } = await runKit([
      'baseline',
      'write',
      '--suite',
      suite,
      '--baseline',
      file,
      '--from',
      events,
    ]);
    expect(status).toBe(0);
    expect((await run()).status).toBe(0);
    writeFileSync(events, readFileSync(events, 'utf8').slice(0, -10));
    const cut = await runKit(['baseline', 'write', '--suite', suite, '--baseline', file, '--from', events]);
    expect(cut).toMatchObject({ status: 2, err: expect.stringContaining('no footer') });
  });

  it('grows by nothing with --no-growth', async () => {
    const { write } = bench(['fails'], '');
    expect(await write('--no-growth')).toMatchObject({
      status: 1,
      err: expect.stringContaining('a/fails: not in the baseline, and --no-growth adds nothing'),
    });
  });

  it('is the one that the target names, beside the target file', async () => {
    const folder = temporaryFolder({
      'own.yaml': `command: [${shRuntime(body)}]\nbaseline: known.yaml\n`,
      'known.yaml': '- { id: a/gone, expect: flaky, reason: x }\n',
    });
    const args = ['run', '--suite', suiteOf('good'), '--target', join(folder, 'own.yaml')];
    const { status, out } = await runKit(args);
    expect(out).toContain(`${join(folder, 'known.yaml')}:1: a/gone: the suite has no such case`);
    expect(status).toBe(1);
    expect((await runKit([...args, '--no-baseline'])).status).toBe(0);
    writeFileSync(join(folder, 'own.yaml'), `command: [${shRuntime(body)}]\nbaseline: nowhere.yaml\n`);
    expect(await runKit(args)).toMatchObject({
      status: 2,
      err: expect.stringContaining('nowhere.yaml: the baseline cannot be read'),
    });
  });

  it('that does not load stops everything', async () => {
    const { run } = bench(['good'], '- { id: a/good }\n');
    expect(await run()).toMatchObject({ status: 2, err: expect.stringContaining('0.expect') });
  });
});

describe('the circuit breaker', () => {
  it('ends a run that only crashes, and the rest is not run', async () => {
    const names = Array.from({ length: 6 }, (_, at) => `crashes-${at}`);
    const { run } = bench(names);
    const { status, out } = await run('--max-crashes', '3', '--no-baseline');
    expect(out).toContain('3 crash, 3 not-run');
    expect(out).toContain('too many cases in a row crashed or timed out');
    expect(status).toBe(3);
    expect((await run('--max-crashes', '0', '--no-baseline')).status).toBe(1);
  });
});

describe('shards', () => {
  it('are merged into the run they are parts of, with its exit status', async () => {
    const { folder, run } = bench(['fails', 'good', 'fine']);
    const files = ['1', '2'].map((index) => join(folder, `${index}.jsonl`));
    for (const [at, file] of files.entries())
      await run('--no-baseline', '--shard', `${at + 1}/2`, '--report', `events=${file}`);
    const json = join(folder, 'merged.json');
    const merged = await runKit(['merge', ...files, '--report', `json=${json}`]);
    expect(merged.status).toBe(1);
    expect(lastLine(merged.out)).toBe('2 passed, 1 failed, 0 skipped');
    expect(JSON.parse(readFileSync(json, 'utf8'))).toMatchObject({ complete: true, planned: { cases: 3 } });
    const [first = ''] = files;
    expect(await runKit(['merge', first])).toMatchObject({
      status: 3,
      err: expect.stringContaining('shard 2 of 2 is missing'),
    });
    writeFileSync(first, readFileSync(first, 'utf8').split('\n').slice(0, -2).join('\n'));
    expect(await runKit(['merge', ...files])).toMatchObject({
      status: 3,
      err: expect.stringContaining('no footer'),
    });
    expect(await runKit(['merge', '/nowhere.jsonl'])).toMatchObject({
      status: 2,
      err: expect.stringContaining('cannot be read'),
    });
  });

  it.each([
    [['--shard', '0/2'], 'write I/N'],
    [['--shard', '1/9'], 'only 1 cases'],
    [['--seed', '-1'], '--seed -1: a whole number'],
    [['--max-crashes', 'x'], '--max-crashes x: a whole number'],
  ])('%j is a mistake', async (args, message) => {
    const { run } = bench(['good']);
    expect(await run('--no-baseline', ...args)).toMatchObject({
      status: 2,
      err: expect.stringContaining(message),
    });
  });
});
