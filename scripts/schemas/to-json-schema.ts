import * as z from 'zod';

type JsonSchema = Record<string, unknown>;

/** A zod schema of what people or programs write, as JSON Schema 2020-12. Maps are objects there. */
export function toJsonSchema(schema: z.ZodType, title: string, description: string): JsonSchema {
  const { $schema, ...body } = convert(schema);
  return { $schema, title, description, ...body };
}

function convert(schema: z.ZodType): JsonSchema {
  return z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      excludeTwins(jsonSchema as JsonSchema);
      const value = valueOfMap(zodSchema);
      if (value === undefined) return;
      const { $schema: _, ...additionalProperties } = convert(value);
      for (const key of Object.keys(jsonSchema)) delete (jsonSchema as JsonSchema)[key];
      Object.assign(jsonSchema, { type: 'object', additionalProperties });
    },
  }) as JsonSchema;
}

/** `mapOf` is a preprocessing step, whose input could be anything; its value's schema travels as `meta`. */
function valueOfMap(schema: z.core.$ZodType): z.ZodType | undefined {
  const value = z.globalRegistry.get(schema)?.mapOf;
  return value instanceof z.ZodType ? value : undefined;
}

/** Two spellings of one bound: the validator has a code of its own for both at once. */
const twins = [
  ['timeout', 'timeout_seconds'],
  ['max_output', 'max_output_bytes'],
] as const;

function excludeTwins(schema: JsonSchema): void {
  const properties = new Set(Object.keys((schema.properties ?? {}) as object));
  const present = twins.filter((pair) => pair.every((name) => properties.has(name)));
  if (present.length > 0) schema.allOf = present.map((required) => ({ not: { required } }));
}
