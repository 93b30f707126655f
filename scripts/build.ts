import { chmod, cp, readFile, rm, writeFile } from 'node:fs/promises';
import { build } from 'esbuild';
import ts from 'typescript';
import { storedFile } from '../conformance/commands/open-suite.ts';
import { loadSuite } from '../conformance/load/load-suite.ts';
import { storeSuite } from '../conformance/load/stored-suite.ts';
import { readSuiteFiles } from '../conformance/load/suite-files.ts';
import { writeCodeCache } from './build/code-cache.ts';
import { buildFlatRuntime } from './build/flat-runtime.ts';
import { common } from './build/options.ts';
import { thirdPartyNotices } from './third-party.ts';

/**
 * Both bins as readable bundles with source maps. The kit is modules, and what a command does not need stays in a chunk of its own; the
 * runtime is started a thousand times in a run of the suite, so it is one file with a code cache, and its bin only loads it.
 */
const bins = { swarmkit: 'runtime/start.ts', 'swarmkit-conformance': 'conformance/main.ts' };
const vitestEntry = 'conformance/vitest/conformance.ts';
const flatRuntime = 'dist/runtime';

// `dist/faults` is another script's.
await Promise.all(
  ['dist/chunks', 'dist/runtime', 'dist/page'].map((each) => rm(each, { recursive: true, force: true })),
);
await rm(`dist/${storedFile}`, { force: true });
const { metafile } = await build({
  ...common,
  entryPoints: { ...bins, vitest: vitestEntry },
  // the reader's own: two vitests in one process know nothing of each other
  external: ['vitest'],
  outdir: 'dist',
  splitting: true,
  chunkNames: 'chunks/[name]-[hash]',
  format: 'esm',
  banner: {
    // Some libraries are CommonJS inside and ask for require.
    js: "import { createRequire as __createRequire } from 'node:module';\nconst require = __createRequire(import.meta.url);",
  },
});
const flatInputs = await buildFlatRuntime(flatRuntime);
await Promise.all(Object.keys(bins).map((name) => chmod(`dist/${name}.js`, 0o755)));
await cp('runtime/packs', 'dist/packs', { recursive: true, filter: (path) => !path.endsWith('.ts') });
await cp('runtime/serve/page', 'dist/page', {
  recursive: true,
  filter: (path) => !/\.(json|ts)$/.test(path),
});
writeCodeCache(`${flatRuntime}/swarmkit.cjs`);

// The entry's public types name nothing but themselves, so its declarations can be made from the one file.
const { outputText } = ts.transpileDeclaration(await readFile(vitestEntry, 'utf8'), {
  fileName: vitestEntry,
});
await writeFile('dist/vitest.d.ts', outputText);
// Reading hundreds of YAML files takes longer than driving dozens of cases.
const files = readSuiteFiles({ folder: 'conformance', fixtures: 'fixtures/workspaces' });
const { suite, problems } = loadSuite(files);
if (problems.length === 0) await writeFile(`dist/${storedFile}`, storeSuite(suite));
else
  process.stderr.write('the suite has problems and is not stored; `swarmkit-conformance list` names them\n');
const inputs = [...Object.keys(metafile.inputs), ...flatInputs];
await writeFile('dist/THIRD-PARTY-NOTICES.txt', thirdPartyNotices(inputs));
