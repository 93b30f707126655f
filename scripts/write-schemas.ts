import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { schemaFiles } from './schemas/schema-files.ts';

/** Makes the JSON Schemas anew from the zod schemas. `just check` fails while one of them is not current. */
for (const [path, text] of schemaFiles()) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
