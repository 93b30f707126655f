import { createInterface } from 'node:readline/promises';

/** A person at a terminal, as far as there is one. */
export interface Terminal {
  /** stdout is shown as it is written. */
  readonly isWatched: boolean;
  /** Asks on stderr and reads a line from stdin; `undefined` when the line never comes. Absent where nobody can be asked. */
  readonly ask?: (question: string, signal: AbortSignal) => Promise<string | undefined>;
}

export function nodeTerminal(): Terminal {
  const isWatched = process.stdout.isTTY === true;
  if (process.stdin.isTTY !== true || process.stderr.isTTY !== true) return { isWatched };
  return {
    isWatched,
    async ask(question, signal) {
      const lines = createInterface({ input: process.stdin, output: process.stderr });
      // In its line mode the terminal hands Ctrl-C to readline instead of the process.
      lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
      const closed = new Promise<undefined>((resolve) => lines.once('close', () => resolve(undefined)));
      try {
        return await Promise.race([lines.question(question, { signal }), closed]);
      } catch {
        return undefined;
      } finally {
        lines.close();
      }
    },
  };
}
