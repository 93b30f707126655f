import * as z from 'zod';
import type { Exchange } from '../drive/exchange.ts';
import { isKnownCode } from '../model/codes.ts';
import type { Json, JsonObject } from '../model/json.ts';
import type { Read } from './read-reply.ts';

/** RFC 9457, with the contract's code beside it. */
const ProblemDetails = z.looseObject({
  title: z.string().min(1),
  status: z.number().int(),
  detail: z.string().min(1),
  code: z.string().refine(isKnownCode, { message: 'not a code of the contract' }),
});

/** What came over HTTP, as the envelope of the step: `{status, headers, body}`. Whatever is no success is a problem in due form. */
export function readHttp({ answer, stdout }: Exchange): Read {
  if (answer === undefined) return broken('there is no answer');
  const { status } = answer;
  const headers = Object.fromEntries(answer.headers) as JsonObject;
  const text = Buffer.from(stdout).toString();
  const type = answer.headers.get('content-type') ?? '';
  const isJson = /^application\/(problem\+)?json\b/.test(type);
  const body = isJson ? parse(text) : text;
  if (body === undefined) return broken(`the body is declared as ${type} and is none`);
  if (status >= 400) {
    const fault = problemFault(type, body, status);
    if (fault !== undefined) return broken(fault);
  }
  const envelope: JsonObject = { status, headers, body };
  return { reply: { status, envelope, outcome: status < 400 ? 'ok' : null, events: [] } };
}

function problemFault(type: string, body: Json, status: number): string | undefined {
  if (!type.startsWith('application/problem+json'))
    return `status ${status} comes without application/problem+json`;
  const parsed = ProblemDetails.safeParse(body);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return `the problem of status ${status} is none: ${issue?.path.join('.')} ${issue?.message}`;
  }
  return parsed.data.status === status
    ? undefined
    : `the problem says status ${parsed.data.status}, the answer ${status}`;
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

function broken(message: string): Read {
  return { findings: [{ kind: 'protocol-error', check: 'http', message, path: '' }] };
}
