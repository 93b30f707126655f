import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Materials } from './layout.ts';
import { readLayout } from './write-layout.ts';

/** What cases are made of beside their own text, from the package at `root`. */
export function loadMaterials(root: string): Materials {
  const program = (name: string) => readFileSync(join(root, 'fixtures/programs', name));
  return {
    witness: program('witness'),
    toolServer: program('tool-server.cjs'),
    fixture: (name) => readLayout(join(root, 'fixtures/workspaces', name)),
  };
}
