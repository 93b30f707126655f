import { resolve } from 'node:path';
import { openSuite } from '../../conformance/commands/open-suite.ts';
import { targetFromArgv } from '../../conformance/load/load-target.ts';
import { tallies } from '../../conformance/model/verdict.ts';
import { run } from '../../conformance/run.ts';
import { selectCases } from '../../conformance/select/select-cases.ts';

/**
 * The suite as one test: ends with status 1 as soon as a case notices the mutant that is switched on. Stryker says which one that
 * is in its own environment, and the suite hands nothing on of that, so it is named on the command line of the runtime.
 */
const mutant = process.env.__STRYKER_ACTIVE_MUTANT__ ?? '';
const only = (process.env.MUTATION_CASES ?? '').split(' ').filter((each) => each !== '');

const root = resolve('.');
const kit = { root, version: '0.0.0' };
const suite = openSuite(kit, undefined);
const stop = new AbortController();
const command = ['env', `__STRYKER_ACTIVE_MUTANT__=${mutant}`, 'node', 'dist/mutants/swarmkit.js'];
const noticed: string[] = [];
await run(
  {
    suite,
    selection: selectCases(suite.cases, { only, skip: [] }),
    target: { ...targetFromArgv(command, root), timeoutMs: 10_000 },
    jobs: 1,
    keep: false,
    sessions: true,
    kit,
    argv: [],
    reproduce: (id) => id,
    signal: stop.signal,
  },
  (event) => {
    if (event.type !== 'case-ended' || event.verdict === 'not-run' || stop.signal.aborted) return;
    if (tallies[event.verdict] !== 'failed' && event.verdict !== 'warn') return;
    noticed.push(`${event.id}: ${event.reason}`);
    stop.abort();
  },
);
for (const line of noticed) process.stdout.write(`${line}\n`);
// A session that a mutant has sent round in a circle is killed, and need not be waited for.
process.exit(noticed.length > 0 ? 1 : 0);
