import type { CredentialId } from '../model/ids.ts';
import { type Problem, problem } from '../model/problem.ts';
import type { Workspace } from '../model/workspace.ts';
import { openContext } from '../pipeline/context.ts';
import { loadWorkspace } from '../pipeline/load-workspace.ts';
import { type Listening, listen } from '../ports/node-http.ts';
import type { Output, Ports } from '../ports/ports.ts';
import { type Envelope, envelope, invalid } from '../verbs/envelope.ts';
import { isLoopback, knownHosts, urlHost } from './address.ts';
import { openApp } from './app.ts';
import { holdState } from './one-server.ts';
import { openWorld } from './open-world.ts';
import type { ServeWorld } from './operation.ts';
import { pageFiles } from './page-files.ts';
import { problemDetails, problemMediaType } from './reply-problem.ts';

export interface ServeParams {
  readonly workspace: string;
  readonly host: string;
  /** 0: whichever is free. */
  readonly port: number;
}

/** How long jobs may go on once the server is told to stop, and then connections once the jobs have ended. Milliseconds. */
const jobGraceMs = 5000;
const connectionGraceMs = 500;

/**
 * Serves a workspace until `signal` aborts; its address is the first line on stdout. What stands in its way comes back as an envelope
 * that is not `ok`. Codes: `server.public-without-key`, `server.state-in-use`, `server.not-listening`, `credential.missing`.
 */
export async function serve(
  params: ServeParams,
  ports: Ports,
  output: Output,
  signal: AbortSignal,
): Promise<Envelope> {
  const { workspace, problems } = await loadWorkspace(params.workspace, ports);
  if (workspace === undefined) return invalid('serve', problems);
  const barred = unfit(workspace, params, ports);
  if (barred !== undefined) return failed(barred);
  const hold = holdState(workspace.stateDir, ports);
  if (!hold.ok) return failed(hold.problem);
  try {
    return await serveUntil(signal, workspace, params, ports, output);
  } finally {
    hold.release();
  }
}

/** A server that others can reach asks them for a key, and a key that is asked for has to be there. */
function unfit(workspace: Workspace, { host }: ServeParams, ports: Ports): Problem | undefined {
  const { apiKey } = workspace.serve;
  if (apiKey === null) {
    if (isLoopback(host)) return undefined;
    const message = `${host} can be reached by other machines, and the workspace declares no key`;
    const hint =
      'add server: {auth: {provider: api_key, credentials_ref: ...}} to workspace.yaml, or leave --host away';
    return problem('server.public-without-key', message, { hint });
  }
  const missing = openContext(workspace, ports).secrets.missing.get(apiKey);
  if (missing === undefined) return undefined;
  return problem('credential.missing', `the server's key, credential ${apiKey}, cannot be used: ${missing}`, {
    hint: 'set it where the runtime is started',
  });
}

async function serveUntil(
  signal: AbortSignal,
  workspace: Workspace,
  { host, port }: ServeParams,
  ports: Ports,
  output: Output,
): Promise<Envelope> {
  const { serve: settings } = workspace;
  const log = (line: string) => output.err(`${line}\n`);
  const world = openWorld(workspace, ports, { stopping: () => signal.aborted, complain: log });
  const app = openApp({
    world,
    guard: { ...knownHosts(host, settings), key: keyOf(settings.apiKey, world) },
    body: { clock: ports.clock, timeoutMs: settings.requestTimeoutMs, held: { bytes: 0 } },
    page: pageFiles(ports.files),
    log,
  });
  let listening: Listening;
  try {
    const requestTimeoutMs = settings.requestTimeoutMs + 5000;
    listening = await listen(
      { answer: (request, head) => app.fetch(request, head), unreadable },
      { host, port, requestTimeoutMs },
    );
  } catch (error) {
    return failed(notListening(host, port, error));
  }
  output.out(`http://${urlHost(host)}:${listening.port}\n`);
  await aborted(signal);
  const closed = listening.close();
  await world.jobs.drain(jobGraceMs);
  ports.clock.after(connectionGraceMs, listening.abandon);
  await closed;
  return envelope('serve', 'ok', []);
}

/** Read anew for each request, so that a key can be changed while the server lives. */
function keyOf(apiKey: CredentialId | null, { context }: ServeWorld): (() => string | undefined) | undefined {
  return apiKey === null ? undefined : () => context().secrets.values.get(apiKey);
}

function unreadable(status: number) {
  const code = status === 408 ? 'request.too-slow' : 'request.bad-arguments';
  const details = problemDetails({ code, status, detail: 'what was sent is no request, or not a whole one' });
  return { type: problemMediaType, body: JSON.stringify(details) };
}

function notListening(host: string, port: number, error: unknown): Problem {
  const why = error instanceof Error ? error.message : String(error);
  return problem('server.not-listening', `cannot listen on ${host} port ${port}: ${why}`, {
    hint: 'choose another one with --port; 0 takes whichever is free',
  });
}

function failed(fault: Problem): Envelope {
  return envelope('serve', 'failed', [fault], { error: fault });
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
