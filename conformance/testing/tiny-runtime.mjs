// A runtime just big enough to test the kit with: packs with literal argv templates, no governance. It reads its own
// faults from the environment, so that a test can have it break one rule at a time.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

const faults = new Set((process.env.TINY_FAULTS ?? '').split(','));
const [verb, workspace, ...options] = process.argv.slice(2);

function reply(outcome, fields = {}, problems = []) {
  const extra = verb !== 'describe' && faults.has('unknown-field') ? { surprise: true } : {};
  const text = JSON.stringify({ contract: '1', verb, outcome, problems, ...fields, ...extra });
  process.stdout.write(`${text}\n`);
  process.exitCode = faults.has('wrong-status') ? 0 : Number(outcome !== 'ok');
}

function problem(code, message) {
  const place = { path: null, line: null, column: null, pointer: null };
  return { code, severity: 'error', message, ...place, hint: null, related: [] };
}

function describe() {
  const capabilities = ['packs', 'grants', 'governance', 'secrets', 'bounds', 'audit'];
  const limits = { timeout_seconds: 30, max_output_bytes: 1000, attachment_max_bytes: 1000 };
  reply('ok', {
    runtime: { name: 'tiny', version: '0.0.1', language: 'javascript' },
    contracts: ['1'],
    capabilities: faults.has('approvals') ? [...capabilities, 'approvals'] : capabilities,
    limits,
  });
}

function load() {
  const file = join(workspace, 'workspace.yaml');
  return existsSync(file) ? parse(readFileSync(file, 'utf8')) : null;
}

function validate() {
  if (load() === null)
    return reply('invalid', {}, [problem('workspace.missing-workspace-yaml', 'no workspace.yaml')]);
  reply('ok');
}

function option(name) {
  return options[options.indexOf(name) + 1];
}

function call() {
  const skill = option('--skill');
  const named = { run_id: 'run-1', skill };
  const values = new Map(Object.entries(JSON.parse(readFileSync(0, 'utf8'))));
  const commands = load().command_packs.flatMap((pack) =>
    pack.commands.map((command) => ({ ...command, id: `${pack.id}-${command.id}`, env: pack.env ?? {} })),
  );
  const command = commands.find(({ id }) => id === skill);
  if (command === undefined || faults.has('deny-all')) {
    if (faults.has('deny-but-run')) spawnSync('witness', [], { stdio: 'ignore' });
    const reason = `${skill} is not held`;
    const refusal = { code: 'grant.not-held', reason, approval_request: null };
    return reply('denied', { ...named, text: `[skill:${skill}] DENIED: ${reason}`, refusal });
  }
  const [program, ...args] = command.argv.map((part) =>
    part.replace(/\{(\w+)\}/g, (_, name) => values.get(name)),
  );
  const joined = ['-c', [program, ...args].join(' ')];
  const [started, given] = faults.has('shell') ? ['sh', joined] : [program, args];
  if (faults.has('litter')) writeFileSync(join(workspace, 'litter.txt'), 'left behind');
  const { stdout, status } = spawnSync(started, given, { cwd: workspace, stdio: ['ignore', 'pipe', 'pipe'] });
  const text = String(stdout);
  reply('ok', {
    ...named,
    text,
    output: { text, data: text, exit_code: status, stderr: '', duration_ms: 1 },
  });
}

const verbs = { describe, validate, call };
if (Object.hasOwn(verbs, verb)) verbs[verb]();
else process.exitCode = 3;
