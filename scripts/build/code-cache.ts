import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';

/** Warms the bundle up on a copy of the valid workspace and leaves the code cache beside it. It serves the Node that builds it; others compile. */
export function writeCodeCache(bundlePath: string): void {
  const workspace = mkdtempSync(join(tmpdir(), 'warm-up-'));
  try {
    cpSync('fixtures/workspaces/valid', workspace, { recursive: true });
    const path = [resolve('fixtures/programs'), process.env.PATH].join(delimiter);
    execFileSync(
      process.execPath,
      ['--import', 'tsx', 'scripts/build/warm-up.ts', resolve(bundlePath), workspace],
      {
        input: JSON.stringify({ filter: '.', file: 'data/team.json' }),
        env: { ...process.env, PATH: path },
        stdio: ['pipe', 'ignore', 'inherit'],
      },
    );
  } finally {
    rmSync(workspace, { recursive: true, force: true });
  }
}
