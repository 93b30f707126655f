#!/usr/bin/env node
import { main } from './commands/main.ts';
import { processTerminal } from './ports/terminal.ts';

const stop = new AbortController();
// the first Ctrl-C ends the run and still reports; the second ends the kit
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(name, () => stop.abort());

process.exitCode = await main(process.argv.slice(2), {
  terminal: processTerminal(process),
  from: import.meta.dirname,
  signal: stop.signal,
});
