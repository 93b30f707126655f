import type { Clock } from '../ports/ports.ts';

/** How long a provider may be silent, before its answer or in the midst of it, until it is taken for dead. Milliseconds. */
export const longestSilenceMs = 120_000;

/** Gives up on an exchange that falls silent. */
export interface Patience {
  /** Aborts when the silence has lasted too long, or when the person interrupts. */
  readonly signal: AbortSignal;
  /** Something arrived: the silence begins anew. */
  heard(): void;
  /** True when it was the silence that aborted. */
  ranOut(): boolean;
  /** Takes the timer back. */
  end(): void;
}

export function startPatience(clock: Clock, outer: AbortSignal | undefined): Patience {
  const controller = new AbortController();
  let isOut = false;
  const wait = () =>
    clock.after(longestSilenceMs, () => {
      isOut = true;
      controller.abort();
    });
  let cancel = wait();
  const interrupt = () => controller.abort();
  outer?.addEventListener('abort', interrupt);
  if (outer?.aborted === true) interrupt();
  return {
    signal: controller.signal,
    heard() {
      cancel();
      cancel = wait();
    },
    ranOut: () => isOut,
    end() {
      cancel();
      outer?.removeEventListener('abort', interrupt);
    },
  };
}
