import type { ServerId } from '../model/ids.ts';
import { type Place, type Problem, problem } from '../model/problem.ts';
import type { Template } from '../model/template.ts';
import type { Server, Transport } from '../model/workspace.ts';
import { placeholdersOf } from '../template/template.ts';
import type { Declarations, Declared } from './declare.ts';
import { packBounds } from './pack-bounds.ts';
import { expandTemplate, expandVariables } from './pack-environment.ts';
import { isHttpAddress } from './providers.ts';
import type { ServerDeclaration } from './schemas/workspace.ts';

type DeclaredServer = Declared<ServerDeclaration>;

interface Expansion {
  readonly hostEnv: ReadonlyMap<string, string>;
  readonly root: string;
  readonly problems: Problem[];
}

/**
 * MCP servers with their bounds settled and `${VAR}` expanded. Nothing is started and no program is looked up: a server that is not there
 * fails the calls that need it. Codes: `schema.*`, `command-pack.unknown-credential`, `command-pack.placeholder-in-env`.
 */
export function checkServers(
  declarations: Declarations,
  hostEnv: ReadonlyMap<string, string>,
): { servers: ReadonlyMap<ServerId, Server>; problems: readonly Problem[] } {
  const expansion: Expansion = { hostEnv, root: declarations.root, problems: [] };
  const servers = declarations.servers.map((declared) => toServer(declared, declarations, expansion));
  return { servers: new Map(servers.map((server) => [server.id, server])), problems: expansion.problems };
}

function toServer(declared: DeclaredServer, declarations: Declarations, expansion: Expansion): Server {
  const { value } = declared;
  const { bounds, problems } = packBounds(declared, 'server');
  expansion.problems.push(...problems, ...credentialProblems(declared, declarations));
  return {
    id: value.id,
    permission: value.permission,
    permissionOverrides: value.permission_overrides ?? new Map(),
    effects: value.effects ?? new Map(),
    trustAnnotations: value.trust_annotations,
    ...bounds,
    credential: value.credentials_ref ?? null,
    transport: toTransport(declared, expansion),
  };
}

function toTransport(declared: DeclaredServer, expansion: Expansion): Transport {
  const { command, url, transport } = declared.value;
  if (command !== undefined && url !== undefined) {
    const message = `server ${declared.value.id} has a command and a url`;
    expansion.problems.push(
      problem('schema.conflicting-fields', message, { place: declared.at('url'), hint: 'keep one of them' }),
    );
  }
  const isStdio = transport === undefined ? url === undefined : transport === 'stdio';
  const needed = isStdio ? 'command' : 'url';
  if (declared.value[needed] === undefined) {
    const message = `server ${declared.value.id} lacks ${JSON.stringify(needed)}`;
    const hint = isStdio ? 'command: [program, argument] or url: https://...' : 'a server by http has a url';
    expansion.problems.push(problem('schema.required-field', message, { place: declared.at(), hint }));
  }
  return isStdio ? stdioTransport(declared, expansion) : httpTransport(declared, expansion);
}

function stdioTransport(declared: DeclaredServer, expansion: Expansion): Transport {
  const { command, args = [], env, cwd } = declared.value;
  const [program = '', ...first] = typeof command === 'string' ? [command] : (command ?? []);
  const place = declared.at('command');
  const words = [program, ...first].map((word) => expand(word, place, expansion));
  const directory = cwd === undefined ? expansion.root : expand(cwd, declared.at('cwd'), expansion);
  return {
    kind: 'stdio',
    program: words[0] ?? '',
    args: [
      ...words.slice(1),
      ...args.map((word, index) => expand(word, declared.at('args', index), expansion)),
    ],
    cwd: directory.startsWith('/') ? directory : `${expansion.root}/${directory}`,
    env: templates(env, 'env', declared, expansion),
  };
}

function httpTransport(declared: DeclaredServer, expansion: Expansion): Transport {
  const { url: written = '', headers } = declared.value;
  const place = declared.at('url');
  const faultsBefore = expansion.problems.length;
  const url = expand(written, place, expansion);
  if (written !== '' && expansion.problems.length === faultsBefore && !isHttpAddress(url)) {
    const message = `url ${JSON.stringify(url)} is no http or https address`;
    expansion.problems.push(
      problem('schema.pattern-mismatch', message, { place, hint: 'such as https://example.org/mcp' }),
    );
  }
  return { kind: 'http', url, headers: templates(headers, 'headers', declared, expansion) };
}

function expand(text: string, place: Place, { hostEnv, problems }: Expansion): string {
  return expandVariables(text, hostEnv, place, problems)
    .map(({ piece }) => piece)
    .join('');
}

/** Secrets reach a server here and nowhere else, and only the server's own. */
function templates(
  rows: ReadonlyMap<string, string> | undefined,
  field: 'env' | 'headers',
  declared: DeclaredServer,
  { hostEnv, problems }: Expansion,
): ReadonlyMap<string, Template> {
  const own = declared.value.credentials_ref;
  return new Map(
    [...(rows ?? [])].map(([name, text]) => {
      const place = declared.at(field, name);
      const template = expandTemplate(text, hostEnv, place, problems);
      for (const placeholder of placeholdersOf(template).filter((each) => each !== `credential.${own}`)) {
        const isCredential = placeholder.startsWith('credential.');
        const code = isCredential ? 'command-pack.unknown-credential' : 'command-pack.placeholder-in-env';
        const message = `{${placeholder}} in ${field} is not this server's credential`;
        const hint =
          own === undefined ? 'add credentials_ref to the server' : `this server's is {credential.${own}}`;
        problems.push(problem(code, message, { place, hint }));
      }
      return [name, template];
    }),
  );
}

function credentialProblems(declared: DeclaredServer, { credentials, broken }: Declarations): Problem[] {
  const ref = declared.value.credentials_ref;
  if (ref === undefined || credentials.has(ref) || broken.has(`credential:${ref}`)) return [];
  const message = `server ${declared.value.id} asks for credential ${ref}, which the workspace does not declare`;
  const hint = `declared here: ${[...credentials.keys()].join(', ') || 'none'}`;
  return [
    problem('command-pack.unknown-credential', message, { place: declared.at('credentials_ref'), hint }),
  ];
}
