import { Command, CommanderError } from 'commander';
import type { VerbName } from '../verbs/envelope.ts';

/** What a command line asks for, once it has been understood. */
export interface Invocation {
  readonly verb: VerbName;
  readonly json: boolean;
  readonly params: Readonly<Record<string, string | number | readonly string[] | undefined>>;
}

/** Either an invocation, or text for a person with the exit status that goes with it: 0 for help, 2 for a usage error. */
export type Parsed =
  | { readonly kind: 'invocation'; readonly invocation: Invocation }
  | { readonly kind: 'message'; readonly status: 0 | 2; readonly out: string; readonly err: string };

interface VerbSyntax {
  readonly verb: VerbName;
  readonly arguments: readonly string[];
  readonly summary: string;
  readonly options: readonly (readonly [
    flags: string,
    description: string,
    kind?: 'required' | 'repeatable' | 'count' | 'port',
  ])[];
  readonly example: string;
  /** What a command line lacks that the options alone do not tell. */
  readonly lacks?: (params: Invocation['params']) => string | undefined;
}

const runIdOption = ['--run-id <id>', 'the run it belongs to; default: a run of its own'] as const;

/** The verbs as a person types them. The contract fixes their names. */
export const syntax: readonly VerbSyntax[] = [
  {
    verb: 'describe',
    arguments: [],
    summary: 'name, version, capabilities and limits of this runtime',
    options: [],
    example: 'swarmkit describe --json',
  },
  {
    verb: 'validate',
    arguments: ['<workspace>'],
    summary: 'load everything a run would load and report every problem at once',
    options: [],
    example: 'swarmkit validate demos/command-packs/workspace',
  },
  {
    verb: 'resolve',
    arguments: ['<workspace>'],
    summary: 'the loaded workspace: packs, skills, and what each agent was granted',
    options: [],
    example: 'swarmkit resolve demos/command-packs/workspace',
  },
  {
    verb: 'call',
    arguments: ['<workspace>'],
    summary: 'act as an agent calling a skill; arguments are a JSON object on stdin',
    options: [
      ['--topology <id>', 'the topology', 'required'],
      ['--agent <id>', 'the agent that calls', 'required'],
      ['--skill <id>', 'the skill it calls', 'required'],
      runIdOption,
    ],
    example: `echo '{"filter": ".name", "file": "team.json"}' | swarmkit call WORKSPACE --topology inspect --agent analyst --skill json-tools-query`,
  },
  {
    verb: 'run',
    arguments: ['<workspace>', '[topology]'],
    summary: 'run a topology with its model, or go on with a run that waited for a person',
    options: [
      ['--input <text>', 'what the entry agent is asked'],
      [
        '--attach <path>',
        'an image for the entry agent, once for each: PNG, JPEG, GIF or WebP of at most 20 MiB',
        'repeatable',
      ],
      ['--resume <run-id>', 'go on with this run, once its approval request has been decided'],
    ],
    example:
      'SWARMKIT_PROVIDER=mock swarmkit run demos/command-packs/workspace inspect --input "What is in team.json?"',
    lacks: ({ topology, input, attach, resume }) => {
      if (resume !== undefined)
        return attach === undefined
          ? undefined
          : '--attach goes with a new run: one that waited keeps its own';
      return topology === undefined
        ? 'name a TOPOLOGY, or a run with --resume'
        : input === undefined
          ? '--input is missing'
          : undefined;
    },
  },
  {
    verb: 'logs',
    arguments: ['<workspace>'],
    summary: 'audit events, oldest first',
    options: [
      ['--last <n>', 'only those of the last n runs', 'count'],
      ['--run-id <id>', 'only those of one run'],
    ],
    example: 'swarmkit logs demos/command-packs/workspace --last 1',
  },
  {
    verb: 'approvals',
    arguments: ['<workspace>'],
    summary: 'requests that wait for a person',
    options: [],
    example: 'swarmkit approvals demos/command-packs/workspace',
  },
  ...(['approve', 'deny'] as const).map(
    (verb): VerbSyntax => ({
      verb,
      arguments: ['<workspace>', '<request-id>'],
      summary: verb === 'approve' ? 'let exactly the requested call run, once' : 'refuse the requested call',
      options: [['--reason <text>', 'why, for the record']],
      example: `swarmkit ${verb} demos/command-packs/workspace approval-4k2j9d`,
    }),
  ),
  {
    verb: 'serve',
    arguments: ['<workspace>'],
    summary: 'the HTTP server, and a page at / to watch it by; its address is the first line it prints',
    options: [
      ['--host <host>', 'the address to listen on; default: 127.0.0.1, which only this machine reaches'],
      ['--port <port>', 'the port; 0 takes whichever is free; default: 8000', 'port'],
    ],
    example: 'swarmkit serve demos/command-packs/workspace',
  },
  {
    verb: 'session',
    arguments: [],
    summary: 'answer requests, JSON Lines on stdin, until stdin ends; for programs',
    options: [],
    example: `echo '{"id": 1, "verb": "describe"}' | swarmkit session`,
  },
];

