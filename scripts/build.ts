import { chmod, cp, readFile, rm, writeFile } from 'node:fs/promises';
import { build } from 'esbuild';
import ts from 'typescript';
import { storedFile } from '../conformance/commands/open-suite.ts';
import { loadSuite } from '../conformance/load/load-suite.ts';
import { storeSuite } from '../conformance/load/stored-suite.ts';
import { readSuiteFiles } from '../conformance/load/suite-files.ts';
import { thirdPartyNotices } from './third-party.ts';

/** Both bins as readable ES modules with source maps; what a verb does not need stays in a chunk of its own. */
const bins = { swarmkit: 'runtime/main.ts', 'swarmkit-conformance': 'conformance/main.ts' };
const vitestEntry = 'conformance/vitest/conformance.ts';

// `dist/faults` is another script's.
await rm('dist/chunks', { recursive: true, force: true });
await rm(`dist/${storedFile}`, { force: true });
const { metafile } = await build({
  entryPoints: { ...bins, vitest: vitestEntry },
  // the reader's own: two vitests in one process know nothing of each other
  external: ['vitest'],
  metafile: true,
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
await Promise.all(Object.keys(bins).map((name) => chmod(`dist/${name}.js`, 0o755)));
await cp('runtime/packs', 'dist/packs', { recursive: true, filter: (path) => !path.endsWith('.ts') });
await cp('runtime/serve/page', 'dist/page', { recursive: true, filter: (path) => !path.endsWith('.json') });

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
await writeFile('dist/THIRD-PARTY-NOTICES.txt', thirdPartyNotices(Object.keys(metafile.inputs)));
