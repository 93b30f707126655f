import type { AnySchema, ErrorObject, Options, ValidateFunction } from 'ajv';
import { done, failed, type Step } from '../model/failure.ts';
import { fromJson, isJsonArray, type Json, type JsonMap } from '../model/json.ts';
import type { Ajv2020 } from './ajv.ts';
import { showName } from './argument-text.ts';

/**
 * Holds the arguments against a JSON Schema (2020-12). A schema that only says which scalar
 * types there are, as most synthesised ones do, is checked here; ajv is loaded for one that says more, since
 * that costs tens of milliseconds. `format` is taken for a description, as the standard has it. Code:
 * `command.bad-value`.
 */
export async function checkSchema(schema: Json, values: JsonMap): Promise<Step<JsonMap>> {
  const fault = isPlain(schema) ? plainFault(schema, values) : await fullFault(schema, values);
  return fault === undefined
    ? done(values)
    : failed('command.bad-value', fault, 'see the inputs of the skill');
}

/** The schema of one property, where there is one. */
export function propertySchema(schema: Json, name: string): JsonMap | undefined {
  const property = propertiesOf(schema).get(name);
  return property instanceof Map ? property : undefined;
}

export function propertiesOf(schema: Json): JsonMap {
  const properties = schema instanceof Map ? schema.get('properties') : undefined;
  return properties instanceof Map ? properties : new Map();
}

/** What a schema calls required, at its top. */
export function requiredOf(schema: Json): readonly string[] {
  const required = schema instanceof Map ? schema.get('required') : undefined;
  if (required === undefined || !isJsonArray(required)) return [];
  return required.filter((name) => typeof name === 'string');
}

/** True for a property that is declared to hold numbers alone. */
export function isNumeric(schema: Json | undefined): boolean {
  const types = typesOf(schema);
  return types.length > 0 && types.every((type) => type === 'number' || type === 'integer');
}

function typesOf(schema: Json | undefined): readonly Json[] {
  const type = schema instanceof Map ? schema.get('type') : undefined;
  if (type === undefined) return [];
  return isJsonArray(type) ? type : [type];
}

/** Missing and unknown arguments are refused before, whatever `required` and `additionalProperties` say. */
const plainKeywords = new Set([
  'type',
  'properties',
  'required',
  'additionalProperties',
  'description',
  'title',
]);
const plainPropertyKeywords = new Set(['type', 'description', 'title']);
const scalarTypes = new Set<Json>(['string', 'number', 'integer', 'boolean']);

function isPlain(schema: Json): boolean {
  if (!(schema instanceof Map)) return false;
  return hasOnly(schema, plainKeywords) && [...propertiesOf(schema).values()].every(isPlainProperty);
}

function isPlainProperty(property: Json): boolean {
  if (!(property instanceof Map)) return false;
  return hasOnly(property, plainPropertyKeywords) && typesOf(property).every((type) => scalarTypes.has(type));
}

function hasOnly(schema: JsonMap, keywords: ReadonlySet<string>): boolean {
  return [...schema.keys()].every((keyword) => keywords.has(keyword));
}

function plainFault(schema: Json, values: JsonMap): string | undefined {
  for (const [name, value] of values) {
    const types = typesOf(propertySchema(schema, name));
    if (types.length > 0 && !types.some((type) => isOfType(value, type))) {
      return `argument ${showName(name)} must be ${types.join(' or ')}`;
    }
  }
  return undefined;
}

function isOfType(value: Json, type: Json): boolean {
  return type === 'integer' ? Number.isInteger(value) : typeof value === type;
}

async function fullFault(schema: Json, values: JsonMap): Promise<string | undefined> {
  const compiled = await compileSchema(schema);
  if (!compiled.ok) return compiled.fault;
  const { check } = compiled;
  if (check(fromJson(values))) return undefined;
  const [error] = check.errors ?? [];
  return error === undefined ? 'the arguments do not fit the inputs' : describeError(error);
}

export type CompiledSchema =
  | { readonly ok: true; readonly check: ValidateFunction }
  | { readonly ok: false; readonly fault: string };

/**
 * The schema made ready, or what keeps it from being one: for the loader, which refuses it, and for the check
 * above.
 */
export async function compileSchema(schema: Json): Promise<CompiledSchema> {
  const { Ajv2020 } = await import('./ajv.ts');
  dialect ??= new Ajv2020(options);
  const content = fromJson(withoutDialect(schema)) as AnySchema;
  try {
    if (dialect.validateSchema(content) !== true)
      return noSchema(`schema is invalid: ${dialect.errorsText()}`);
    // An instance of its own: two schemas may have the same $id.
    return { ok: true, check: new Ajv2020({ ...options, validateSchema: false }).compile(content) };
  } catch (error) {
    return noSchema(error instanceof Error ? error.message : String(error));
  }
}

const options: Options = { strict: false, validateFormats: false, ownProperties: true, logger: false };

/** Holds every schema against the dialect's own. It keeps nothing of them, and compiling that one takes longer than all else. */
let dialect: Ajv2020 | undefined;

function noSchema(reason: string): CompiledSchema {
  return { ok: false, fault: `the inputs are no JSON Schema: ${reason}` };
}

/** ajv knows the dialect that it was made for and refuses to compile for another one's name. */
function withoutDialect(schema: Json): Json {
  return schema instanceof Map ? new Map([...schema].filter(([keyword]) => keyword !== '$schema')) : schema;
}

/** ajv's message speaks of the schema alone, never of the value. */
function describeError({ instancePath, message, keyword, params }: ErrorObject): string {
  const detail = keyword === 'enum' ? `must be one of ${JSON.stringify(params.allowedValues)}` : message;
  const name = instancePath.slice(1).replaceAll('~1', '/').replaceAll('~0', '~');
  return instancePath === '' ? `the arguments: ${detail}` : `argument ${showName(name)} ${detail}`;
}
