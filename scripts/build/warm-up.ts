import { writeFileSync } from 'node:fs';
import type { main } from '../../runtime/cli/main.ts';
import { codeCacheOf, loadBundle } from '../../runtime/ports/node-bundle.ts';

/**
 * Does once what the runtime is usually asked for, and writes what V8 has compiled by then. A program of its own, since a process can be
 * warmed up only once: `node warm-up.js BUNDLE WORKSPACE`, with the arguments of the call on stdin.
 */
const [bundlePath = '', workspace = ''] = process.argv.slice(2);
const bundle = loadBundle<{ readonly main: typeof main }>(bundlePath);
const call = ['--topology', 'desk', '--agent', 'analyst', '--skill', 'json-tools-query'];
for (const argv of [['describe'], ['validate', workspace], ['call', workspace, ...call], ['logs', workspace]])
  await bundle.exports.main([...argv, '--json']);
writeFileSync(`${bundlePath}.cache`, codeCacheOf(bundle));
