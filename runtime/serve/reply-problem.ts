import type { Code } from '../model/codes.ts';
import type { ProblemDetails } from './schemas.ts';

/** The status that goes with a code. Where one code has two, whoever says it says which. */
const statuses = {
  'request.bad-arguments': 422,
  'request.unauthorized': 401,
  'request.foreign-host': 403,
  'request.foreign-origin': 403,
  'request.unknown-path': 404,
  'request.unknown-topology': 404,
  'request.unknown-job': 404,
  'request.unknown-approval': 404,
  'request.wrong-method': 405,
  'request.too-slow': 408,
  'request.wrong-state': 409,
  'request.too-large': 413,
  'request.media-type': 415,
  'attachment.not-found': 422,
  'attachment.not-a-file': 422,
  'attachment.escapes-workspace': 422,
  'attachment.too-large': 422,
  'attachment.empty': 422,
  'attachment.not-an-image': 422,
  'attachment.url-refused': 422,
  'attachment.type-refused': 422,
  'attachment.bad-base64': 422,
  'attachment.one-source': 422,
  'request.too-many': 429,
  'audit.unavailable': 500,
  'server.internal': 500,
  'server.stopping': 503,
} as const satisfies Partial<Record<Code, number>>;
export type HttpCode = keyof typeof statuses;

const titles: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  409: 'Conflict',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};

/** The codes that have a status: those of which a request may be told. */
export function isHttpCode(code: Code): code is HttpCode {
  return Object.hasOwn(statuses, code);
}

export const problemMediaType = 'application/problem+json';

/** Why a request is not done, as any part of the server may find. */
export interface HttpProblem {
  readonly code: HttpCode;
  readonly detail: string;
  readonly hint?: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

export function problemDetails({ code, detail, hint, status = statuses[code] }: HttpProblem): ProblemDetails {
  return { type: 'about:blank', title: titles[status] ?? '', status, detail, code, hint: hint ?? null };
}

/** RFC 9457. `about:blank` says that the status says it all; programs that want to know more go by `code`. */
export function replyProblem(problem: HttpProblem): Response {
  const details = problemDetails(problem);
  return new Response(JSON.stringify(details), {
    status: details.status,
    headers: { 'content-type': problemMediaType, ...problem.headers },
  });
}
