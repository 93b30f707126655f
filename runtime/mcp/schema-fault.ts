import { compileSchema } from '../execute/input-schema.ts';
import { fromJson, type Json } from '../model/json.ts';

/** What is wrong with a value, or with a schema that comes from a server and need be none. Never quotes the value. */
export async function schemaFault(schema: Json, value: Json): Promise<string | undefined> {
  const compiled = await compileSchema(schema);
  if (!compiled.ok) return compiled.fault;
  if (compiled.check(fromJson(value))) return undefined;
  const [error] = compiled.check.errors ?? [];
  const place =
    error?.instancePath === undefined || error.instancePath === '' ? '' : `${error.instancePath} `;
  return `${place}${error?.message ?? 'does not fit'}`;
}
