import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dirSync, setGracefulCleanup } from 'tmp-promise';
import { callCommand } from '../fixtures/packs/call-command.ts';
import { loadWorkspace } from '../runtime/pipeline/load-workspace.ts';
import { nodePorts } from '../runtime/ports/node.ts';
import { calls, type MeasuredCall } from './bounds/calls.ts';
import { evidenceWith } from './bounds/evidence.ts';
import { makeInputs } from './bounds/inputs.ts';
import type { Measurements } from './bounds/measurement.ts';
import { renderCurves, renderPage } from './bounds/page.ts';

/** Runs the reads of the bundled packs over generated inputs and writes what they took, and the page that draws on it. */
setGracefulCleanup();
const limits = { timeoutMs: 20_000, maxOutputBytes: 256 * 1024 * 1024 };
const runs = 3;
const stopped: ReadonlySet<string> = new Set(['command.timeout', 'command.output-ceiling']);

const { name: folder } = dirSync({ unsafeCleanup: true, prefix: 'swarmkit-bounds-' });
makeInputs(folder);
const packs = [...new Set(calls.map(({ name }) => name.split('/')[0]))];
const rows = packs.map((bundled) => ({
  bundled,
  timeout_seconds: limits.timeoutMs / 1000,
  max_output_bytes: limits.maxOutputBytes,
}));
writeFileSync(
  join(folder, 'workspace.yaml'),
  JSON.stringify({
    apiVersion: 'swarmkit/v1',
    kind: 'Workspace',
    metadata: { id: 'bounds', name: 'Bounds' },
    command_packs: rows,
  }),
);
mkdirSync(join(folder, 'topologies'));
writeFileSync(
  join(folder, 'topologies/main.yaml'),
  JSON.stringify({
    apiVersion: 'swarmkit/v1',
    kind: 'Topology',
    metadata: { name: 'main', version: '1.0.0' },
    agents: { root: {} },
  }),
);

const ports = nodePorts();
const { workspace, problems } = await loadWorkspace(folder, ports);
if (workspace === undefined) {
  for (const { message, hint } of problems) process.stderr.write(`${message}\n  ${hint ?? ''}\n`);
  process.exit(1);
}

const measured: Measurements['measured'] = [];
for (const call of calls) {
  const row = await measure(call);
  process.stdout.write(`${row.command} (${row.input}, ${row.shape}): ${row.msMax} ms, ${row.bytes} bytes\n`);
  measured.push(row);
}
const measurements: Measurements = { limits, measured };
writeFileSync('runtime/packs/bounds.json', `${JSON.stringify(measurements, null, 2)}\n`);
const evidence = evidenceWith(measurements);
mkdirSync('docs', { recursive: true });
writeFileSync('docs/bounds.md', renderPage(evidence));
writeFileSync('docs/bounds.svg', renderCurves(evidence));

async function measure({
  name,
  input,
  shape,
  arguments: values,
}: MeasuredCall): Promise<Measurements['measured'][number]> {
  const times: number[] = [];
  let bytes = 0;
  let endless = false;
  // What has no end takes as long the second time.
  while (times.length < runs && !endless) {
    if (workspace === undefined) throw new Error('measured without a workspace');
    const outcome = await callCommand(workspace, ports, name, values);
    if (outcome.facts === undefined) throw new Error(`${name} did not start: ${JSON.stringify(outcome)}`);
    if (outcome.kind === 'failed' && !stopped.has(outcome.error.code))
      throw new Error(`${name}: ${outcome.error.message}`);
    times.push(outcome.facts.durationMs);
    bytes = outcome.facts.stdout.bytes + outcome.facts.stderr.bytes;
    endless = outcome.kind === 'failed';
  }
  return { command: name, input, shape, msFirst: times[0] ?? 0, msMax: Math.max(...times), bytes, endless };
}
