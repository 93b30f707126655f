import type { Verb } from '../model/case.ts';
import type { HttpStep } from '../model/http-step.ts';
import type { Json } from '../model/json.ts';

/** A verb with its parameters as data, named as the contract's `session` names them. */
export interface Request {
  readonly verb: Verb;
  readonly params: RequestParams;
}

export interface RequestParams {
  readonly workspace?: string;
  readonly topology?: string;
  readonly agent?: string;
  readonly skill?: string;
  readonly arguments?: Json;
  readonly run_id?: string;
  readonly input?: string;
  readonly resume?: string;
  readonly attach?: readonly string[];
  readonly last?: number;
  readonly request_id?: string;
  readonly reason?: string;
  /** For the steps of a server. */
  readonly serve_arguments?: readonly string[];
  readonly http?: HttpStep;
  readonly signal?: 'SIGTERM' | 'SIGKILL';
  /** Sent on stdin in place of `arguments`, byte for byte. One-shot only. */
  readonly raw_arguments?: Uint8Array;
  /** The whole command line, for `verb: argv`. One-shot only. */
  readonly argv?: readonly string[];
}

/** The world that a runtime is asked in. */
export interface Surroundings {
  readonly env: ReadonlyMap<string, string>;
  readonly cwd: string;
  readonly timeoutMs: number;
  /** Every process that belongs to the case shows this path in its environment, arguments or current directory. */
  readonly root: string;
}

/** How the asked-for work ended, as the operating system tells it. */
export type Ended =
  | { readonly kind: 'exited'; readonly status: number }
  | { readonly kind: 'signalled'; readonly signal: string }
  /** A session answered, and lives on. */
  | { readonly kind: 'replied' }
  /** A session said or did what no session may; it was stopped. */
  | { readonly kind: 'broken'; readonly reason: string }
  /** The bound passed; everything was killed. */
  | { readonly kind: 'timed-out'; readonly afterMs: number }
  /** It printed more than the kit reads; everything was killed. */
  | { readonly kind: 'flooded'; readonly stream: 'stdout' | 'stderr'; readonly limit: number }
  /** The kit could not start it, or was told to stop. */
  | { readonly kind: 'not-driven'; readonly reason: string };

/** One request and everything that came back. */
export interface Exchange {
  /** What was started, ready to be typed again. */
  readonly argv: readonly string[];
  /** `null`: stdin was empty. */
  readonly stdin: Uint8Array | null;
  readonly stdout: Uint8Array;
  readonly stderr: Uint8Array;
  readonly ended: Ended;
  readonly durationMs: number;
  /** The runtime's process, which also names its process group and session. */
  readonly pid: number | null;
  /** Of a request by HTTP, whose body is in `stdout`. */
  readonly answer?: HttpAnswer;
}

export interface HttpAnswer {
  readonly status: number;
  /** By names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
}

/**
 * A runtime under test. One process for each request satisfies it, and so does a session that lives on. Never
 * rejects: what goes wrong is in the exchange.
 */
export interface Runtime {
  perform(request: Request, surroundings: Surroundings): Promise<Exchange>;
  close(): Promise<void>;
}
