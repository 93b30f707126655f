import type * as z from 'zod';
import type { Problem } from '../model/problem.ts';
import type { Workspace } from '../model/workspace.ts';
import type { Context } from '../pipeline/context.ts';
import type { Ports } from '../ports/ports.ts';
import type { JobBook } from './jobs/job-book.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { TranscriptEvent } from './jobs/transcript.ts';
import { type HttpCode, type HttpProblem, isHttpCode } from './reply-problem.ts';

/** What every operation works on. */
export interface ServeWorld {
  /** As it was when the server started. */
  readonly workspace: Workspace;
  readonly ports: Ports;
  readonly jobs: Jobs;
  readonly book: JobBook;
  /** State and credentials as they are now. */
  context(): Context;
  /** True from the moment that the server is told to stop. */
  readonly stopping: () => boolean;
}

/** A request, understood. */
export interface Ask<Query, Body> {
  /** The variable part of the path, or the empty string. */
  readonly name: string;
  readonly query: Query;
  readonly body: Body;
  /** Of the last event that the client has had. */
  readonly lastEventId: string | undefined;
  /** Aborts when the client has gone. */
  readonly signal: AbortSignal;
}

export type Answer =
  | {
      readonly kind: 'json';
      readonly status: 200 | 202;
      readonly body: unknown;
      readonly headers?: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'events'; readonly events: AsyncIterable<TranscriptEvent> }
  | { readonly kind: 'problem'; readonly problem: HttpProblem };

/** One thing that can be asked for: the router, the checks and the OpenAPI document are made of these. */
export interface Operation<Query extends z.ZodObject = z.ZodObject, Body extends z.ZodObject = z.ZodObject> {
  readonly id: string;
  readonly method: 'get' | 'post';
  /** With at most one `{variable}`. */
  readonly path: string;
  readonly summary: string;
  /** Asks for no key. */
  readonly isOpen?: true;
  readonly query: Query;
  /** For `post`. */
  readonly body?: Body;
  readonly answers: { readonly status: 200 | 202; readonly schema: z.ZodType | 'events' };
  /** What it may be refused with, besides what any request may. */
  readonly problems: readonly HttpCode[];
  perform(ask: Ask<z.infer<Query>, z.infer<Body>>, world: ServeWorld): Answer | Promise<Answer>;
}

/** The types of one row are its own; in the table they are all alike. */
export function operation<Query extends z.ZodObject, Body extends z.ZodObject>(
  row: Operation<Query, Body>,
): Operation {
  return row as unknown as Operation;
}

export function json(
  body: unknown,
  status: 200 | 202 = 200,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  return { kind: 'json', status, body, headers };
}

export function no(code: HttpCode, detail: string, more: Pick<HttpProblem, 'hint' | 'headers'> = {}): Answer {
  return { kind: 'problem', problem: { code, detail, ...more } };
}

/** What another part of the runtime found wrong: all of it in the detail, the first one's code. */
export function noBecause(problems: readonly Problem[]): Answer {
  const [first] = problems;
  const code = first !== undefined && isHttpCode(first.code) ? first.code : 'request.bad-arguments';
  const said = problems.map(({ message, pointer }) =>
    pointer === null ? message : `${pointer}: ${message}`,
  );
  return no(code, said.join('; '), first?.hint == null ? {} : { hint: first.hint });
}
