import { Validator } from '@seriousme/openapi-schema-validator';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openapi } from './openapi.ts';
import type { Operation } from './operation.ts';
import { operations } from './operations.ts';
import { problemMediaType } from './reply-problem.ts';
import { type AskParts, sampleServer } from './sample-server.ts';
import { ProblemDetails } from './schemas.ts';

describe('the OpenAPI document', () => {
  it('is a valid one of version 3.1', async () => {
    const validator = new Validator();
    expect(await validator.validate(JSON.parse(JSON.stringify(openapi(operations))))).toEqual({
      valid: true,
    });
    expect(validator.version).toBe('3.1');
  });

  it('is what the server hands out, for whoever may have no key', async () => {
    const server = await sampleServer({ key: 'k' });
    expect(await (await server.ask('/openapi.json')).json()).toEqual(
      JSON.parse(JSON.stringify(openapi(operations))),
    );
  });

  it('names every operation once', () => {
    const ids = operations.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

interface Asked {
  readonly operation: Operation;
  readonly target: string;
  readonly parts: AskParts;
}

/** Names that may be there, names that may not, and text that is no name. */
const name = fc.oneof(
  fc.constantFrom('main', '__proto__', 'constructor', 'toString', '..', '.', ''),
  fc.stringMatching(/^[A-Za-z0-9._-]{1,70}$/),
  fc.string({ unit: 'binary' }).map((text) => encodeURIComponent(text)),
);
const text = fc.oneof(
  fc.constantFrom('1', '0', '-1', '1e3', '99999999999', 'completed', '%00', ''),
  fc.string(),
);
const body = fc.oneof(
  fc.record(
    { input: fc.string({ unit: 'binary' }), attachments: fc.jsonValue() },
    { requiredKeys: ['input'] },
  ),
  fc.record({ reason: fc.string() }, { requiredKeys: [] }),
  fc.record({
    input: fc.jsonValue(),
    attachments: fc.array(
      fc.record({ path: fc.string(), data: fc.string(), name: fc.string() }, { requiredKeys: [] }),
      { maxLength: 3 },
    ),
  }),
  fc.jsonValue(),
);

/** Any request that the document describes, or nearly does. */
const asked: fc.Arbitrary<Asked> = fc.constantFrom(...operations).chain((operation) => {
  const fields = Object.keys(operation.query.shape);
  const query = fc.dictionary(
    fields.length === 0 ? fc.string() : fc.oneof(fc.constantFrom(...fields), fc.string()),
    text,
    { maxKeys: 3 },
  );
  const raw = fc.oneof(
    { weight: 4, arbitrary: body.map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: fc.string() },
  );
  const headers = fc.record(
    {
      'last-event-id': text.map((value) => value.replaceAll(/[^\x20-\x7e]/g, '')),
      'content-type': fc.constantFrom('text/plain', 'application/json; charset=utf-8'),
    },
    { requiredKeys: [] },
  );
  return fc.tuple(name, query, raw, headers).map(([part, rows, content, some]) => {
    const search = new URLSearchParams(rows);
    const target = `${operation.path.replace(/\{.*\}/, part)}?${search}`;
    const sent =
      operation.method === 'post'
        ? { raw: content, method: 'POST', headers: { 'content-type': 'application/json', ...some } }
        : { headers: some };
    return { operation, target, parts: sent as AskParts };
  });
});

/** Statuses that the document gives an operation. */
function documented({ id }: Operation): readonly string[] {
  const { paths } = openapi(operations) as {
    paths: Record<string, Record<string, { operationId: string; responses: object }>>;
  };
  const all = Object.values(paths).flatMap((methods) => Object.values(methods));
  return Object.keys(all.find(({ operationId }) => operationId === id)?.responses ?? {});
}

describe('whatever is asked', () => {
  it('is answered with a status of the document, never with a fault of the server, and problems in due form', async () => {
    const server = await sampleServer();
    await fc.assert(
      fc.asyncProperty(asked, async ({ operation, target, parts }) => {
        const response = await server.ask(target, parts);
        expect(response.status).toBeLessThan(500);
        // an odd name can make the path another one, or none
        if (response.status !== 405)
          expect([...documented(operation), '404']).toContain(String(response.status));
        if (response.status >= 400) {
          expect(response.headers.get('content-type')).toBe(problemMediaType);
          expect(ProblemDetails.parse(await response.json()).status).toBe(response.status);
        } else await response.body?.cancel();
      }),
      { numRuns: 300 },
    );
    expect(server.log.filter((line) => line.startsWith('a request broke'))).toEqual([]);
  }, 120_000);
});
