import { readFileSync } from 'node:fs';
import { unsupportedBlocks } from '../runtime/validate/schemas/workspace.ts';

/** As much of JSON Schema as `schemas/` uses. */
interface Schema {
  readonly type?: string | readonly string[];
  readonly const?: string;
  readonly enum?: readonly string[];
  readonly pattern?: string;
  readonly minLength?: number;
  readonly minItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
}

interface Row {
  readonly path: string;
  readonly type: string;
  readonly required: boolean;
}

const begin = '<!-- fields:begin -->';
const end = '<!-- fields:end -->';
const artifacts = ['workspace', 'skill', 'archetype', 'topology', 'provider'];

/** CONTRACT.md with its tables of fields made anew from the JSON Schemas that editors use. */
export function withFieldTables(contract: string): string {
  const tables = artifacts.map((name) => {
    const schema = JSON.parse(readFileSync(`schemas/${name}.schema.json`, 'utf8')) as Schema;
    return tableOf(name, rowsOf(schema, '', schema));
  });
  const start = contract.indexOf(begin) + begin.length;
  return `${contract.slice(0, start)}\n${tables.join('\n\n')}\n${contract.slice(contract.indexOf(end))}`;
}

function tableOf(name: string, rows: readonly Row[]): string {
  const shown = new Map(rows.filter(isShown).map((row) => [row.path, row]));
  const lines = [...shown.values()].map(
    ({ path, type, required }) => `| \`${path}\` | ${type} | ${required ? 'required' : ''} |`,
  );
  return [`| ${name} | | |`, '|---|---|---|', ...lines].join('\n');
}

/** Blocks that are passed over and rows of bundled packs have a clause each. */
function isShown({ path }: Row): boolean {
  return !(unsupportedBlocks as readonly string[]).includes(path) && !path.endsWith('.bundled');
}

/** One row a field, depth first. A field that refers to the artifact's own definitions ends there: children are agents again. */
function rowsOf(schema: Schema, path: string, root: Schema, seen: readonly string[] = []): Row[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, field]) => {
    const here = path === '' ? key : `${path}.${key}`;
    const required = schema.required?.includes(key) ?? false;
    return [{ path: here, type: typeOf(field), required }, ...below(field, here, root, seen)];
  });
}

function below(field: Schema, path: string, root: Schema, seen: readonly string[]): Row[] {
  if (field.$ref !== undefined) {
    const name = field.$ref.split('/').at(-1) ?? '';
    return seen.includes(name) ? [] : rowsOf(root.$defs?.[name] ?? {}, path, root, [...seen, name]);
  }
  if (field.items !== undefined) return below(field.items, `${path}[]`, root, seen);
  if (typeof field.additionalProperties === 'object')
    return below(field.additionalProperties, `${path}.*`, root, seen);
  const variants = field.oneOf ?? field.anyOf ?? [];
  return [...rowsOf(field, path, root, seen), ...variantRows(variants, path, root, seen)];
}

/** What holds in every variant of a block stands once; what holds for one word alone, such as `source: env`, says so. */
function variantRows(
  variants: readonly Schema[],
  path: string,
  root: Schema,
  seen: readonly string[],
): Row[] {
  const choice = Object.keys(variants[0]?.properties ?? {}).find(
    (key) => wordOf(variants[0], key) !== undefined,
  );
  const rows = variants.flatMap((variant) =>
    below(variant, path, root, seen).map((row) => ({ ...row, word: choice && wordOf(variant, choice) })),
  );
  if (choice === undefined) return rows;
  return [...new Set(rows.map((row) => row.path))].map((here) => {
    const same = rows.filter((row) => row.path === here);
    const words = same.map(({ word }) => `\`${word}\``).join(' ');
    const required = same[0]?.required ?? false;
    if (here === `${path}.${choice}`) return { path: here, type: words, required };
    const types = [...new Set(same.map(({ type }) => type))].join(' or ');
    const everywhere = same.length === variants.length && same.every((each) => each.required === required);
    return {
      path: here,
      type: everywhere ? types : `${types}; only with ${choice} ${words}${neededBy(same)}`,
      required: everywhere && required,
    };
  });
}

/** Where some of the words of a field need it and others do not. */
function neededBy(rows: readonly (Row & { readonly word: string | undefined })[]): string {
  const needing = rows.filter(({ required }) => required).map(({ word }) => `\`${word}\``);
  return needing.length === 0 ? '' : `, required by ${needing.join(' ')}`;
}

function wordOf(variant: Schema | undefined, key: string): string | undefined {
  return variant?.properties?.[key]?.const;
}

const patterns: ReadonlyMap<string, string> = new Map([
  ['^[a-z][a-z0-9-]*$', 'id'],
  ['^[A-Za-z_][A-Za-z0-9_]*$', 'name of a variable'],
  ['^[a-z][a-z0-9_-]*:[a-z*][a-z0-9_*-]*$', 'scope, `noun:verb`'],
]);

function typeOf(schema: Schema): string {
  if (schema.const !== undefined) return `\`${schema.const}\``;
  if (schema.enum !== undefined) return schema.enum.map((word) => `\`${word}\``).join(' ');
  if (schema.pattern !== undefined)
    return patterns.get(schema.pattern) ?? `text, \`${schema.pattern.replaceAll('|', '\\|')}\``;
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return [...new Set(choices.map(typeOf))].join(' or ');
  if (schema.items !== undefined)
    return `list of ${typeOf(schema.items)}${schema.minItems === 1 ? ', not empty' : ''}`;
  if (typeof schema.additionalProperties === 'object') return `map to ${typeOf(schema.additionalProperties)}`;
  return scalarType(schema);
}

function scalarType({ type, minLength, minimum, maximum, $ref }: Schema): string {
  const range = [
    ...(minimum === undefined ? [] : [`from ${minimum}`]),
    ...(maximum === undefined || maximum === Number.MAX_SAFE_INTEGER ? [] : [`to ${maximum}`]),
  ].join(' ');
  if (type === 'integer' || type === 'number')
    return `${type === 'integer' ? 'whole number' : 'number'}${range === '' ? '' : ` ${range}`}`;
  if (type === 'string') return minLength === 1 ? 'text, not empty' : 'text';
  if (type === 'object') return 'map';
  if (typeof type === 'object') return type.join(' or ');
  return type ?? ($ref === undefined ? 'any' : 'agent');
}
