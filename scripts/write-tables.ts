import { readFileSync, writeFileSync } from 'node:fs';
import { withCodeTable } from './code-tables.ts';
import { withFieldTables } from './field-tables.ts';

/** Makes the generated tables anew. `just check` fails while one of them is not current. */
const path = 'conformance/CONTRACT.md';
writeFileSync(path, withFieldTables(withCodeTable(readFileSync(path, 'utf8'))));
