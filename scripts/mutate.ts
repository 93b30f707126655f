import { spawnSync } from 'node:child_process';

/**
 * Mutation testing of the reference runtime, with the suite as its tests: `tsx scripts/mutate.ts [FOLDER...]`. Each stage is judged by the
 * cases that are about it; what they let pass is listed at the end, and in `coverage/mutation-<folder>.html`.
 */
const stages: Readonly<Record<string, readonly string[]>> = {
  validate: [
    'load/**',
    'packs/**',
    'skills/**',
    'programs/**',
    'versions/**',
    'bounds/**',
    'credentials/**',
    'environment/**',
    'contract/**',
  ],
  resolve: ['grants/**', 'skills/**', 'scopes/**', 'prerequisites/**', 'load/**', 'contract/**'],
  authorize: ['grants/**', 'tiers/**', 'scopes/**', 'approvals/**', 'prerequisites/**', 'mcp/**'],
  execute: [
    'template/**',
    'values/**',
    'process/**',
    'environment/**',
    'credentials/**',
    'redaction/**',
    'bounds/**',
    'output/**',
  ],
  audit: ['audit/**', 'redaction/**', 'approvals/**', 'prerequisites/**'],
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((folder) => !Object.hasOwn(stages, folder));
if (unknown.length > 0)
  throw new Error(`${unknown.join(', ')}: the stages are ${Object.keys(stages).join(', ')}`);

for (const [folder, cases] of Object.entries(stages)) {
  if (wanted.length > 0 && !wanted.includes(folder)) continue;
  const mutate = [`runtime/${folder}/**/*.ts`, '!runtime/**/*.test.ts', '!runtime/**/sample-*.ts'].join(',');
  const { status } = spawnSync('stryker', ['run', '--mutate', mutate], {
    stdio: 'inherit',
    env: { ...process.env, MUTATION_CASES: cases.join(' ') },
  });
  if (status !== 0) process.exitCode = 1;
}
