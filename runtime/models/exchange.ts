import type { Clock } from '../ports/ports.ts';
import {
  badResponse,
  connectionFailure,
  type Endpoint,
  interrupted,
  statusFailure,
  type TurnFailure,
} from './failure.ts';
import type { TurnRequest } from './model.ts';
import { longestSilenceMs, type Patience, startPatience } from './patience.ts';
import type { Attempt } from './retry.ts';

type ErrorClass = abstract new (...args: never[]) => Error;

/** The error classes of a client, which both official ones name alike. */
interface ClientErrors {
  readonly APIError: ErrorClass;
  readonly APIConnectionError: ErrorClass;
  readonly APIUserAbortError: ErrorClass;
}

export interface Exchange {
  readonly endpoint: Endpoint;
  readonly errors: ClientErrors;
  readonly clock: Clock;
  readonly request: TurnRequest;
}

/** One request and its streamed answer. Whatever the client throws comes back as a failure. */
export async function exchange(
  { endpoint, errors, clock, request }: Exchange,
  ask: (patience: Patience) => Promise<Attempt>,
): Promise<Attempt> {
  const patience = startPatience(clock, request.signal);
  const failedWith = (failure: TurnFailure): Attempt => ({ ok: false, failure });
  try {
    const attempt = await ask(patience);
    // Both clients end a stream quietly when it is aborted.
    return patience.signal.aborted ? failedWith(abortFailure(endpoint, patience)) : attempt;
  } catch (error) {
    if (patience.signal.aborted) return failedWith(abortFailure(endpoint, patience));
    return failedWith(failureOf(error, endpoint, errors, clock));
  } finally {
    patience.end();
  }
}

function abortFailure(endpoint: Endpoint, patience: Patience): TurnFailure {
  if (!patience.ranOut()) return interrupted();
  return { ...connectionFailure(endpoint, `nothing came for ${longestSilenceMs / 1000} s`), retry: 'no' };
}

function failureOf(error: unknown, endpoint: Endpoint, errors: ClientErrors, clock: Clock): TurnFailure {
  if (error instanceof errors.APIConnectionError) return connectionFailure(endpoint, causeOf(error));
  if (error instanceof errors.APIError) {
    const { status, headers } = error as Error & { status?: unknown; headers?: unknown };
    const sent = headers instanceof Headers ? headers : undefined;
    if (typeof status === 'number')
      return statusFailure(endpoint, status, wordsOf(error, status), sent, clock.now());
    return badResponse(endpoint, `it broke off with an error: ${error.message.slice(0, 300)}`);
  }
  return badResponse(endpoint, `the stream broke off (${causeOf(error)})`);
}

/** The clients put the status before the provider's own words. */
function wordsOf(error: Error, status: number): string {
  return error.message.replace(new RegExp(`^${status}\\s*`), '').replace(/^status code \(no body\)$/, '');
}

/** `fetch failed` says nothing; its cause has the system's error. */
function causeOf(error: unknown): string {
  const chain: Error[] = [];
  for (let each = error; each instanceof Error && chain.length < 5; each = each.cause) chain.push(each);
  const coded = chain
    .map((each) => (each as NodeJS.ErrnoException).code)
    .find((code) => typeof code === 'string');
  return coded ?? chain.at(-1)?.message ?? 'unknown';
}
