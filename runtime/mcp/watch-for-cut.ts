import type { Clock } from '../ports/ports.ts';

/** Why a connection is of no more use. */
export type Broken = 'closed' | 'output-ceiling';

export type Cut = Broken | 'timeout' | 'interrupted';

/** What may cut an exchange short, the first of which counts. */
export interface CutWatch {
  /** Aborts with the cut, so that nothing goes on behind our back. */
  readonly signal: AbortSignal;
  /** Settles with the cut, if there is one. */
  readonly happened: Promise<Cut>;
  cut(): Cut | undefined;
  end(): void;
}

/** How long an exchange may take to say why its connection ended. Milliseconds. */
const lastWordMs = 100;

/** Watches the time, the person's `signal`, and `broken`, which aborts with a `Broken` as its reason. */
export function watchForCut(
  timeoutMs: number,
  clock: Clock,
  signal: AbortSignal | undefined,
  broken: AbortSignal,
): CutWatch {
  const controller = new AbortController();
  const cancels: (() => void)[] = [];
  let cut: Cut | undefined;
  let settle: (how: Cut) => void = () => undefined;
  const happened = new Promise<Cut>((resolve) => {
    settle = resolve;
  });
  const stop = (how: Cut) => {
    if (cut !== undefined) return;
    cut = how;
    if (how === 'closed') {
      // The exchange itself may be about to say more.
      cancels.push(clock.after(lastWordMs, () => settle(how)));
      return;
    }
    controller.abort();
    settle(how);
  };
  const onAbort = (source: AbortSignal, how: () => Cut) => {
    const listener = () => stop(how());
    source.addEventListener('abort', listener);
    cancels.push(() => source.removeEventListener('abort', listener));
    if (source.aborted) listener();
  };
  cancels.push(clock.after(timeoutMs, () => stop('timeout')));
  onAbort(broken, () => broken.reason as Broken);
  if (signal !== undefined) onAbort(signal, () => 'interrupted');
  return {
    signal: controller.signal,
    happened,
    cut: () => cut,
    end() {
      for (const cancel of cancels) cancel();
    },
  };
}
