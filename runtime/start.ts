#!/usr/bin/env node
import { fileURLToPath } from 'node:url';
import type { main } from './cli/main.ts';
import { loadBundle } from './ports/node-bundle.ts';

/** The bin of the package: `main.ts`, loaded as one file that has been compiled before. */
const bundle = loadBundle<{ readonly main: typeof main }>(
  fileURLToPath(new URL('runtime/swarmkit.cjs', import.meta.url)),
);
process.exitCode = await bundle.exports.main(process.argv.slice(2));
