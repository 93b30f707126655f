import { realpathSync } from 'node:fs';
import { dirSync } from 'tmp-promise';
import { afterEach } from 'vitest';
import type { Layout } from '../prepare/layout.ts';
import { layOutFiles } from '../prepare/layout.ts';
import { writeLayout } from '../prepare/write-layout.ts';

const made: { removeCallback(): void }[] = [];

afterEach(() => {
  for (const folder of made.splice(0)) folder.removeCallback();
});

/** A folder with these files, gone after the test. Absolute, without symlinks. */
export function temporaryFolder(files: Readonly<Record<string, string>> = {}): string {
  const folder = dirSync({ prefix: 'conformance-test-', unsafeCleanup: true });
  made.push(folder);
  const at = realpathSync(folder.name);
  const entries = [...layOutFiles(files)].map(
    ([path, entry]) => [path.replace(/^workspace\//, ''), entry] as const,
  );
  writeLayout(at, new Map(entries) as Layout);
  return at;
}
