import type { Verb } from '../model/case.ts';
import type { Request, RequestParams } from './exchange.ts';

export interface CommandLine {
  readonly args: readonly string[];
  readonly stdin: Uint8Array | null;
}

type Render = (params: RequestParams) => readonly string[];

/** The arguments of each verb, as the contract's table has them. */
const renderings: Readonly<Record<Verb, Render>> = {
  describe: () => ['describe', '--json'],
  validate: ({ workspace = '.' }) => ['validate', workspace, '--json'],
  resolve: ({ workspace = '.' }) => ['resolve', workspace, '--json'],
  call: ({ workspace = '.', topology, agent, skill, run_id }) => [
    'call',
    workspace,
    ...option('--topology', topology),
    ...option('--agent', agent),
    ...option('--skill', skill),
    ...option('--run-id', run_id),
    '--json',
  ],
  run: ({ workspace = '.', topology = '', input, resume, attach = [] }) => [
    'run',
    workspace,
    ...(resume === undefined ? [topology] : ['--resume', resume]),
    ...option('--input', input),
    ...attach.flatMap((path) => option('--attach', path)),
    '--json',
  ],
  logs: ({ workspace = '.', last, run_id }) => [
    'logs',
    workspace,
    ...option('--last', last),
    ...option('--run-id', run_id),
    '--json',
  ],
  approvals: ({ workspace = '.' }) => ['approvals', workspace, '--json'],
  approve: decision('approve'),
  deny: decision('deny'),
  serve: ({ workspace = '.', serve_arguments = [] }) => [
    'serve',
    workspace,
    '--port',
    '0',
    ...serve_arguments,
    '--json',
  ],
  // no command line: shown for people
  http: ({ http }) => [http?.method ?? 'GET', http?.path ?? '/'],
  stop: ({ signal = 'SIGTERM' }) => [signal],
  argv: ({ argv = [] }) => argv,
};

function decision(verb: string): Render {
  return ({ workspace = '.', request_id = '', reason }) => [
    verb,
    workspace,
    request_id,
    ...option('--reason', reason),
    '--json',
  ];
}

function option(name: string, value: string | number | undefined): readonly string[] {
  return value === undefined ? [] : [name, String(value)];
}

/** A request as a command line. JSON escapes lone surrogates, so every value of a case can travel. */
export function commandLine({ verb, params }: Request): CommandLine {
  return { args: renderings[verb](params), stdin: stdinOf(verb, params) };
}

function stdinOf(verb: Verb, params: RequestParams): Uint8Array | null {
  if (params.raw_arguments !== undefined) return params.raw_arguments;
  return verb === 'call' ? Buffer.from(JSON.stringify(params.arguments ?? {})) : null;
}
