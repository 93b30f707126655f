import type { ApprovalRequest } from '../authorize/approvals.ts';

/** Who watches a run, if anybody does. */
export interface Audience {
  /** A piece of what the entry agent says, as it arrives. Not made safe for a terminal. */
  onText(text: string): void;
  onProgress(progress: Progress): void;
  /** Asks a person about exactly this call. `undefined` where nobody can be asked. */
  ask(request: ApprovalRequest): Promise<boolean | undefined>;
}

export type Progress =
  | { readonly kind: 'call'; readonly agent: string; readonly tool: string; readonly argumentsText: string }
  | {
      readonly kind: 'result';
      readonly agent: string;
      readonly tool: string;
      readonly outcome: 'ok' | 'denied' | 'failed';
    };

/** Nobody watches and nobody can be asked. */
export const noAudience: Audience = {
  onText: () => undefined,
  onProgress: () => undefined,
  ask: () => Promise.resolve(undefined),
};
