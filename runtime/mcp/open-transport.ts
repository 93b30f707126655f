import { credentialsOf, type Secrets } from '../execute/credentials.ts';
import { buildEnvironment } from '../execute/environment.ts';
import type { Failure } from '../model/call.ts';
import { failure } from '../model/failure.ts';
import type { Server, Workspace } from '../model/workspace.ts';
import type { Ports } from '../ports/ports.ts';
import { findProgram } from '../programs/find-program.ts';
import { fillTemplate } from '../template/template.ts';
import type { OpenedTransport, TransportOpener } from './connection.ts';
import { httpTransport } from './http-transport.ts';
import { lineTransport } from './line-transport.ts';

export interface ServerWorld {
  readonly workspace: Pick<Workspace, 'root'>;
  readonly secrets: Secrets;
  readonly ports: Pick<Ports, 'clock' | 'files' | 'conversations' | 'host'>;
}

/** Starts a server's program, or makes ready to reach its address. Codes: `credential.missing`, `mcp.not-started`. */
export function transportOpener(world: ServerWorld): TransportOpener {
  return (server, onBytes) => {
    const credentials = credentialsOf(server, world.secrets);
    if (!credentials.ok) return credentials.error;
    if (server.transport.kind === 'stdio') return openProgram(server, credentials.value, world, onBytes);
    const secrets = new Map([...credentials.value].map(([id, value]) => [`credential.${id}`, value]));
    const headers = new Map(
      [...server.transport.headers].map(([name, template]) => [name, fillTemplate(template, secrets)]),
    );
    return { transport: httpTransport(server.transport.url, headers, onBytes), lastWords: () => '' };
  };
}

/** The same built environment, process group and lookup as for a command. */
function openProgram(
  { id, transport, maxOutputBytes }: Server,
  credentials: Parameters<typeof buildEnvironment>[2],
  { workspace, ports }: ServerWorld,
  onBytes: (count: number) => void,
): OpenedTransport | Failure {
  if (transport.kind !== 'stdio') throw new Error('only a server by stdio has a program');
  const pathVariable = ports.host.env.get('PATH') ?? '';
  const found = findProgram(transport.program, {
    pathVariable,
    workspaceRoot: workspace.root,
    files: ports.files,
  });
  if (!('program' in found))
    return failure('mcp.not-started', `server ${id} did not start: ${found.missing}`, found.hint);
  if (ports.files.status(transport.cwd)?.kind !== 'directory') {
    return failure(
      'mcp.not-started',
      `server ${id} did not start: its cwd ${transport.cwd} is no folder`,
      'mend cwd of the server',
    );
  }
  const env = buildEnvironment(transport, ports.host.env, credentials);
  const running = ports.conversations.converse({
    program: found.program,
    argv0: transport.program,
    args: transport.args,
    env,
    cwd: transport.cwd,
  });
  const line = lineTransport(running, ports.clock, maxOutputBytes, onBytes);
  return { transport: line, lastWords: line.stderrTail };
}
