import * as z from 'zod';
import { runtimeIdentity } from '../verbs/describe.ts';
import type { Operation } from './operation.ts';
import { type HttpCode, problemDetails, problemMediaType } from './reply-problem.ts';
import { ProblemDetails } from './schemas.ts';

type JsonObject = { readonly [key: string]: unknown };

/** The OpenAPI 3.1 document of these operations. Everything in it comes from the rows that also do the work. */
export function openapi(rows: readonly Operation[]): JsonObject {
  const paths = [...new Set(rows.map(({ path }) => path))];
  return {
    openapi: '3.1.0',
    info: {
      title: 'SwarmKit',
      version: runtimeIdentity.version,
      description: 'Runs topologies as jobs, shows what they do, and asks a person where one has to decide.',
    },
    servers: [{ url: '/' }],
    security: [{}, { bearer: [] }, { apiKey: [] }],
    paths: Object.fromEntries(
      paths.map((path) => [
        path,
        Object.fromEntries(
          rows.filter((each) => each.path === path).map((each) => [each.method, operationObject(each)]),
        ),
      ]),
    ),
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
      },
      schemas: { Problem: schemaOf(ProblemDetails) },
    },
  };
}

function operationObject(each: Operation): JsonObject {
  return {
    operationId: each.id,
    summary: each.summary,
    ...(each.isOpen === true ? { security: [] } : {}),
    parameters: [...pathParameters(each), ...queryParameters(each.query)],
    ...(each.body === undefined ? {} : { requestBody: bodyObject(each.body) }),
    responses: { ...answerObject(each), ...problemObjects(each) },
  };
}

/** One spelling for all: what is no id is no name either, and is answered with 404. */
function pathParameters({ path }: Operation): readonly JsonObject[] {
  return [...path.matchAll(/\{(.*?)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string', pattern: '^[A-Za-z0-9_-][A-Za-z0-9._-]*$' },
  }));
}

function queryParameters(query: z.ZodObject): readonly JsonObject[] {
  const { properties = {} } = schemaOf(query) as { properties?: Record<string, JsonObject> };
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    required: false,
    ...(description === undefined ? {} : { description }),
    schema,
  }));
}

function bodyObject(body: z.ZodObject): JsonObject {
  return { required: true, content: { 'application/json': { schema: schemaOf(body) } } };
}

function answerObject({ answers: { status, schema } }: Operation): JsonObject {
  const content =
    schema === 'events'
      ? { 'text/event-stream': { schema: { type: 'string' } } }
      : { 'application/json': { schema: schemaOf(schema, 'output') } };
  return { [status]: { description: 'It is done, or taken on', content } };
}

/** What any request may be refused with, and what one with a body may. */
const common: readonly HttpCode[] = [
  'request.bad-arguments',
  'request.foreign-host',
  'request.unknown-path',
  'server.internal',
];
const withKey: readonly HttpCode[] = ['request.unauthorized'];
const withBody: readonly HttpCode[] = [
  'request.too-slow',
  'request.too-large',
  'request.media-type',
  'request.too-many',
];

function problemObjects(each: Operation): JsonObject {
  const codes = [
    ...common,
    ...(each.isOpen === true ? [] : withKey),
    ...(each.body === undefined ? [] : withBody),
    ...each.problems,
  ];
  const statuses = codes.map((code) => problemDetails({ code, detail: '' }).status);
  const extra = each.body === undefined ? [] : [400];
  const content = { [problemMediaType]: { schema: { $ref: '#/components/schemas/Problem' } } };
  return Object.fromEntries(
    [...new Set([...statuses, ...extra])].map((status) => [
      status,
      {
        description:
          codes.filter((code) => problemDetails({ code, detail: '' }).status === status).join(', ') ||
          'request.bad-arguments',
        content,
      },
    ]),
  );
}

/** Query parameters are text on the wire; the document tells what the text has to spell. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output' = 'input'): JsonObject {
  const { $schema: _, ...made } = z.toJSONSchema(schema, {
    io,
    override: ({ zodSchema, jsonSchema }) => {
      const meta = z.globalRegistry.get(zodSchema)?.jsonSchema;
      if (meta === undefined) return;
      const { description } = jsonSchema;
      for (const key of Object.keys(jsonSchema)) delete jsonSchema[key as keyof typeof jsonSchema];
      Object.assign(jsonSchema, meta, description === undefined ? {} : { description });
    },
  });
  return made;
}
