import type { BuildOptions } from 'esbuild';

/** As `scripts/build.ts` bundles the runtime itself. */
export const bundling = {
  bundle: true,
  splitting: true,
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  legalComments: 'none',
  logLevel: 'error',
  // One folder for each runtime, so that the libraries lie at one place for all of its files.
  chunkNames: '[name]-[hash]',
  banner: {
    // Some libraries are CommonJS inside and ask for require.
    js: "import { createRequire as __createRequire } from 'node:module';\nconst require = __createRequire(import.meta.url);",
  },
} as const satisfies BuildOptions;
