import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** What is asked of the reference: a file name, the arguments, what stands on stdin. */
const questions: readonly (readonly [name: string, args: readonly string[], stdin: string])[] = [
  ['describe', ['describe'], ''],
  ['validate', ['validate', '.'], ''],
  ['resolve', ['resolve', '.'], ''],
  ['call', ['call', '.', '--topology', 'main', '--agent', 'root', '--skill', 'tools-look'], '{"v":"x"}'],
  [
    'call-denied',
    ['call', '.', '--topology', 'main', '--agent', 'root', '--skill', 'tools-change'],
    '{"v":"x"}',
  ],
  ['logs', ['logs', '.'], ''],
  ['approvals', ['approvals', '.'], ''],
];

/** Records what the reference answers in one ordinary workspace: what a null runtime has to go by. */
export function recordAnswers([program = '', ...args]: readonly string[], folder: string): void {
  mkdirSync(folder, { recursive: true });
  const scratch = mkdtempSync(join(tmpdir(), 'answers-'));
  try {
    cpSync('fixtures/faults/null/workspace', scratch, { recursive: true });
    const command = args.map((each) => resolve(each));
    for (const [name, question, input] of questions) {
      const { stdout, status } = spawnSync(program, [...command, ...question, '--json'], {
        cwd: scratch,
        input,
      });
      if (stdout.length === 0)
        throw new Error(`the reference has no answer to ${question.join(' ')}: status ${status}`);
      writeFileSync(join(folder, `${name}.json`), stdout);
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
