import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';

/**
 * Whole processes side by side: A and B in turn, so that a machine that slows down slows both, and only their ratio is told. `--runs N` pairs
 * (default 20); `--check` fails where a median ratio is over its limit.
 */
interface Pair {
  readonly name: string;
  readonly a: readonly string[];
  readonly b: readonly string[];
  /** What `--check` allows: generous, for a noisy machine. */
  readonly limit: number;
}

const bare = ['-e', '0'];
const workspace = 'demos/command-packs/workspace';
const pairs: readonly Pair[] = [
  { name: 'swarmkit describe / node -e 0', a: ['dist/swarmkit.js', 'describe', '--json'], b: bare, limit: 3 },
  {
    name: 'swarmkit validate (demo) / node -e 0',
    a: ['dist/swarmkit.js', 'validate', workspace, '--json'],
    b: bare,
    limit: 6,
  },
];

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '20' }, check: { type: 'boolean' } },
});
const runs = Number(values.runs);
const results = pairs.map((pair) => ({ ...measure(pair, runs), limit: pair.limit }));
for (const { name, median, least, most } of results) {
  process.stdout.write(
    `${name.padEnd(40)} ${median.toFixed(2)}  (${least.toFixed(2)} to ${most.toFixed(2)}, ${runs} pairs)\n`,
  );
}
mkdirSync('scripts/bench', { recursive: true });
const machine = { node: process.version, platform: process.platform, cores: cpus().length };
writeFileSync('scripts/bench/results.json', `${JSON.stringify({ machine, runs, results }, null, 2)}\n`);
const over = results.filter(({ median, limit }) => median > limit);
for (const { name, median, limit } of over)
  process.stderr.write(`${name}: ${median.toFixed(2)} is over ${limit}\n`);
process.exitCode = values.check && over.length > 0 ? 1 : 0;

/** One pair to warm up, then the ratio of each pair, and of those the median and the spread. */
function measure({ name, a, b }: Pair, count: number) {
  ratio(a, b);
  const ratios = Array.from({ length: count }, () => ratio(a, b)).sort((x, y) => x - y);
  const at = (share: number) => ratios[Math.floor((ratios.length - 1) * share)] ?? Number.NaN;
  return { name, median: at(0.5), least: at(0), most: at(1) };
}

function ratio(a: readonly string[], b: readonly string[]): number {
  return milliseconds(a) / milliseconds(b);
}

function milliseconds(args: readonly string[]): number {
  const began = performance.now();
  const { status } = spawnSync(process.execPath, args, { stdio: 'ignore' });
  if (status !== 0) throw new Error(`node ${args.join(' ')} ended with status ${status}`);
  return performance.now() - began;
}
