import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { globSync } from 'tinyglobby';

/**
 * The package as people get it: packed, installed in an empty folder without a network, and used from there. Needs `dist/`, which
 * `npx just build` makes. A line for each thing that holds; status 1 and the reason at the first that does not.
 */
const folder = mkdtempSync(join(tmpdir(), 'package-'));
const bin = (name: string) => join(folder, 'node_modules/.bin', name);

try {
  const tarball = pack();
  run('npm', ['install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', tarball], folder);
  holds('installs in an empty folder without a network', installed().length === 1, installed().join(', '));
  checkBins();
  checkVitest();
  checkSchemas();
  run('npx', ['publint', '--strict', tarball]);
  holds('publint has nothing to say', true);
  run('npx', [
    'attw',
    tarball,
    '--profile',
    'esm-only',
    '--exclude-entrypoints',
    ...jsonEntries(),
    '--no-emoji',
  ]);
  holds('types resolve', true);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function pack(): string {
  const [packed] = JSON.parse(
    run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder]),
  ) as {
    filename: string;
    size: number;
    files: { path: string }[];
  }[];
  const paths = packed?.files.map(({ path }) => path) ?? [];
  const strange = paths.filter((path) => /\.test\.|\.map$|^(runtime|scripts|demos)\//.test(path));
  holds('holds no tests, maps or sources', strange.length === 0, strange.join(', '));
  holds('is under 5 MB', (packed?.size ?? Number.POSITIVE_INFINITY) < 5e6, `${packed?.size} bytes`);
  return join(folder, packed?.filename ?? '');
}

/** It brings nothing else along: everything is in the bundles. */
function installed(): readonly string[] {
  return globSync(['node_modules/*/package.json', 'node_modules/@*/*/package.json'], { cwd: folder });
}

function checkBins(): void {
  const cases = JSON.parse(run(bin('swarmkit-conformance'), ['list', '--json'])) as unknown[];
  const here = JSON.parse(
    run('node', ['dist/swarmkit-conformance.js', 'list', '--json'], resolve('.')),
  ) as unknown[];
  holds(
    'has every case',
    cases.length === here.length && cases.length > 0,
    `${cases.length} of ${here.length}`,
  );
  const only = ['--only', 'load/valid', '--only', 'load/workspace.missing-workspace-yaml'];
  const told = run(bin('swarmkit-conformance'), ['run', ...only, '--', bin('swarmkit')]);
  holds('runs cases against its own runtime', told.endsWith('\n2 passed, 0 failed, 0 skipped\n'), told);
  const begun = run(bin('swarmkit-conformance'), ['init', '--lang', 'sh', 'begun']);
  holds('begins a runtime', begun.includes('wrote begun/adapter.sh'), begun);
  const packs = run(bin('swarmkit'), ['packs', 'list']);
  holds('has the bundled packs', packs.includes('json-tools'), packs);
}

function checkVitest(): void {
  const test = `import { conformance } from 'swarmkit-conformance/vitest';\nconformance({ command: [${JSON.stringify(bin('swarmkit'))}], only: ['load/valid'] });\n`;
  writeFileSync(join(folder, 'own.test.mjs'), test);
  // the reader brings a vitest: the one of this project stands in for it
  run('ln', ['-s', resolve('node_modules/vitest'), join(folder, 'node_modules/vitest')]);
  const told = run('node', [resolve('node_modules/vitest/vitest.mjs'), 'run', '--root', folder]);
  holds('turns cases into tests of vitest', /Tests .*1 passed/.test(told), told);
}

function checkSchemas(): void {
  const script = [
    "const { createRequire } = await import('node:module');",
    "const require = createRequire(process.cwd() + '/x.js');",
    "const names = ['workspace', 'contract/call'].map((name) => require(`swarmkit-conformance/schemas/${name}.schema.json`).title);",
    'console.log(names.join());',
  ].join('\n');
  const told = run('node', ['--input-type=module', '--eval', script]);
  holds('exports its schemas', told === 'SwarmKit workspace,Envelope of call\n', told);
}

/** JSON has no types to resolve. */
function jsonEntries(): readonly string[] {
  return Object.keys(
    (JSON.parse(readFileSync('package.json', 'utf8')) as { exports: object }).exports,
  ).filter((entry) => entry !== './vitest');
}

function run(
  program: string,
  args: readonly string[],
  cwd = isHere(program, args) ? resolve('.') : folder,
): string {
  const environment = { ...process.env, npm_config_offline: 'true', NO_COLOR: '1' };
  try {
    return execFileSync(program, args, {
      cwd,
      env: environment,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string };
    throw new Error([`${program} ${args.join(' ')}`, stdout, stderr].filter(Boolean).join('\n'));
  }
}

/** The package is packed and looked at from its source; it is used from the empty folder. */
function isHere(program: string, args: readonly string[]): boolean {
  return program === 'npx' || args[0] === 'pack';
}

function holds(what: string, isSo: boolean, seen = ''): void {
  if (!isSo) throw new Error(`The package does not hold: ${what}\n${seen}`);
  process.stdout.write(`ok  ${what}\n`);
}
