import type { ServerId } from '../model/ids.ts';
import type { Server, Transport } from '../model/workspace.ts';
import { parseTemplate } from '../template/template.ts';

/** For tests: a server as the loader would make it, with what the test wants otherwise. */
export function sampleServer(
  transport: Partial<Transport> & { readonly kind: Transport['kind'] },
  parts: Partial<Server> = {},
): Server {
  const complete: Transport =
    transport.kind === 'stdio'
      ? { program: 'none', args: [], cwd: '/', env: new Map(), ...transport }
      : { url: 'http://127.0.0.1:9/mcp', headers: new Map(), ...transport };
  return {
    id: 'tools' as ServerId,
    permission: 'cautious',
    permissionOverrides: new Map(),
    effects: new Map(),
    trustAnnotations: false,
    timeoutMs: 10_000,
    timeoutOverrides: new Map(),
    maxOutputBytes: 1_000_000,
    credential: null,
    transport: complete,
    ...parts,
  };
}

/** A Node program with its arguments. */
export function nodeServer(
  script: string,
  args: readonly string[] = [],
  parts: Partial<Server> = {},
  env: Readonly<Record<string, string>> = {},
): Server {
  const templates = new Map(Object.entries(env).map(([name, text]) => [name, parseTemplate(text)]));
  return sampleServer(
    { kind: 'stdio', program: process.execPath, args: [script, ...args], env: templates },
    parts,
  );
}
