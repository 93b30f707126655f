import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { builds, languages } from '../onboarding/languages.ts';
import { rungs } from '../onboarding/rungs.ts';
import { runKit } from '../testing/run-kit.ts';
import { okLine, shRuntime } from '../testing/sh-runtime.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';

const first = 'load/workspace.missing-workspace-yaml';

/** What a machine needs for a language beside the kit. */
const tools = { python: 'python3', go: 'go', rust: 'rustc', ts: 'node', sh: 'sh' } as const;

function has(tool: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${tool}`]).status === 0;
}

describe.each(languages)('init --lang %s', (language) => {
  const absent = !has(tools[language]);

  it.skipIf(absent)(
    `begins a runtime that works${absent ? ` (skipped: no ${tools[language]})` : ''}`,
    async () => {
      const folder = temporaryFolder();
      const { status, out } = await runKit(['init', '--lang', language, folder]);
      expect(status).toBe(0);
      for (const file of readdirSync(folder)) expect(out).toContain(`wrote ${folder}/${file}`);
      const build = builds[language];
      if (build !== undefined) {
        expect(out).toContain(`\n  ${build}\n`);
        execFileSync('sh', ['-c', build], {
          cwd: folder,
          env: { ...process.env, GOFLAGS: '-mod=mod', GO111MODULE: 'off' },
        });
      }
      const started = startOf(language, folder);
      const { out: ladder } = await runKit(['doctor', ...started]);
      expect(ladder).toContain('\n 6  ok     invalid');
      expect(ladder).toContain('\n 7  none   resolve');
      expect(ladder).toContain('Not yet: the runtime says that it does not offer this verb.');
      const run = await runKit(['run', '--only', first, '--no-baseline', ...started]);
      expect(run.out).toMatch(/\n1 passed, 0 failed, 0 skipped\n$/);
      expect(run.status).toBe(0);
    },
    120_000,
  );

  it('writes over nothing', async () => {
    const folder = temporaryFolder({ 'conformance-target.yaml': 'mine' });
    const { status, err } = await runKit(['init', '--lang', language, folder]);
    expect([status, err]).toEqual([
      2,
      `conformance-target.yaml: already in ${folder}; nothing was written\n`,
    ]);
    expect(readdirSync(folder)).toEqual(['conformance-target.yaml']);
  });
});

/** The target file as it is written, but for TypeScript on a Node that does not read it yet. */
function startOf(language: string, folder: string): readonly string[] {
  if (language !== 'ts' || 'typescript' in process.features) {
    return ['--target', join(folder, 'conformance-target.yaml')];
  }
  const loader = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
  return ['--', 'node', '--import', loader, join(folder, 'adapter.ts')];
}

it('init knows its languages', async () => {
  const { status, err } = await runKit(['init', '--lang', 'cobol']);
  expect([status, err]).toEqual([2, '--lang cobol: one of python, go, rust, ts, sh\n']);
});

describe('doctor', () => {
  const doctor = (body: string, describe?: string) => runKit(['doctor', '--', shRuntime(body, describe)]);
  const usage = 'case $1 in frobnicate) exit 2 ;; esac; ';
  const invalid =
    '{"contract":"1","verb":"validate","outcome":"invalid","problems":[{"code":"workspace.not-found","severity":"error","message":"m","path":null,"line":null,"column":null,"pointer":null,"hint":null,"related":[]}]}';

  it.each([
    ['starts', 'kill -9 $$', 'killed by SIGKILL'],
    ['one-object', 'echo hello', 'stdout is not one JSON object'],
    ['describe', `echo '{"contract":"1"}'`, 'envelope'],
  ])('calls the adapter wrong where describe fails at %s', async (name, describe, found) => {
    const { status, out } = await doctor('exit 3', describe);
    expect(out).toMatch(new RegExp(`WRONG {2}${name} `));
    expect(out).toContain(found);
    expect(out).toContain('\nAdapter wrong: ');
    expect(status).toBe(1);
  });

  it('calls the adapter wrong where an unknown verb is not a usage error', async () => {
    expect((await doctor('exit 3')).out).toMatch(/ 4 {2}WRONG {2}usage[\s\S]*\nAdapter wrong: /);
  });

  it('calls the runtime wrong where a proper answer says the wrong thing', async () => {
    const { out } = await doctor(`${usage}echo '${okLine}'`);
    expect(out).toMatch(
      / 6 {2}WRONG {2}invalid[\s\S]*wanted +"invalid"[\s\S]*\nRuntime wrong: [\s\S]*\nNext: a problem has nine fields/,
    );
    const code = await doctor(
      `${usage}[ -f "$2/workspace.yaml" ] && echo '${okLine}' && exit; echo '${invalid}'; exit 1`,
    );
    expect(code.out).toMatch(/ 6 {2}WRONG {2}invalid[\s\S]*\nRuntime wrong: /);
  });

  it('calls the adapter wrong where the answer to a later rung is none', async () => {
    const { out } = await doctor(`${usage}exit 77`);
    expect(out).toMatch(/ 5 {2}WRONG {2}valid[\s\S]*exited with status 77[\s\S]*\nAdapter wrong: /);
  });

  it('finds all ten rungs in the reference runtime', async () => {
    const reference = join(import.meta.dirname, '../../dist/swarmkit.js');
    expect(existsSync(reference), `${reference}: npx just build makes it`).toBe(true);
    const { status, out } = await runKit(['doctor', '--', 'node', reference]);
    expect(out).toContain('\n10  ok     logs');
    expect(out).toContain('All ten hold.');
    expect(status).toBe(0);
  }, 120_000);

  it('names cases that there are', async () => {
    const named = rungs.flatMap(({ next }) =>
      [...next.matchAll(/list --only "([^"]+)"/g)].map(([, selector]) => selector ?? ''),
    );
    expect(named.length).toBeGreaterThan(3);
    for (const selector of named) expect((await runKit(['list', '--only', selector])).status).toBe(0);
    const skeleton = readFileSync(join(import.meta.dirname, '../skeletons/python/adapter.py'), 'utf8');
    for (const [, selector] of skeleton.matchAll(/list --only '([^']+)'/g))
      expect((await runKit(['list', '--only', selector ?? ''])).status).toBe(0);
  });
});
