import { readFileSync } from 'node:fs';
import { globSync } from 'tinyglobby';
import { findBreaches } from './architecture.ts';
import { codeFaults, withCodeTable } from './code-tables.ts';
import { namedPathFaults } from './contributing.ts';
import { engineFaults } from './engines.ts';
import { withFieldTables } from './field-tables.ts';
import { stalePower } from './power.ts';
import { staleSchemas } from './schemas/schema-files.ts';

/** What neither the compiler nor a linter can see. Each check gives one line per fault. */
const checks: ReadonlyMap<string, () => readonly string[]> = new Map([
  ['layout', () => findBreaches('.').map(({ file, imports, rule }) => `${file} imports ${imports}: ${rule}`)],
  ['codes', codeFaults],
  ['generated tables', staleTables],
  ['JSON Schemas', staleSchemas],
  ['CONTRIBUTING', namedPathFaults],
  ['engines', engineFaults],
  ['power of the suite', stalePower],
  ['unfinished marks', unfinishedMarks],
]);

let faults = 0;
for (const [name, check] of checks) {
  const found = check();
  faults += found.length;
  for (const fault of found) process.stderr.write(`${name}: ${fault}\n`);
}
process.exitCode = faults > 0 ? 1 : 0;

function staleTables(): readonly string[] {
  const contract = readFileSync('conformance/CONTRACT.md', 'utf8');
  return withFieldTables(withCodeTable(contract)) === contract
    ? []
    : ['conformance/CONTRACT.md is not current: tsx scripts/write-tables.ts'];
}

function unfinishedMarks(): readonly string[] {
  const marks = /\b(TO[D]O|FIX[M]E)[:(]|\b(test|it|describe)\.(only\b|todo\b|skip\(['"`])/;
  return globSync(['{runtime,conformance,fixtures,demos,scripts}/**/*.{ts,yaml,md}']).flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, index) => (marks.test(line) ? [`${file}:${index + 1} ${line.trim()}`] : [])),
  );
}
