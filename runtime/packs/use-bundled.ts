import type { Path, Source } from '../load/document.ts';
import { type Problem, problem } from '../model/problem.ts';
import { type Tier, tiers } from '../model/workspace.ts';
import type { BundledPacks } from './bundled.ts';

type Row = Readonly<Record<string, unknown>>;

/** A row of `command_packs` ready for the schema of a pack, and a way back from its fields to the workspace's file. */
export interface UsedPack {
  readonly row: unknown;
  readonly source: Source;
  readonly problems: readonly Problem[];
}

/** What a workspace may say of a bundled pack: the two spellings of a bound stand for each other. */
const sameBound = new Map([
  ['timeout', 'timeout_seconds'],
  ['timeout_seconds', 'timeout'],
  ['max_output', 'max_output_bytes'],
  ['max_output_bytes', 'max_output'],
]);
const overridable = ['permission', 'permission_overrides', 'timeout_overrides', ...sameBound.keys()];

/**
 * `{bundled: json-tools, permission: readonly}` -> the pack of that name with what the row overrides. Other rows come back as they
 * are. Codes: `schema.enum-mismatch` for a name that is not bundled, `schema.unknown-field` for what cannot be overridden.
 */
export function useBundled(row: unknown, source: Source, path: Path, bundled: BundledPacks): UsedPack {
  if (!isRow(row) || !Object.hasOwn(row, 'bundled')) return { row, source, problems: [] };
  const pack = typeof row.bundled === 'string' ? bundled.get(row.bundled) : undefined;
  if (pack === undefined) {
    const place = source.placeOf([...path, 'bundled']);
    const message = `${JSON.stringify(row.bundled)} is no bundled pack; there are ${bundled.ids().join(', ')}`;
    const hint = 'swarmkit packs list says what each is for';
    const unknown = problem('schema.enum-mismatch', message, { place, hint });
    return { row: undefined, source, problems: [unknown] };
  }
  return {
    row: { ...withOverrides(pack.pack, row) },
    source: { ...source, placeOf: (steps, part) => placeInRow(row, source, path, steps, part) },
    problems: strangeFields(row, source, path),
  };
}

function isRow(row: unknown): row is Row {
  return typeof row === 'object' && row !== null && !Array.isArray(row);
}

function strangeFields(row: Row, source: Source, path: Path): readonly Problem[] {
  return Object.keys(row)
    .filter((key) => key !== 'bundled' && !overridable.includes(key))
    .map((key) => {
      const place = source.placeOf([...path, key], 'key');
      const message = `${key} of a bundled pack cannot be overridden`;
      const hint = `only its permission and its bounds can: ${overridable.join(', ')}; swarmkit packs show ${String(row.bundled)} prints it, to be copied and changed`;
      return problem('schema.unknown-field', message, { place, hint });
    });
}

function withOverrides(pack: Row, row: Row): Row {
  const own = Object.entries(row).filter(([key]) => overridable.includes(key));
  const replaced = new Set(own.flatMap(([key]) => sameBound.get(key) ?? []));
  const kept = Object.entries(pack).filter(([key]) => !replaced.has(key));
  const merged = { ...Object.fromEntries(kept), ...Object.fromEntries(own) };
  return {
    ...merged,
    ...mergedMap('timeout_overrides', pack, row, () => true),
    ...mergedMap('permission_overrides', pack, row, (tier) => isStricter(tier, row.permission)),
  };
}

/** Per command, the workspace's word counts before the pack's. What is no map is left for the schema to refuse. */
function mergedMap(key: string, pack: Row, row: Row, keep: (value: unknown) => boolean): Row {
  const own = row[key];
  if (own !== undefined && !isRow(own)) return { [key]: own };
  const theirs = Object.entries((pack[key] ?? {}) as Row).filter(([, value]) => keep(value));
  const all = { ...Object.fromEntries(theirs), ...own };
  return Object.keys(all).length > 0 ? { [key]: all } : { [key]: undefined };
}

/** A pack's stricter word for one command stays; `readonly` for the whole pack is not to be weakened by its `strict`. */
function isStricter(tier: unknown, permission: unknown): boolean {
  return tiers.indexOf(tier as Tier) > tiers.indexOf(permission as Tier);
}

/** A field that the row has stands in the row; everything else of the pack stands for the row's `bundled`. */
function placeInRow(row: Row, source: Source, path: Path, steps: Path, part?: 'value' | 'key') {
  const field = steps[path.length];
  const isOwn = field !== undefined && Object.hasOwn(row, field);
  return isOwn ? source.placeOf(steps, part) : source.placeOf([...path, 'bundled']);
}
