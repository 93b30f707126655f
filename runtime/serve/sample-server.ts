import { type SampleWorkspace, sampleWorkspace, workspaceYaml } from '../../fixtures/sample-workspace.ts';
import { loadWorkspace } from '../pipeline/load-workspace.ts';
import { openApp } from './app.ts';
import { openWorld } from './open-world.ts';
import type { ServeWorld } from './operation.ts';
import { pageFiles } from './page-files.ts';

export interface SampleServer {
  readonly root: string;
  readonly world: ServeWorld;
  readonly log: readonly string[];
  /** A request as a well-behaved client sends it, save for what `parts` says. */
  ask(target: string, parts?: AskParts): Promise<Response>;
  /** Settles when the job is queued and running no more. */
  ended(jobId: string): Promise<void>;
}

export interface AskParts {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Sent as it stands. */
  readonly raw?: string | ReadableStream<Uint8Array>;
  readonly host?: readonly string[];
}

const topology = `apiVersion: swarmkit/v1
kind: Topology
metadata: { name: main, version: 1.0.0 }
agents:
  root: { prompt: You answer., skills: [tools-push] }
`;
const packs = `
command_packs:
  - id: tools
    permission: strict
    requires: [{ binary: tool }]
    commands: [{ id: push, effects: write, argv: [tool, pushed, '{v}'] }]
`;

/** A server without a network, for tests: one topology, `main`, whose agent may push once a person has said yes. */
export async function sampleServer(
  options: {
    readonly workspace?: string;
    readonly env?: Readonly<Record<string, string>>;
    readonly key?: string;
    readonly script?: object;
    readonly timeoutMs?: number;
    /** A workspace to go on with. */
    readonly sample?: SampleWorkspace;
  } = {},
): Promise<SampleServer> {
  const sample = options.sample ?? layOut(options);
  const { workspace, problems } = await loadWorkspace(sample.root, sample.ports);
  if (workspace === undefined) throw new Error(problems.map(({ message }) => message).join('\n'));
  const log: string[] = [];
  const world = openWorld(workspace, sample.ports, {
    stopping: () => false,
    complain: (line) => log.push(line),
  });
  const { key } = options;
  const app = openApp({
    world,
    guard: {
      hosts: new Set(['localhost', '127.0.0.1']),
      anyAddress: false,
      key: key === undefined ? undefined : () => key,
    },
    body: { clock: sample.ports.clock, timeoutMs: options.timeoutMs ?? 5000, held: { bytes: 0 } },
    page: pageFiles(sample.ports.files),
    log: (line) => log.push(line),
  });
  return {
    root: sample.root,
    world,
    log,
    async ask(target, { method = 'GET', headers = {}, body, raw, host = ['localhost:1'] } = {}) {
      const content = raw ?? (body === undefined ? undefined : JSON.stringify(body));
      const request = new Request(`http://localhost:1${target}`, {
        method,
        headers: { ...(method === 'POST' ? { 'content-type': 'application/json' } : {}), ...headers },
        ...(content === undefined ? {} : { body: content, duplex: 'half' }),
      });
      return app.fetch(request, { target, hosts: host });
    },
    async ended(jobId) {
      const { jobs } = world;
      const never = new AbortController().signal;
      while (['queued', 'running'].includes(jobs.get(jobId)?.status ?? ''))
        await jobs.transcript(jobId).changed(never);
    },
  };
}

export function layOut({
  workspace = '',
  env = {},
  script,
}: {
  readonly workspace?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly script?: object;
}): SampleWorkspace {
  const provider = { apiVersion: 'swarmkit/v1', kind: 'ModelProvider', metadata: { id: 'kit' } };
  const scripted = { ...provider, spec: { extends: 'scripted', script: 'script.json' } };
  return sampleWorkspace(
    {
      'workspace.yaml': workspaceYaml(`${packs}${workspace}`),
      'topologies/main.yaml': topology,
      ...(script === undefined
        ? {}
        : { 'providers/kit.yaml': JSON.stringify(scripted), 'script.json': JSON.stringify(script) }),
    },
    { env: { SWARMKIT_PROVIDER: script === undefined ? 'mock' : 'kit', ...env } },
  );
}
