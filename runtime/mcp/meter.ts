/** Counts what a server sends, and tells once when it is too much. */
export interface Meter {
  add(bytes: number): void;
  /** A new call begins: what was sent before is not its doing. */
  reset(): void;
  readonly limit: number;
}

export function createMeter(limit: number, onExceeded: () => void): Meter {
  let total = 0;
  let isOver = false;
  return {
    limit,
    add(bytes) {
      total += bytes;
      if (total <= limit || isOver) return;
      isOver = true;
      onExceeded();
    },
    reset() {
      total = 0;
    },
  };
}
