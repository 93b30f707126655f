import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import pLimit from 'p-limit';
import { manifestFile, type WrongRuntime } from '../conformance/selftest/wrong-runtime.ts';
import { buildRuntime } from './faults/build-fault.ts';
import { type FaultRow, type NullRow, programOf, readFaultTable } from './faults/fault-table.ts';
import { recordAnswers } from './faults/record-answers.ts';
import { buildLibraries } from './faults/shared-libraries.ts';

/**
 * Builds runtimes that are wrong in one known way: the reference with one module replaced by one that passes on the rest.
 * The runtime itself has no hook for it. Without arguments all of them; else those named, and the others stay as they are.
 */
const out = dirname(manifestFile);
const answers = `${out}/answers`;
const { faults, nulls } = readFaultTable();
const only = new Set(process.argv.slice(2));
const chosen = faults.filter(({ id }) => only.size === 0 || only.has(id));

if (only.size === 0) rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
const libraries = new Set<string>();
await buildRuntime(`${out}/reference`, undefined, libraries);
const limit = pLimit(4);
await Promise.all(chosen.map((fault) => limit(() => buildRuntime(folderOf(fault), fault, libraries))));
await buildLibraries(libraries, `${out}/libraries`);
cpSync('runtime/packs', `${out}/packs`, { recursive: true, filter: (path) => !path.endsWith('.ts') });
cpSync('runtime/serve/page', `${out}/page`, { recursive: true, filter: (path) => !path.endsWith('.json') });
recordAnswers(['node', `${out}/reference/swarmkit.js`], answers);
const built = faults.filter((fault) => existsSync(folderOf(fault)));
const manifest: readonly WrongRuntime[] = [...built.map(faultEntry), ...nulls.map(nullEntry)];
writeFileSync(manifestFile, `${JSON.stringify(manifest, null, 2)}\n`);

/** All at one depth: the libraries lie beside them. */
function folderOf({ id }: FaultRow): string {
  return join(out, id.replace('/', '.'));
}

function faultEntry(row: FaultRow): WrongRuntime {
  const { replaces: _, ...fault } = row;
  return { ...fault, command: ['node', `${folderOf(row)}/swarmkit.js`] };
}

/** A null runtime says truly what it is not: it is handed the answer of the reference to `describe`, so that cases get as far as it. */
function nullEntry(row: NullRow): WrongRuntime {
  return { ...row, kind: 'null', breaks: [], command: ['sh', programOf(row), `${answers}/describe.json`] };
}
