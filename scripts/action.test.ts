import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { temporaryFolder } from '../conformance/testing/temporary-folder.ts';

/** The action's one script on the built kit, as the workflow runs it. */
function act(inputs: Readonly<Record<string, string>>, folder = temporaryFolder()) {
  const summary = join(folder, 'summary-of-the-step.md');
  const { status, stdout, stderr } = spawnSync('bash', [join(import.meta.dirname, 'action.sh')], {
    cwd: folder,
    encoding: 'utf8',
    env: {
      PATH: process.env.PATH,
      GITHUB_STEP_SUMMARY: summary,
      ONLY: 'load/workspace.missing-workspace-yaml\n',
      REPORTS: 'reports',
      ...inputs,
    },
  });
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  return { status, stdout, stderr, folder, read, summary };
}

const skeleton = join(import.meta.dirname, '../conformance/skeletons/sh/adapter.sh');

describe('the action', () => {
  it('asks for one input, and its script knows every input', () => {
    const action = parse(readFileSync('action.yml', 'utf8')) as {
      inputs: Record<string, { required?: boolean }>;
      runs: { steps: { env?: Record<string, string> }[] };
    };
    const required = Object.entries(action.inputs).filter(([, input]) => input.required === true);
    expect(required.map(([name]) => name)).toEqual(['command']);
    const script = readFileSync('scripts/action.sh', 'utf8');
    const names = action.runs.steps.flatMap(({ env = {} }) => Object.keys(env));
    for (const name of names)
      expect(script).toContain(`$${name === 'COMMAND' || name === 'REPORTS' ? name : `{${name}-}`}`);
  });

  it('runs the command, writes every report and a summary, and annotates', () => {
    const { status, stdout, read, folder } = act({ COMMAND: `sh ${skeleton}` });
    expect(stdout).toContain('1 passed, 0 failed, 0 skipped');
    expect(stdout).toContain('::notice title=SwarmKit conformance of my-runtime 0.1.0 (sh)::1 passed');
    expect(read('summary-of-the-step.md')).toContain('## Command-pack conformance: my-runtime');
    for (const name of ['events.jsonl', 'report.html', 'junit.xml', 'badge.json', 'badge.svg'])
      expect(existsSync(join(folder, 'reports', name)), name).toBe(true);
    expect(status).toBe(0);
  });

  it('fails with the run, and keeps a capsule of the failure', () => {
    const { status, stdout, folder } = act({ COMMAND: `sh ${skeleton}`, ONLY: 'load/not-yaml' });
    expect(stdout).toContain('::error title=fail load/not-yaml::');
    expect(existsSync(join(folder, 'reports/capsules/load/not-yaml/repro.sh'))).toBe(true);
    expect(status).toBe(1);
  });

  it('takes one word a line, and reads nothing of it as shell', () => {
    const folder = temporaryFolder({ 'my runtime.sh': readFileSync(skeleton, 'utf8') });
    expect(act({ COMMAND: 'sh\nmy runtime.sh\n' }, folder).status).toBe(0);
    const injected = act({ COMMAND: 'sh $(touch${IFS}gone) ;touch gone' });
    expect(injected.status).not.toBe(0);
    expect(existsSync(join(injected.folder, 'gone'))).toBe(false);
  });
});
