import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Given } from '../model/case.ts';
import { phraseOf } from '../model/finding.ts';
import { sampleHalf } from '../testing/sample.ts';
import { okLine, shRuntime } from '../testing/sh-runtime.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { type DriveContext, driveHalf, type StepResult } from './drive-half.ts';
import { oneShotRuntime } from './one-shot.ts';
import { openProcessTable } from './process-table.ts';

const processes = openProcessTable();
const witness = readFileSync(join(import.meta.dirname, '../../fixtures/programs/witness'));

function contextFor(command: readonly string[], fields: Partial<DriveContext> = {}): DriveContext {
  return {
    runtime: oneShotRuntime({ command, processes }),
    command,
    processes,
    prepare: {
      materials: { witness, toolServer: new Uint8Array(), fixture: () => new Map() },
      path: '/usr/bin:/bin',
      env: {},
    },
    timeoutMs: 5000,
    keep: false,
    ...fields,
  };
}

/** Drives steps against a runtime in shell; gives what was found, and every step. */
async function drive(body: string, given: Given, steps: readonly unknown[]) {
  const root = join(temporaryFolder(), 'half');
  const results: StepResult[] = [];
  const half = sampleHalf(given, steps);
  const findings = await driveHalf(half, root, contextFor([shRuntime(body)]), (step) => results.push(step));
  return { root, results, findings: findings.map(phraseOf) };
}

const ok = { outcome: 'ok' };

describe('driving a half', () => {
  it('makes the folder, asks step by step, and cleans up', async () => {
    const { root, results, findings } = await drive(
      `test -f "$2/a.txt" && echo '${okLine}'`,
      { files: { 'a.txt': '' } },
      [
        { validate: {}, expect: ok },
        { validate: {}, expect: ok },
      ],
    );
    expect(findings).toEqual([]);
    expect(results.map(({ index }) => index)).toEqual([0, 1]);
    await expect.poll(() => existsSync(root)).toBe(false);
  });

  it('ends at the first step that is not as it has to be', async () => {
    const { results, findings } = await drive('echo nonsense', {}, [
      { validate: {}, expect: ok },
      { validate: {}, expect: ok },
    ]);
    expect(results).toHaveLength(1);
    expect(findings).toEqual(['envelope: stdout is not one JSON object']);
  });

  it('lays changes down before the step, and does not take them for foul play', async () => {
    const body = `[ "$(cat "$2/a.txt")" = new ] && echo '${okLine}'`;
    const { findings } = await drive(body, { files: { 'a.txt': 'old' } }, [
      { validate: {}, change: { 'a.txt': 'new', 'b.txt': 'more' }, expect: ok },
    ]);
    expect(findings).toEqual([]);
  });

  it('hands on what a step captured, and says so where it is not there', async () => {
    const requests = JSON.stringify({
      ...{ contract: '1', verb: 'approvals', outcome: 'ok', problems: [] },
      requests: [
        {
          ...{
            request_id: 'q-7',
            run_id: 'r',
            topology: 'main',
            agent: 'root',
            skill: 's',
            arguments: {},
            argv: [],
          },
          ...{ requested_at: '2026-01-31T12:00:00Z', expires_at: '2026-01-31T13:00:00Z' },
        },
      ],
    });
    const body = `case $1 in approvals) echo '${requests}';; approve) echo '{"contract":"1","verb":"approve","outcome":"ok","problems":[]}'; esac`;
    const asked = (pointer: string) => [
      { approvals: {}, capture: { id: pointer }, expect: ok },
      { approve: { request_id: '@{id}' }, expect: ok },
    ];
    const good = await drive(body, {}, asked('/requests/0/request_id'));
    expect(good.findings).toEqual([]);
    expect(good.results[1]?.exchange?.argv).toContain('q-7');
    const bad = await drive(body, {}, asked('/requests/1/request_id'));
    expect(bad.findings).toEqual([
      '/requests/1/request_id: the next steps need what should be at /requests/1/request_id',
    ]);
    expect(bad.results).toHaveLength(1);
  });

  it('repeats a step side by side', async () => {
    // each waits for the other: one after the other would never end
    const body = `touch "$2/.swarmkit-$$"; mkdir -p "$2/.swarmkit"; mv "$2/.swarmkit-$$" "$2/.swarmkit/$$"
while [ "$(ls "$2/.swarmkit" | wc -l)" -lt 2 ]; do sleep 0.02; done; echo '${okLine}'`;
    const { findings } = await drive(body, {}, [{ validate: {}, times: 2, parallel: 2, expect: ok }]);
    expect(findings).toEqual([]);
  });

  it('finds what ran, what leaked, what was touched and what lives on', async () => {
    const body = `witness 'a b'; echo "$TOKEN" >&2; touch "$2/../canary"; setsid sleep 68 >/dev/null 2>&1 & echo '${okLine}'`;
    const { findings } = await drive(body, { secrets: ['token'], env: { TOKEN: '@{secret.token}' } }, [
      { validate: {}, expect: ok },
    ]);
    expect(findings).toEqual([
      'nothing-started: wanted [], got [["witness","a b"]]',
      'tripwires: canary appeared, and no step says so',
      'secrets: token shows in stderr, as it is, or escaped',
      expect.stringMatching(/^processes: a process lives on: .*sleep 68/),
    ]);
  });

  it('lets a witness write what it was told to, and state go where the case says', async () => {
    const call = {
      contract: '1',
      verb: 'call',
      outcome: 'ok',
      problems: [],
      run_id: 'r',
      skill: 's',
      text: '',
    };
    const output = { text: '', data: '', exit_code: 0, stderr: '', duration_ms: 1 };
    const body = `cd "$2" && witness && mkdir "$SWARMKIT_STATE_DIR" && echo x > "$SWARMKIT_STATE_DIR/audit"; echo '${JSON.stringify({ ...call, output })}'`;
    const given: Given = {
      programs: { witness: { write: { path: 'out.txt', content: 'written' } } },
      env: { SWARMKIT_STATE_DIR: '@{folder}/state' },
    };
    const { findings } = await drive(body, given, [
      {
        call: { skill: 's' },
        expect: { ...ok, witness: { ran: 1 }, files: { 'more.txt': { $absent: true } } },
      },
    ]);
    expect(findings).toEqual([]);
  });

  it('turns a fault of its own into a finding', async () => {
    const fixture = () => {
      throw new Error('the fixture cannot be read');
    };
    const context = contextFor(['/bin/true'], {
      prepare: { materials: { witness, toolServer: new Uint8Array(), fixture }, path: '', env: {} },
    });
    const findings = await driveHalf(
      sampleHalf({ fixture: 'x' }, []),
      join(temporaryFolder(), 'half'),
      context,
      () => {},
    );
    expect(findings).toEqual([
      { kind: 'harness-error', check: 'kit', message: 'the fixture cannot be read', path: '' },
    ]);
  });

  it('keeps the folder where somebody wants to look', async () => {
    const root = join(temporaryFolder(), 'half');
    const context = contextFor([shRuntime(`echo '${okLine}'`)], { keep: true });
    await driveHalf(sampleHalf({ files: { 'a.txt': 'kept' } }, []), root, context, () => {});
    expect(readFileSync(join(root, 'workspace/a.txt'), 'utf8')).toBe('kept');
  });
});
