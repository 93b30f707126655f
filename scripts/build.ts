import { chmod, cp, rm } from 'node:fs/promises';
import { build } from 'esbuild';

/** Both bins as readable ES modules with source maps; what a verb does not need stays in a chunk of its own. */
const entries = { swarmkit: 'runtime/main.ts', 'swarmkit-conformance': 'conformance/main.ts' };

// `dist/faults` is another script's.
await rm('dist/chunks', { recursive: true, force: true });
await build({
  entryPoints: entries,
  outdir: 'dist',
  bundle: true,
  splitting: true,
  chunkNames: 'chunks/[name]-[hash]',
  platform: 'node',
  // The same library as plain ES modules: only what is used goes in, and it starts in half the time.
  alias: { yaml: './node_modules/yaml/browser/index.js' },
  format: 'esm',
  target: 'node20.19',
  sourcemap: true,
  minify: false,
  legalComments: 'linked',
  banner: {
    // Some libraries are CommonJS inside and ask for require.
    js: "import { createRequire as __createRequire } from 'node:module';\nconst require = __createRequire(import.meta.url);",
  },
  logLevel: 'warning',
});
await Promise.all(Object.keys(entries).map((name) => chmod(`dist/${name}.js`, 0o755)));
await cp('runtime/packs', 'dist/packs', { recursive: true, filter: (path) => !path.endsWith('.ts') });
