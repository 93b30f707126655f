import type { Failure, Refusal } from '../model/call.ts';
import type { Json } from '../model/json.ts';

/** What a backing gives, before redaction. */
export type Produced =
  | { readonly kind: 'ok'; readonly text: string; readonly data: Json }
  | { readonly kind: 'failed'; readonly error: Failure }
  | { readonly kind: 'refused'; readonly refusal: Refusal };
