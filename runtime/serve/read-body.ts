import type { Clock } from '../ports/ports.ts';
import type { HttpProblem } from './reply-problem.ts';

/** One attachment of 20 MiB in base64, and the JSON around it. Bytes. */
export const largestBody = 32 * 1024 * 1024;

/** All bodies that are being read, together: many large requests at once must not be the end of the server. Bytes. */
const mostAtOnce = 128 * 1024 * 1024;

export interface BodyLimits {
  readonly clock: Clock;
  readonly timeoutMs: number;
  /** Shared by all requests of a server. */
  readonly held: { bytes: number };
}

export type ReadBody =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problem: HttpProblem };

/**
 * The JSON body of a request, `{}` where it is empty. Reads no further than it has to: a body that is too large is refused by what it
 * declares or as soon as it is, and one that comes too slowly when its time is over. The connection ends with it.
 */
export async function readBody(request: Request, limits: BodyLimits): Promise<ReadBody> {
  if (!isJson(request.headers.get('content-type'))) return refused(mediaType);
  if (Number(request.headers.get('content-length') ?? 0) > largestBody) return refused(tooLarge);
  const reader = request.body?.getReader();
  if (reader === undefined) return { ok: true, value: {} };
  const chunks: Uint8Array[] = [];
  let size = 0;
  const time = timer(limits);
  try {
    for (;;) {
      const next = await Promise.race([reader.read(), time.over]);
      if (next === 'over') return refused(tooSlow);
      if (next.done) return parse(Buffer.concat(chunks));
      size += next.value.length;
      limits.held.bytes += next.value.length;
      if (size > largestBody) return refused(tooLarge);
      if (limits.held.bytes > mostAtOnce) return refused(tooManyBytes);
      chunks.push(next.value);
    }
  } catch {
    return refused({ code: 'request.bad-arguments', status: 400, detail: 'the body broke off' });
  } finally {
    limits.held.bytes -= size;
    time.cancel();
  }
}

/** A form or plain text is what a foreign page can send without being asked. */
function isJson(type: string | null): boolean {
  return /^application\/json *(;.*)?$/i.test(type ?? '');
}

function timer({ clock, timeoutMs }: BodyLimits): {
  readonly over: Promise<'over'>;
  readonly cancel: () => void;
} {
  let cancel = () => {};
  const over = new Promise<'over'>((resolve) => {
    cancel = clock.after(timeoutMs, () => resolve('over'));
  });
  return { over, cancel: () => cancel() };
}

function parse(bytes: Uint8Array): ReadBody {
  if (bytes.length === 0) return { ok: true, value: {} };
  try {
    return { ok: true, value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) };
  } catch {
    const detail = 'the body is not JSON in UTF-8';
    return refused({ code: 'request.bad-arguments', status: 400, detail });
  }
}

/** What is left of the body is not read, so nothing can follow it on this connection. */
function refused(problem: HttpProblem): ReadBody {
  return { ok: false, problem: { ...problem, headers: { connection: 'close', ...problem.headers } } };
}

const mediaType: HttpProblem = {
  code: 'request.media-type',
  detail: 'the body is not declared as JSON',
  hint: 'send Content-Type: application/json',
};

const tooLarge: HttpProblem = {
  code: 'request.too-large',
  detail: `the body is larger than ${largestBody} bytes`,
  hint: 'an attachment that lies in the workspace can be named by its path',
};

const tooSlow: HttpProblem = {
  code: 'request.too-slow',
  detail: 'the body did not arrive in time',
  hint: 'server.request_timeout_seconds of workspace.yaml is how long it may take',
};

const tooManyBytes: HttpProblem = {
  code: 'request.too-many',
  detail: 'the server reads as many large bodies as it can hold',
  headers: { 'retry-after': '1' },
};
