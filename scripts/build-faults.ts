import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { parse } from 'yaml';
import { z } from 'zod';

/**
 * Builds runtimes that are wrong in one known way. A fault is a module of `fixtures/faults/` that takes the place of one module of the reference
 * runtime: it exports what it does wrong and passes on the rest. The runtime itself has no hook for it.
 */
const Fault = z.strictObject({
  id: z.string().regex(/^[a-z][a-z0-9-]*$/),
  /** The module that is replaced by `fixtures/faults/<id>.ts`. */
  replaces: z.string(),
  /** What is wrong, in the present tense. */
  does: z.string(),
  /** The clause it breaks: a case of this clause must fail on it. */
  breaks: z.string(),
  /** The reported failure that it re-enacts. */
  reenacts: z.string().optional(),
  /** `control` must die of nearly every case; `harmless` changes nothing that a clause speaks of and must survive. */
  kind: z.enum(['fault', 'control', 'harmless']).default('fault'),
});
type Fault = z.infer<typeof Fault>;

const folder = resolve('fixtures/faults');
const out = 'dist/faults';

const faults = z.array(Fault).parse(parse(readFileSync(join(folder, 'faults.yaml'), 'utf8')));
const only = new Set(process.argv.slice(2));
const chosen = faults.filter(({ id }) => only.size === 0 || only.has(id));

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
await Promise.all(chosen.map(buildFault));
const manifest = chosen.map((fault) => ({ ...fault, command: ['node', `${out}/${fault.id}.js`] }));
writeFileSync(join(out, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);

async function buildFault(fault: Fault): Promise<void> {
  await build({
    entryPoints: ['runtime/main.ts'],
    outfile: join(out, `${fault.id}.js`),
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    legalComments: 'none',
    logLevel: 'error',
    banner: { js: "import { createRequire as __createRequire } from 'node:module';\nconst require = __createRequire(import.meta.url);" },
    plugins: [replacing(resolve(fault.replaces), join(folder, `${fault.id}.ts`))],
  });
}

/** Whoever imports the replaced module gets the fault; the fault itself gets the original. */
function replacing(original: string, replacement: string): Plugin {
  return {
    name: 'replace one module',
    setup({ onResolve }) {
      onResolve({ filter: /^\.{1,2}\// }, ({ path, resolveDir, importer }) =>
        resolve(resolveDir, path) === original && importer !== replacement ? { path: replacement } : undefined,
      );
    },
  };
}
