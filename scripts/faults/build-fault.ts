import { resolve } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { bundling } from './bundling.ts';
import { type FaultRow, moduleOf } from './fault-table.ts';
import { sharingLibraries } from './shared-libraries.ts';

/** Bundles the reference runtime with one module replaced, or with none. The libraries that it imports go into `libraries`. */
export async function buildRuntime(
  outdir: string,
  fault: FaultRow | undefined,
  libraries: Set<string>,
): Promise<void> {
  let replaced = 0;
  const replacement = fault && replacing(fault, () => (replaced += 1));
  await build({
    ...bundling,
    entryPoints: { swarmkit: 'runtime/main.ts' },
    outdir,
    plugins: [
      ...(replacement === undefined ? [] : [replacement]),
      sharingLibraries('../libraries', libraries),
    ],
  });
  if (fault !== undefined && replaced === 0) {
    throw new Error(
      `${fault.id}: nothing of the runtime imports ${fault.replaces}, so the fault would change nothing`,
    );
  }
}

/** Whoever imports the replaced module gets the fault; the fault itself, and what it shares with others, gets the original. */
function replacing(fault: FaultRow, onReplaced: () => void): Plugin {
  const original = resolve(fault.replaces);
  const replacement = resolve(moduleOf(fault));
  const faults = resolve('fixtures/faults');
  return {
    name: 'replace one module',
    setup({ onResolve }) {
      onResolve({ filter: /^\.{1,2}\// }, ({ path, resolveDir, importer }) => {
        if (resolve(resolveDir, path) !== original || importer.startsWith(faults)) return undefined;
        onReplaced();
        return { path: replacement };
      });
    },
  };
}
