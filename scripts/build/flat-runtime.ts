import { resolve } from 'node:path';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import { common } from './options.ts';

/** Modules of the runtime with a large library behind them that most calls never need: each is a file of its own, `<name>.cjs`. */
const parts: ReadonlyMap<string, string> = new Map([
  ['anthropic', 'runtime/models/anthropic.ts'],
  ['openai', 'runtime/models/openai.ts'],
  ['tool-servers', 'runtime/mcp/tool-servers.ts'],
  ['ajv', 'runtime/execute/ajv.ts'],
]);

/** Asked for with `require` throughout: the loader of modules takes longer than what it loads. */
const commonjs = {
  ...common,
  format: 'cjs',
  supported: { 'dynamic-import': false },
  outExtension: { '.js': '.cjs' },
  define: { 'import.meta.url': '__moduleUrl' },
} as const satisfies BuildOptions;
const moduleUrl = "const __moduleUrl = require('node:url').pathToFileURL(__filename).href;";

/**
 * The runtime as `swarmkit.cjs`, one function expression, which `runtime/ports/node-bundle.ts` loads, and its parts beside it. Gives the
 * paths of all sources that went in.
 */
export async function buildFlatRuntime(outdir: string): Promise<readonly string[]> {
  const built = await Promise.all([
    build({
      ...commonjs,
      outdir,
      entryPoints: { swarmkit: 'runtime/cli/main.ts' },
      banner: { js: `(function (exports, require, module, __filename) {\n${moduleUrl}` },
      footer: { js: '})' },
      plugins: [partsApart],
    }),
    build({ ...commonjs, outdir, entryPoints: Object.fromEntries(parts), banner: { js: moduleUrl } }),
  ]);
  return built.flatMap(({ metafile }) => Object.keys(metafile.inputs));
}

const partsApart: Plugin = {
  name: 'parts apart',
  setup({ onResolve }) {
    const files = new Map([...parts].map(([name, path]) => [resolve(path), `./${name}.cjs`]));
    onResolve({ filter: /^\.{1,2}\// }, ({ path, resolveDir, kind }) => {
      const file = kind === 'dynamic-import' ? files.get(resolve(resolveDir, path)) : undefined;
      return file === undefined ? undefined : { path: file, external: true };
    });
  },
};
