import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runKit } from '../testing/run-kit.ts';
import { okLine, shRuntime } from '../testing/sh-runtime.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { conformance } from './conformance.ts';

const head = (clause: string, capability: string) => `title: A value arrives as it is
clauses: [${clause}]
requires: [${capability}]
why: Injection starts where a value is looked at again.
given: {}
`;
const suite = {
  'requirements.yaml': `- { id: argv.must, level: MUST, capability: packs, from: [note], text: A value reaches the program as one element. }
- { id: argv.should, level: SHOULD, capability: packs, from: [note], text: A value that begins with a dash is refused. }
- { id: approvals.must, level: MUST, capability: approvals, from: [note], text: A strict call waits for a person. }
`,
  'cases/argv/holds.yaml': `${head('argv.must', 'packs')}steps: [{ validate: {}, expect: { outcome: ok } }]\n`,
  'cases/argv/fails.yaml': `${head('argv.must', 'packs')}steps: [{ validate: {}, expect: { outcome: ok, warnings: 1 } }]\n`,
  'cases/argv/warns.yaml': `${head('argv.should', 'packs')}steps: [{ validate: {}, expect: { outcome: ok, warnings: 1 } }]\n`,
  'cases/approvals/absent.yaml': `${head('approvals.must', 'approvals')}steps: [{ validate: {}, expect: { outcome: ok } }]\n`,
};

interface JsonReport {
  readonly testResults: readonly {
    readonly assertionResults: readonly { fullName: string; status: string; failureMessages: string[] }[];
  }[];
}

/** A vitest of its own over one test file, as somebody else's project would run it. */
function vitest(options: object, ...args: readonly string[]) {
  const entry = join(import.meta.dirname, 'conformance.ts');
  const text = `import { conformance } from ${JSON.stringify(entry)};\nconformance(${JSON.stringify(options)});\n`;
  const root = temporaryFolder({ 'own.test.ts': text });
  const cli = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');
  const out = join(root, 'out.json');
  const { status, stderr } = spawnSync(
    process.execPath,
    [cli, 'run', '--root', root, '--reporter=json', `--outputFile=${out}`, ...args],
    { encoding: 'utf8' },
  );
  const { testResults } = JSON.parse(readFileSync(out, 'utf8')) as JsonReport;
  return { status, stderr, tests: testResults.flatMap(({ assertionResults }) => assertionResults) };
}

describe('the vitest entry', () => {
  const options = () => ({ command: [shRuntime(`echo '${okLine}'`)], suite: temporaryFolder(suite) });

  it('makes a test of each case, with its verdict', () => {
    const { status, tests } = vitest(options());
    expect(Object.fromEntries(tests.map(({ fullName, status }) => [fullName, status]))).toEqual({
      'approvals approvals/absent': 'skipped',
      'argv argv/fails': 'failed',
      'argv argv/holds': 'passed',
      'argv argv/warns': 'passed',
    });
    const [message] = tests.find(({ status }) => status === 'failed')?.failureMessages ?? [];
    expect(message).toMatch(
      /^fail {2}argv\/fails {2}A value arrives as it is\n[\s\S]*again +swarmkit-conformance run --only argv\/fails/,
    );
    expect(message).not.toContain('.ts:');
    expect(status).toBe(1);
  });

  it('leaves vitest its filters', () => {
    const { status, tests } = vitest({ ...options(), only: ['argv/*'] }, '-t', 'argv/holds');
    const passed = tests.filter(({ status }) => status === 'passed');
    expect(passed.map(({ fullName }) => fullName)).toEqual(['argv argv/holds']);
    expect(status).toBe(0);
  });

  it('lets known failures pass', async () => {
    const { command, suite } = options();
    const baseline = join(temporaryFolder(), 'known.yaml');
    await runKit([
      'baseline',
      'write',
      '--suite',
      suite,
      '--baseline',
      baseline,
      '--reason',
      'it is known',
      '--',
      ...command,
    ]);
    const { status, tests } = vitest({ command, suite, baseline });
    expect(tests.filter(({ status }) => status === 'failed')).toEqual([]);
    expect(status).toBe(0);
  });

  it('says once that describe has no answer', () => {
    const { tests } = vitest({ command: [shRuntime('exit 3', 'echo hello')], suite: temporaryFolder(suite) });
    expect(tests.every(({ status }) => status === 'failed')).toBe(true);
    expect(tests[0]?.failureMessages[0]).toContain(
      'describe has no answer: envelope: stdout is not one JSON object',
    );
  });

  it('throws where its options are wrong', () => {
    expect(() => conformance({})).toThrow('which runtime?');
    expect(() => conformance({ command: ['sh'], only: ['no/such'] })).toThrow('no/such matches no case');
  });
});