/** Understands a command line. Nothing is run here and nothing is printed. */
export function parseCommandLine(argv: readonly string[], version: string): Parsed {
  const printed = { out: '', err: '' };
  let invocation: Invocation | undefined;
  const program = new Command('swarmkit')
    .description('Reference runtime for SwarmKit command packs.')
    .version(version)
    .helpCommand(false)
    .configureOutput({ writeOut: (text) => (printed.out += text), writeErr: (text) => (printed.err += text) })
    .showHelpAfterError('(swarmkit --help lists the verbs; swarmkit VERB --help says what one takes)');
  for (const verb of syntax) {
    addVerb(program, verb, (found) => {
      invocation = found;
    });
  }
  try {
    program.exitOverride();
    program.parse(argv, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return { kind: 'message', status: error.exitCode === 0 ? 0 : 2, ...printed };
  }
  if (invocation === undefined) return { kind: 'message', status: 2, ...printed };
  return { kind: 'invocation', invocation };
}

function addVerb(program: Command, syntaxOf: VerbSyntax, found: (invocation: Invocation) => void): void {
  const command = program
    .command(syntaxOf.verb)
    .summary(syntaxOf.summary)
    .description(`${syntaxOf.summary}.`);
  for (const argument of syntaxOf.arguments) command.argument(argument);
  for (const [flags, description, kind] of syntaxOf.options) {
    const once = onceOnly(command, flags);
    if (kind === 'required') command.requiredOption(flags, description, once(String));
    else if (kind === 'repeatable')
      command.option(flags, description, (value: string, all: string[] = []) => [...all, value]);
    else if (kind === 'count')
      command.option(
        flags,
        description,
        once((value) => countOf(command, flags, value)),
      );
    else if (kind === 'port')
      command.option(
        flags,
        description,
        once((value) => portOf(command, flags, value)),
      );
    else command.option(flags, description, once(String));
  }
  command.option('--json', 'print one JSON envelope and nothing else');
  command.addHelpText('after', `\nExample:\n  ${syntaxOf.example}`);
  command.exitOverride().action(() => {
    const { json = false, ...options } = command.opts();
    const names = syntaxOf.arguments.map((argument) => camelCase(argument.replaceAll(/[<>[\]]/g, '')));
    const positional = Object.fromEntries(names.map((name, index) => [name, command.args[index]]));
    const params = { ...options, ...positional };
    const lacking = syntaxOf.lacks?.(params);
    if (lacking !== undefined) command.error(`error: ${lacking}`);
    found({ verb: syntaxOf.verb, json, params });
  });
}

/** Of two values one would be passed over in silence. */
function onceOnly(command: Command, flags: string) {
  return <Value>(parse: (text: string) => Value) =>
    (text: string, previous: Value | undefined): Value =>
      previous === undefined ? parse(text) : command.error(`error: ${flags} is given twice`);
}

function countOf(command: Command, flags: string, value: string): number {
  if (/^[1-9]\d{0,8}$/.test(value)) return Number(value);
  return command.error(`error: ${flags} takes a whole number from 1, not ${JSON.stringify(value)}`);
}

function portOf(command: Command, flags: string, value: string): number {
  if (/^\d{1,5}$/.test(value) && Number(value) <= 65_535) return Number(value);
  return command.error(`error: ${flags} takes a number from 0 to 65535, not ${JSON.stringify(value)}`);
}

function camelCase(name: string): string {
  return name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
