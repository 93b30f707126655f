/**
 * A SwarmKit runtime, begun: answers `describe` and `validate`, and says of every other verb that it is not offered.
 *
 * Start it as `node adapter.ts VERB ... --json`. Node 22.18 and later run TypeScript as it is; an older one needs it
 * compiled. The contract is one page, CONTRACT.md of swarmkit-conformance.
 */
import { statSync } from 'node:fs';
import { join } from 'node:path';

// Exit statuses are a closed list: 0 ok, 1 any other outcome, 2 usage, 3 not offered. Anything else is a crash.
const usage = 2;
const notOffered = 3;

const description = {
  runtime: { name: 'my-runtime', version: '0.1.0', language: 'typescript' },
  contracts: ['1'],
  // What is declared here is held against you, so declare what works. The core is never optional.
  capabilities: ['packs', 'grants', 'governance', 'secrets', 'bounds', 'audit'],
  limits: { timeout_seconds: 30, max_output_bytes: 1_000_000, attachment_max_bytes: 20_971_520 },
};

/** The nine fields of a problem, null where unknown. Give path, line, column and pointer as soon as you can. */
function problem(code: string, message: string): object {
  const place = { path: null, line: null, column: null, pointer: null };
  return { code, severity: 'error', message, ...place, hint: null, related: [] };
}

function validate(workspace: string): object[] {
  if (statSync(workspace, { throwIfNoEntry: false })?.isDirectory() !== true)
    return [problem('workspace.not-found', `${workspace} is no folder`)];
  if (statSync(join(workspace, 'workspace.yaml'), { throwIfNoEntry: false })?.isFile() !== true)
    return [problem('workspace.missing-workspace-yaml', 'the folder holds no workspace.yaml')];
  // Where to go on: parse workspace.yaml, skills/, archetypes/ and topologies/ and report every problem at once.
  //   swarmkit-conformance list --only 'load/**'
  return [];
}

/** One JSON envelope on stdout and nothing else; stderr is for people. */
function answer(verb: string, problems: object[], fields: object = {}): number {
  const outcome = problems.length === 0 ? 'ok' : 'invalid';
  process.stdout.write(`${JSON.stringify({ contract: '1', verb, outcome, problems, ...fields })}\n`);
  return outcome === 'ok' ? 0 : 1;
}

function main([verb = '', ...args]: string[]): number {
  const positional = args.filter((arg) => !arg.startsWith('--'));
  const known = args.every((arg) => !arg.startsWith('--') || arg === '--json');
  const [workspace] = positional;
  if (verb === 'describe' && positional.length === 0 && known) return answer(verb, [], description);
  if (verb === 'validate' && positional.length === 1 && workspace !== undefined && known)
    return answer(verb, validate(workspace));
  // Where to go on, in this order: resolve (the loaded workspace as data), call (decide, run, record),
  // logs (what was recorded). `swarmkit-conformance doctor` says which rung comes next.
  if (['resolve', 'call', 'run', 'logs', 'approvals', 'approve', 'deny', 'serve', 'session'].includes(verb))
    return notOffered;
  process.stderr.write('usage: adapter.ts describe|validate WORKSPACE --json\n');
  return usage;
}

process.exitCode = main(process.argv.slice(2));
