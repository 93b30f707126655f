import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { WrongRuntime } from '../../conformance/selftest/wrong-runtime.ts';

/** Holds `faults.yaml` and, at the path of its id, what each of its rows speaks of. */
export const faultsFolder = 'fixtures/faults';

const FaultRow = WrongRuntime.omit({ command: true }).extend({
  kind: z.enum(['fault', 'control', 'harmless']).default('fault'),
  /** The module of the reference runtime that `<id>.ts` takes the place of. */
  replaces: z.string().regex(/^runtime\/.*\.ts$/),
});
export type FaultRow = z.infer<typeof FaultRow>;

const NullRow = WrongRuntime.pick({ id: true, does: true, bound_ms: true });
export type NullRow = z.infer<typeof NullRow>;

const Table = z.strictObject({ faults: z.array(FaultRow), nulls: z.array(NullRow) });
export type FaultTable = z.infer<typeof Table>;

/** `faults.yaml`, held against the files that it speaks of. Throws with every disagreement. */
export function readFaultTable(): FaultTable {
  const table = Table.parse(parse(readFileSync(join(faultsFolder, 'faults.yaml'), 'utf8')));
  const { faults, nulls } = table;
  const named = [...faults.map(moduleOf), ...faults.map(({ replaces }) => replaces), ...nulls.map(programOf)];
  const disagreements = [
    ...repeated([...faults, ...nulls].map(({ id }) => id)),
    ...named.filter((file) => !existsSync(file)).map((file) => `there is no ${file}`),
    ...faults.filter(breaksNothing).map(({ id }) => `${id}: a fault breaks at least one clause`),
    ...strayFiles(new Set(named)),
  ];
  if (disagreements.length > 0) throw new Error(disagreements.join('\n'));
  return table;
}

export function moduleOf({ id }: FaultRow): string {
  return join(faultsFolder, `${id}.ts`);
}

export function programOf({ id }: NullRow): string {
  return join(faultsFolder, `${id}.sh`);
}

function breaksNothing({ kind, breaks }: FaultRow): boolean {
  return kind === 'fault' && breaks.length === 0;
}

function repeated(ids: readonly string[]): readonly string[] {
  return ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `${id} is there twice`);
}

/** What no row names would be taken for a fault and never be run. `shared/` holds what several faults are made of. */
function strayFiles(named: ReadonlySet<string>): readonly string[] {
  const found = readdirSync(faultsFolder, { recursive: true, encoding: 'utf8' });
  return found
    .filter((name) => /\.(ts|sh)$/.test(name) && !name.startsWith('shared/'))
    .map((name) => join(faultsFolder, name))
    .filter((file) => !named.has(file))
    .map((file) => `${file} has no row in faults.yaml`);
}
