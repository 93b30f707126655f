import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runKit } from '../testing/run-kit.ts';
import { shRuntime } from '../testing/sh-runtime.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';

const suite = {
  'requirements.yaml':
    '- { id: argv.verbatim, level: MUST, capability: packs, from: [note], text: A value reaches the program as one element. }\n',
  'cases/argv/hard.yaml': `title: A case with everything that a copy could lose
clauses: [argv.verbatim]
requires: [packs]
why: A failure that cannot be taken away is mended by guessing.
given:
  packs: [{ id: tools, commands: [{ id: show, argv: [witness, '{v}'] }] }]
  files:
    own.sh: { content: "#!/bin/sh\\necho run of @{workspace}\\n", mode: '0755' }
    link: { symlink: '@{workspace}/own.sh' }
    empty: { directory: true }
    bytes: { base64: /wABgA== }
  env: { SAID: "it's $HOME; @{folder}" }
steps:
  - { describe: {}, capture: { the-ceiling: /limits/max_output_bytes }, expect: { outcome: ok } }
  - argv: [validate, 'c@{the-ceiling}', "a 'b' $c", '@{workspace}']
    change: { note: 'written at @{folder}' }
    expect: { outcome: ok }
`,
  'cases/argv/fine.yaml': `title: A case that passes leaves nothing
clauses: [argv.verbatim]
requires: [packs]
why: A failure that cannot be taken away is mended by guessing.
given: {}
steps: [{ describe: {}, expect: { outcome: ok } }]
`,
};

const body = `
printf '%s\\n' "[$2] [$3]"
"$4/link"
cat "$4/note"; echo
ls -d "$4/empty" | sed "s|$4|W|"
od -An -tx1 "$4/bytes"
printf '%s\\n' "$SAID" | sed "s|\${4%/workspace}|ROOT|"
witness one 'two three'
exit 9`;

describe('a capsule', () => {
  async function pack(): Promise<{ folder: string; err: string }> {
    const folder = temporaryFolder();
    const { err } = await runKit([
      ...['run', '--one-shot', '--suite', temporaryFolder(suite), '--capsules', folder, '--'],
      shRuntime(body),
    ]);
    return { folder, err };
  }
  const sh = (script: string, ...args: string[]) =>
    execFileSync('sh', [script, ...args], { encoding: 'utf8', env: { PATH: process.env.PATH ?? '' } });

  it('shows the failure again with a shell and the runtime alone', async () => {
    const { folder, err } = await pack();
    expect(err).toBe(`1 capsule in ${folder}\n`);
    const script = join(folder, 'argv/hard/repro.sh');
    expect(statSync(script).mode & 0o777).toBe(0o755);
    const shown = sh(script);
    expect(shown).toContain('=== case/step-1\nended: exit status 0 (in the run: exit status 0)\n');
    const [, second = ''] = shown.split('=== case/step-2\n');
    const lines = second.split('\n');
    expect(lines[0]).toBe('ended: exit status 9 (in the run: exit status 9)');
    // what the first step answered, and quotes that stay quotes
    expect(lines[2]).toBe("[c1000] [a 'b' $c]");
    // the folder is another one each time, in files, links and the environment
    expect(lines[3]).toMatch(/^run of \/.*\/capsule-\d+\/1\/workspace$/);
    expect(lines[4]).toMatch(/^written at \/.*\/capsule-\d+\/1$/);
    expect(lines.slice(5, 8)).toEqual(['W/empty', ' ff 00 01 80', "it's $HOME; ROOT"]);
    expect(second).toContain('--- ran: bin/.witness.witness/1.argv: one two three');
    expect(second).toContain('--- wanted\n{\n  "outcome": "ok"\n}');
  });

  it('tries another runtime, from wherever one stands', async () => {
    const { folder } = await pack();
    const other = shRuntime('echo other "$1"; exit 1');
    expect(sh(join(folder, 'argv/hard/repro.sh'), 'sh', other)).toContain('--- stdout\nother validate\n');
  });

  it('holds what was sent, wanted and got as files', async () => {
    const { folder } = await pack();
    const read = (name: string) => JSON.parse(readFileSync(join(folder, 'argv/hard/case', name), 'utf8'));
    expect(read('step-2/argv.json')).toEqual([
      'validate',
      'c@{the-ceiling}',
      "a 'b' $c",
      '@CAPSULE_ROOT@/workspace',
    ]);
    expect(read('step-2/expected.json')).toEqual({ outcome: 'ok' });
    expect(read('step-2/actual.json')).toMatchObject({
      exchange: { ended: 'exit status 9' },
      findings: [{ kind: 'crash' }],
    });
  });
});
