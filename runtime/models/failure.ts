import type { Failure } from '../model/call.ts';
import type { FailureCode } from '../model/codes.ts';
import { failure } from '../model/failure.ts';

/** Why a turn failed, and whether asking again may help. */
export interface TurnFailure {
  readonly error: Failure;
  /** Milliseconds that the provider asks to wait, `soon` where it says nothing, `no` where it would not help. */
  readonly retry: number | 'soon' | 'no';
}

/** A provider as messages name it. */
export interface Endpoint {
  readonly provider: string;
  readonly address: string;
}

/** The provider answered with an error status. `detail` is its own words; they are shown, shortened. */
export function statusFailure(
  { provider, address }: Endpoint,
  status: number,
  detail: string,
  headers: Headers | undefined,
  now: Date,
): TurnFailure {
  const words = detail.replaceAll(/\s+/g, ' ').trim().slice(0, 300);
  const said = `provider ${provider} answered ${status}${words === '' ? '' : `: ${words}`}`;
  if (status === 401 || status === 403) {
    return final('model.unauthorized', said, `check the key that provider ${provider} sends`);
  }
  if (status === 429) {
    const retry = retryAfterMs(headers, now) ?? 'soon';
    const wait =
      typeof retry === 'number' ? `wait ${Math.ceil(retry / 1000)} s and run it again` : 'run it again later';
    return { error: failure('model.rate-limited', said, wait), retry };
  }
  if (status === 408 || status === 409 || status >= 500) {
    const hint = `see whether ${address} is healthy`;
    return {
      error: failure('model.unavailable', said, hint),
      retry: retryAfterMs(headers, now) ?? 'soon',
    };
  }
  return final('model.rejected', said, `see whether ${address} knows the model and takes tools`);
}

/** Nobody answered. */
export function connectionFailure({ provider, address }: Endpoint, reason: string): TurnFailure {
  const message = `provider ${provider} cannot be reached at ${address}: ${reason}`;
  return {
    error: failure('model.unavailable', message, 'check base_url and that the server runs'),
    retry: 'soon',
  };
}

/** The answer had begun and then made no sense. Not tried again: part of it may have been shown already. */
export function badResponse({ provider }: Endpoint, what: string): TurnFailure {
  return final('model.bad-response', `provider ${provider} gave no usable answer: ${what}`, 'run it again');
}

export function truncated({ provider }: Endpoint): TurnFailure {
  const message = `the answer of provider ${provider} was cut at its length limit`;
  return final('model.truncated', message, 'ask for less, or use a model with a larger limit');
}

export function interrupted(): TurnFailure {
  return final('model.interrupted', 'interrupted while the model answered');
}

function final(code: FailureCode, message: string, hint?: string): TurnFailure {
  return { error: failure(code, message, hint), retry: 'no' };
}

/** Seconds, or a date (RFC 9110, 10.2.3). */
function retryAfterMs(headers: Headers | undefined, now: Date): number | undefined {
  const written = headers?.get('retry-after')?.trim();
  if (written === undefined || written === '') return undefined;
  const ms = /^\d+(\.\d+)?$/.test(written) ? Number(written) * 1000 : Date.parse(written) - now.getTime();
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}
