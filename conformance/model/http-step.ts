import * as z from 'zod';
import { AnyJson } from './json.ts';

/** Starts the server of a half, on a free port of this machine. It lives until `stop`, or until the half is over. */
export const ServeStep = z.strictObject({
  /** Before the address: `--host 0.0.0.0`. */
  arguments: z.array(z.string()).default([]),
});

/**
 * One request to the server of the half. The target goes out exactly as it is written here. With `body`, what is sent is JSON and says
 * so; `headers` come last and so win, and `null` takes one away.
 */
export const HttpStep = z.strictObject({
  method: z.enum(['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'HEAD']).default('GET'),
  path: z.string().regex(/^\S+$/),
  headers: z.record(z.string(), z.string().nullable()).default({}),
  body: AnyJson.optional(),
  /** Sent instead of `body`, as it stands. */
  raw_body: z.string().optional(),
  /** Chunks without end, until the server answers or a quarter of a gigabyte has gone out. */
  endless: z.literal(true).optional(),
  /** The body goes out byte by byte, with so long a pause before each. */
  drip_ms: z.number().int().positive().optional(),
  /** A pause before it: what was begun before is to have got somewhere. */
  after_ms: z.number().int().positive().max(5000).optional(),
  /** Asked again until the body of the answer matches, at most as long as a step may take. The last answer is judged. */
  until: AnyJson.optional(),
});
export type HttpStep = z.infer<typeof HttpStep>;

/** Ends the server: SIGTERM asks, and the server then exits by itself; SIGKILL does not. */
export const StopStep = z.strictObject({ signal: z.enum(['SIGTERM', 'SIGKILL']).default('SIGTERM') });
