import type { RunningProcess } from '../ports/ports.ts';

export interface CollectedOutput {
  /** Bytes read so far, of both streams. */
  total(): number;
  overflowed(): boolean;
  /** Settles when the ceiling is passed, if it ever is. */
  readonly overflow: Promise<void>;
  kept(): {
    readonly stdout: Uint8Array;
    readonly stderr: Uint8Array;
    readonly counted: { readonly stdout: number; readonly stderr: number };
  };
}

/**
 * Keeps what a program writes, up to `ceiling` bytes of both streams together. The chunk that passes the
 * ceiling is dropped and the group killed while we are still in the listener: a flood must not get another
 * turn of the event loop.
 */
export function collectOutput(running: RunningProcess, ceiling: number): CollectedOutput {
  const kept = { stdout: growingBytes(), stderr: growingBytes() };
  const counted = { stdout: 0, stderr: 0 };
  const total = () => counted.stdout + counted.stderr;
  const overflowed = () => total() > ceiling;
  const overflow = new Promise<void>((resolve) => {
    running.onOutput((stream, chunk) => {
      counted[stream] += chunk.length;
      if (!overflowed()) return kept[stream].add(chunk);
      running.signalGroup('SIGKILL');
      resolve();
    });
  });
  const result = () => ({
    stdout: kept.stdout.bytes(),
    stderr: kept.stderr.bytes(),
    counted: { ...counted },
  });
  return { total, overflowed, overflow, kept: result };
}

/**
 * One block that grows, not a list of chunks: a program that writes byte by byte would cost an object per
 * byte, and memory would no longer be bounded by the ceiling.
 */
function growingBytes() {
  let block = new Uint8Array(0);
  let length = 0;
  return {
    add(chunk: Uint8Array): void {
      const needed = length + chunk.length;
      if (needed > block.length) {
        const larger = new Uint8Array(Math.max(needed, 2 * block.length));
        larger.set(block.subarray(0, length));
        block = larger;
      }
      block.set(chunk, length);
      length = needed;
    },
    bytes: () => block.subarray(0, length),
  };
}
