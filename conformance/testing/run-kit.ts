import { join } from 'node:path';
import { main } from '../commands/main.ts';

/** Runs the kit's command line in this process, as if it lay in `conformance/`. */
export async function runKit(args: readonly string[], signal = new AbortController().signal) {
  const out: string[] = [];
  const err: string[] = [];
  const terminal = {
    out: (text: string) => void out.push(text),
    err: (text: string) => void err.push(text),
    colour: false,
    progress: undefined,
  };
  const status = await main(args, { terminal, from: join(import.meta.dirname, '..'), signal });
  return { status, out: out.join(''), err: err.join('') };
}
