import { Hono, type Context as HttpContext } from 'hono';
import { streamSSE } from 'hono/streaming';
import type * as z from 'zod';
import type { RequestHead } from '../ports/node-http.ts';
import { type GuardSettings, guard, unauthorized, unknownPath } from './guard.ts';
import type { TranscriptEvent } from './jobs/transcript.ts';
import { openapi } from './openapi.ts';
import type { Answer, Operation, ServeWorld } from './operation.ts';
import { operations } from './operations.ts';
import { type PageFile, pageHeaders } from './page-files.ts';
import { type BodyLimits, readBody } from './read-body.ts';
import { type HttpProblem, replyProblem } from './reply-problem.ts';

export interface AppParts {
  readonly world: ServeWorld;
  readonly guard: GuardSettings;
  readonly body: BodyLimits;
  /** The page at `/`, by path. It holds nothing of the workspace, and asks for no key. */
  readonly page: ReadonlyMap<string, PageFile>;
  /** A line for the person at the server. */
  readonly log: (line: string) => void;
}

type Http = HttpContext<{ Bindings: RequestHead }>;

/** The server without a network: a request goes in, a response comes out. */
export function openApp(parts: AppParts): Hono<{ Bindings: RequestHead }> {
  const app = new Hono<{ Bindings: RequestHead }>();
  app.use(async (http, next) => {
    const problem = guard(http.req.raw, http.env, parts.guard);
    if (problem !== undefined) return refuse(http, problem, parts);
    await next();
    for (const [name, value] of everywhere) http.res.headers.set(name, value);
  });
  app.get('/openapi.json', (http) => http.json(openapi(operations)));
  for (const each of operations) {
    app.on(each.method, each.path.replace(/\{(.*)\}/, ':name'), (http) => perform(each, http, parts));
  }
  for (const [path, { type, text }] of parts.page) {
    app.get(path, (http) => http.body(text, 200, { 'content-type': type, ...pageHeaders }));
  }
  for (const path of new Set([
    '/openapi.json',
    ...parts.page.keys(),
    ...operations.map((each) => each.path),
  ])) {
    app.all(path.replace(/\{(.*)\}/, ':name'), () => replyProblem(wrongMethod(path)));
  }
  app.notFound(() => replyProblem(unknownPath));
  app.onError((error) => {
    parts.log(`a request broke: ${error.message}`);
    return replyProblem({ code: 'server.internal', detail: 'the server itself is at fault' });
  });
  return app;
}

/** Nothing of this is for a cache, a guess at its type, or another page's frame. */
const everywhere = [
  ['cache-control', 'no-store'],
  ['x-content-type-options', 'nosniff'],
  ['referrer-policy', 'no-referrer'],
] as const;

async function perform(each: Operation, http: Http, parts: AppParts): Promise<Response> {
  const request = http.req.raw;
  const barred = each.isOpen === true ? undefined : unauthorized(request, parts.guard);
  if (barred !== undefined) return refuse(http, barred, parts);
  const query = understood(each.query, uniqueQuery(http), 'the query');
  if (!query.ok) return tell(query.problem, parts);
  const read =
    each.body === undefined ? ({ ok: true, value: {} } as const) : await readBody(request, parts.body);
  if (!read.ok) return refuse(http, read.problem, parts);
  const body = each.body === undefined ? read : understood(each.body, read.value, 'the body');
  if (!body.ok) return tell(body.problem, parts);
  const ask = {
    name: http.req.param('name') ?? '',
    query: query.value,
    body: body.value as Record<string, unknown>,
    lastEventId: http.req.header('last-event-id'),
    signal: request.signal,
  };
  return respond(await each.perform(ask, parts.world), http, parts);
}

/** A parameter that comes twice is a list, which none of them is. */
function uniqueQuery(http: Http): Readonly<Record<string, string | readonly string[]>> {
  const rows = Object.entries(http.req.queries());
  return Object.fromEntries(
    rows.map(([name, values]) => [name, values.length === 1 ? (values[0] ?? '') : values]),
  );
}

type Understood =
  | { readonly ok: true; readonly value: Record<string, unknown> }
  | { readonly ok: false; readonly problem: HttpProblem };

function understood(schema: z.ZodObject, value: unknown, what: string): Understood {
  const parsed = schema.safeParse(value);
  if (parsed.success) return { ok: true, value: parsed.data };
  const [issue] = parsed.error.issues;
  const where =
    issue === undefined || issue.path.length === 0 ? what : `${what}, ${issue.path.map(String).join('.')}`;
  const known = Object.keys(schema.shape).join(', ') || 'none';
  return {
    ok: false,
    problem: {
      code: 'request.bad-arguments',
      detail: `${where}: ${issue?.message ?? 'it is not of the agreed form'}`,
      hint: `fields that are known: ${known}`,
    },
  };
}

function respond(answer: Answer, http: Http, parts: AppParts): Response {
  switch (answer.kind) {
    case 'json':
      return http.json(answer.body as object, answer.status, { ...answer.headers });
    case 'problem':
      return tell(answer.problem, parts);
    case 'events':
      return streamEvents(answer.events, http, parts);
  }
}

/** Milliseconds between signs of life: a proxy closes what is silent, and a client that has gone is only found by writing to it. */
const aliveMs = 15_000;

function streamEvents(
  events: AsyncIterable<TranscriptEvent>,
  http: Http,
  { body: { clock } }: AppParts,
): Response {
  return streamSSE(http, async (stream) => {
    let cancel = () => {};
    const stayAlive = () => {
      cancel = clock.after(aliveMs, () => {
        void stream.write(': still here\n\n');
        stayAlive();
      });
    };
    stayAlive();
    try {
      for await (const { seq, type, ...data } of events) {
        if (stream.aborted) return;
        await stream.writeSSE({ id: String(seq), event: type, data: JSON.stringify(data) });
      }
    } finally {
      cancel();
    }
  });
}

function wrongMethod(path: string): HttpProblem {
  const methods = operations.filter((each) => each.path === path).map((each) => each.method.toUpperCase());
  const allow = methods.length === 0 ? 'GET' : methods.join(', ');
  return { code: 'request.wrong-method', detail: `this path takes ${allow}`, headers: { allow } };
}

/** What the door turns away leaves a line: there is no run whose record could hold it. */
function refuse(http: Http, problem: HttpProblem, parts: AppParts): Response {
  const { redact } = parts.world.context();
  const target = JSON.stringify(redact(http.env.target.slice(0, 200)));
  parts.log(`refused ${http.req.method} ${target}: ${problem.code}`);
  return tell(problem, parts);
}

/** A problem names what was sent, and even there a credential is none of the answer's business. */
function tell(problem: HttpProblem, { world }: AppParts): Response {
  const { redact } = world.context();
  const { detail, hint } = problem;
  return replyProblem({
    ...problem,
    detail: redact(detail),
    ...(hint === undefined ? {} : { hint: redact(hint) }),
  });
}
