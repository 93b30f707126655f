import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import * as z from 'zod';
import { WrongRuntime } from '../../conformance/selftest/wrong-runtime.ts';

/** Holds `faults.yaml`, a folder of modules for each area, and `null/`. */
export const faultsFolder = 'fixtures/faults';

const FaultRow = WrongRuntime.pick({ id: true, does: true, reenacts: true }).extend({
  /** The module of the reference runtime that `<area>/<id>.ts` takes the place of. */
  replaces: z.string().regex(/^runtime\/.*\.ts$/),
  breaks: z.array(z.string()).default([]),
  kind: z.enum(['fault', 'control', 'harmless']).default('fault'),
});
export type FaultRow = z.infer<typeof FaultRow>;

const NullRow = WrongRuntime.pick({ id: true, does: true, bound_ms: true });

const Table = z.strictObject({ faults: z.array(FaultRow), nulls: z.array(NullRow) });
export type FaultTable = z.infer<typeof Table>;

/** `faults.yaml`, held against the files that it speaks of. Throws with every disagreement. */
export function readFaultTable(): FaultTable {
  const table = Table.parse(parse(readFileSync(join(faultsFolder, 'faults.yaml'), 'utf8')));
  const disagreements = [
    ...repeated([...table.faults, ...table.nulls].map(({ id }) => id)),
    ...table.faults.flatMap(faultDisagreements),
    ...strayModules(table.faults),
  ];
  if (disagreements.length > 0) throw new Error(disagreements.join('\n'));
  return table;
}

/** Modules lie in a folder named for the area of the first clause that they break, as the cases do. */
export function moduleOf({ id, kind, breaks: [first] }: FaultRow): string {
  const area = first?.split('.')[0] ?? kind;
  return join(faultsFolder, area, `${id}.ts`);
}

function faultDisagreements(row: FaultRow): readonly string[] {
  const missing = [row.replaces, moduleOf(row)].filter((file) => !existsSync(file));
  return [
    ...missing.map((file) => `${row.id}: there is no ${file}`),
    ...(row.kind === 'fault' && row.breaks.length === 0
      ? [`${row.id}: a fault breaks at least one clause`]
      : []),
  ];
}

function repeated(ids: readonly string[]): readonly string[] {
  return ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `${id} is there twice`);
}

/** A module that no row names would be taken for a fault and never be run. */
function strayModules(rows: readonly FaultRow[]): readonly string[] {
  const named = new Set(rows.map(moduleOf));
  const found = readdirSync(faultsFolder, { recursive: true, encoding: 'utf8' });
  return found
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.startsWith('shared/'))
    .map((name) => join(faultsFolder, name))
    .filter((file) => !named.has(file))
    .map((file) => `${file} has no row in faults.yaml`);
}
