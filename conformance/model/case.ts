import * as z from 'zod';
import { Capability } from './capability.ts';
import { HttpStep, ServeStep, StopStep } from './http-step.ts';
import { AnyJson, AnyJsonObject } from './json.ts';

/**
 * A case file, `conformance/cases/<area>/<name>.yaml`. Its id is its path: `<area>/<name>`, and
 * `<area>/<name>[<row>]` for each row of its matrix. Every object is strict: a key that nothing reads is
 * an error, because an expectation that nothing compares is a case that cannot fail.
 *
 * Text anywhere in `given`, `steps` and `twin` may hold `@{name}` references: a field of the matrix row, a name captured by
 * an earlier step, or one of `workspace` (its absolute path), `folder` (the case's own folder, which holds the
 * workspace), `bin` (its PATH folder), `home`, `canary` (a path that must not exist afterwards), `secret.<name>` (a
 * planted secret, new in every run), `nonce`. `@{name:json}` inserts it as a JSON string, which is how a hostile
 * value goes into YAML text. A scalar that is wholly `@{name}` keeps the reference's own type. Row fields are
 * filled in before the case is checked, so `outcome: '@{outcome}'` works; the others when a step is due.
 *
 * `{$repeat: [text, times]}` stands for that long string wherever a value or a matcher may stand.
 */

const Name = z.string().regex(/^[a-z][a-z0-9-]*$/);

/** Bytes for a file or a stream. `repeat: [text, times]` spells long content. */
export const Content = z.union([
  z.string(),
  z.strictObject({ base64: z.string() }),
  z.strictObject({ repeat: z.tuple([z.string(), z.number().int().min(0)]) }),
]);
export type Content = z.infer<typeof Content>;

/**
 * What stands at a path. Paths are relative to the workspace; `bin/...` is the case's own PATH folder and `~/...`
 * its home folder, which is also the runtime's current directory.
 */
export const FileSpec = z.union([
  Content,
  z.strictObject({ content: Content, mode: z.string().regex(/^0[0-7]{3}$/) }),
  z.strictObject({ symlink: z.string() }),
  z.strictObject({ directory: z.literal(true) }),
  z.strictObject({ fifo: z.literal(true) }),
  z.strictObject({ absent: z.literal(true) }),
]);
export type FileSpec = z.infer<typeof FileSpec>;

/**
 * What a witness does after it has written down what the operating system handed it. Members act in the order
 * below. Asked for its version, a witness prints `version` and exits `version_exit`.
 */
export const Behaviour = z.strictObject({
  /** What asks for the version: default `['--version']`. A run with just these arguments is a probe, not a call. */
  version_args: z.array(z.string()).min(1).optional(),
  /** Printed for a probe; default `witness 1.0.0`. */
  version: Content.optional(),
  version_stderr: Content.optional(),
  version_exit: z.number().int().min(0).max(255).optional(),
  version_sleep_ms: z.number().int().positive().optional(),
  ignore_sigterm: z.boolean().optional(),
  /** Start a grandchild that keeps stdout and stderr open for so long. */
  grandchild_ms: z.number().int().positive().optional(),
  stdout: Content.optional(),
  stderr: Content.optional(),
  /** Print these chunks one by one, with a pause between: characters split over reads. */
  stdout_chunks: z.array(Content).optional(),
  /** Print so many bytes, then go on. */
  flood: z
    .strictObject({ stream: z.enum(['stdout', 'stderr', 'both']), bytes: z.number().int().positive() })
    .optional(),
  /** Print the value of an environment variable, the whole environment, the arguments, or what stdin held. */
  print: z
    .union([z.enum(['environment', 'arguments', 'stdin']), z.strictObject({ variable: z.string() })])
    .optional(),
  print_to: z.enum(['stdout', 'stderr']).optional(),
  /** Write a file, relative to the working directory: what a write command does. */
  write: z.strictObject({ path: z.string(), content: Content }).optional(),
  sleep_ms: z.number().int().positive().optional(),
  exit: z.number().int().min(0).max(255).optional(),
  signal: z.enum(['SIGKILL', 'SIGTERM', 'SIGSEGV']).optional(),
});
export type Behaviour = z.infer<typeof Behaviour>;

/** What a tool of a case's own MCP server does when it is called. Before that, it writes down what it was called with. */
export const ToolBehaviour = z.strictObject({
  text: z.string().optional(),
  /** Print the value of a variable of its environment, all of it, or the arguments. */
  print_variable: z.string().optional(),
  print: z.enum(['environment', 'arguments']).optional(),
  structured: AnyJsonObject.optional(),
  /** What it claims of itself. */
  output_schema: AnyJsonObject.optional(),
  read_only_hint: z.boolean().optional(),
  /** It says that it failed, with `text`; or the server answers with an error of the protocol. */
  is_error: z.boolean().optional(),
  error: z.string().optional(),
  hang: z.literal(true).optional(),
  exit: z.number().int().min(0).max(255).optional(),
  flood_bytes: z.number().int().positive().optional(),
});
export type ToolBehaviour = z.infer<typeof ToolBehaviour>;

/** One answer of the model, which is the suite itself. */
export const ModelTurn = z.strictObject({
  text: z.string().optional(),
  calls: z
    .array(
      z.strictObject({
        tool: z.string(),
        arguments: AnyJson.optional(),
        raw_arguments: z.string().optional(),
      }),
    )
    .optional(),
  /** An error status in place of an answer, with these headers. */
  status: z.number().int().min(400).max(599).optional(),
  headers: z.record(z.string(), z.string()).optional(),
  /** The connection breaks off in the midst of the answer. */
  cut: z.literal(true).optional(),
  /** Why the answer ended, where it is another reason than its own. */
  finish: z.enum(['length', 'content_filter']).optional(),
});
export type ModelTurn = z.infer<typeof ModelTurn>;

/**
 * The workspace and its surroundings. `packs`, `workspace`, `skills`, `archetypes`, `agents` and `topologies` are written out
 * as the YAML files a person would write (`explain ID` shows them); `files` are laid over them verbatim.
 */
export const Given = z.strictObject({
  /** Start from a copy of `fixtures/workspaces/<fixture>`. */
  fixture: z.string().optional(),
  /** `command_packs` of workspace.yaml. */
  packs: z.array(AnyJson).optional(),
  /** Further top-level keys of workspace.yaml: governance, credentials, mcp_servers ... */
  workspace: AnyJsonObject.optional(),
  /** skill id -> what differs from a minimal skill: implementation, inputs, iam ... */
  skills: z.record(z.string(), AnyJsonObject).optional(),
  /** archetype id -> its `defaults` (skills, iam, prompt ...). */
  archetypes: z.record(z.string(), AnyJsonObject).optional(),
  /** The agents of topology `main`: `{root: {skills: [...]}}`; further ids become its children. */
  agents: z.record(z.string(), AnyJsonObject).optional(),
  /** Further topologies, by id: the value of `agents` in each. */
  topologies: z.record(z.string(), AnyJsonObject).optional(),
  files: z.record(z.string(), FileSpec).optional(),
  /** Variables of the runtime's own environment. `null` takes one away. */
  env: z.record(z.string(), z.string().nullable()).optional(),
  /** Names of planted secrets, used as `@{secret.<name>}` and looked for in every byte that comes back. */
  secrets: z.array(Name).optional(),
  /**
   * Programs in the case's `bin/`, all copies of the witness. `witness` itself is always there. A name with a `/` in it is a
   * path in the workspace (`tools/probe`).
   */
  programs: z.record(z.string(), Behaviour).optional(),
  /**
   * Programs in `bin/` that speak MCP over stdio: name -> tool -> what it does. The witness of a call is that of a program: its
   * `argv` is the tool and its arguments as JSON.
   */
  servers: z.record(Name, z.record(z.string(), ToolBehaviour)).optional(),
  /**
   * The suite is the model: these are its answers, one a request, in order. `providers/kit.yaml` points there, and
   * `SWARMKIT_PROVIDER` is set to `kit`.
   */
  model: z.array(ModelTurn).optional(),
});
export type Given = z.infer<typeof Given>;

/**
 * A matcher is plain data (scalars equal, arrays equal element by element, objects match on the keys they
 * name) or one of the tagged forms.
 */
export const Matcher = AnyJson;
export const matcherTags = [
  '$regex', // {$regex: '^a'}: a string that the expression finds
  '$contains', // {$contains: text} in a string; {$contains: matcher} in an array
  '$not', // {$not: matcher}
  '$any', // {$any: string|number|boolean|object|array|null}
  '$length', // {$length: n} of a string in UTF-8 bytes, or of an array
  '$absent', // {$absent: true}: the key is missing or null
  '$unordered', // {$unordered: [matcher]}: the same elements in any order
  '$sequence', // {$sequence: [matcher]}: found in this order, others may stand between
  '$one_of', // {$one_of: [matcher]}: a choice that the specification leaves open
  '$exactly', // {$exactly: object}: no further keys
  '$json', // {$json: matcher}: a string that parses to it
  '$number', // {$number: {min, max}}
] as const;

/**
 * What the witness must have seen during this one step. `ran` counts calls, `probes` the runs that only ask for a version.
 */
export const WitnessExpectation = z.union([
  z.literal('none'),
  z.strictObject({
    /** Which program; default `witness`. */
    program: z.string().optional(),
    ran: z.number().int().min(0).optional(),
    probes: z.number().int().min(0).optional(),
    /** The last call's arguments, without the program's own name, byte for byte. */
    argv: Matcher.optional(),
    env: Matcher.optional(),
    /** Every variable the program saw is one of these names (a trailing `*` stands for any ending). */
    env_only: z.array(z.string()).optional(),
    cwd: Matcher.optional(),
    stdin: z.enum(['empty', 'data', 'terminal']).optional(),
    terminal: z.enum(['none', 'controlling']).optional(),
    /** The program leads a process group and a session of its own. */
    own_group: z.boolean().optional(),
    own_session: z.boolean().optional(),
  }),
]);
export type WitnessExpectation = z.infer<typeof WitnessExpectation>;

/** Fields of the envelope (see CONTRACT.md), beside what only the suite can see. */
export const Expect = z.strictObject({
  outcome: z.enum(['ok', 'invalid', 'denied', 'failed']).optional(),
  /** Status 2 or 3 where there is no envelope; otherwise it follows from the outcome. */
  exit: z.union([z.literal(2), z.literal(3)]).optional(),
  /** The code of the refusal, the error, or (outcome invalid) of one of the problems. */
  code: z.union([z.string(), z.array(z.string()).min(2)]).optional(),
  /** Each row must match a different problem. Others may stand beside them. */
  problems: z.array(Matcher).optional(),
  /** How many problems of severity `error` there are. */
  errors: z.number().int().min(0).optional(),
  warnings: z.number().int().min(0).optional(),
  text: Matcher.optional(),
  output: Matcher.optional(),
  refusal: Matcher.optional(),
  error: Matcher.optional(),
  /** Of `http`: the status, the headers by their names in lower case, the body as JSON or text. */
  status: z.union([z.number().int(), z.array(z.number().int()).min(2)]).optional(),
  headers: Matcher.optional(),
  body: Matcher.optional(),
  /** The whole envelope, for verbs with fields of their own. */
  envelope: Matcher.optional(),
  packs: Matcher.optional(),
  skills: Matcher.optional(),
  topologies: Matcher.optional(),
  /** For `logs`: these events, in this order; others may stand between. */
  events: z.array(Matcher).optional(),
  /** For `logs`: how many events in all match a matcher. */
  event_count: z.array(z.strictObject({ of: Matcher, is: z.number().int().min(0) })).optional(),
  witness: z.union([WitnessExpectation, z.array(WitnessExpectation)]).optional(),
  /** What the model was asked during the step, a row a request: `tools`, `offers`, `system`, `task`, `results`, `messages`. */
  model: Matcher.optional(),
  /** Paths relative to the workspace -> content matcher, or `{$absent: true}`. */
  files: z.record(z.string(), Matcher).optional(),
  /** Generous bounds only; the verb's whole time as the suite saw it. */
  within_ms: z.number().int().positive().optional(),
  at_least_ms: z.number().int().positive().optional(),
  /** No process that the step started lives on. On by default; here to be said aloud. */
  processes_left: z.literal(0).optional(),
});
export type Expect = z.infer<typeof Expect>;

const CallParams = z.strictObject({
  topology: z.string().default('main'),
  agent: z.string().default('root'),
  skill: z.string(),
  arguments: AnyJson.default({}),
  /** Sent instead of `arguments`, as it stands: for what is not JSON. */
  raw_arguments: Content.optional(),
  run_id: z.string().optional(),
});

/** One verb, then what must hold. Exactly one verb a step. */
export const Step = z
  .strictObject({
    describe: z.strictObject({}).optional(),
    validate: z.strictObject({ workspace: z.string().optional() }).optional(),
    resolve: z.strictObject({ workspace: z.string().optional() }).optional(),
    call: CallParams.optional(),
    run: z
      .strictObject({
        topology: z.string().default('main'),
        input: z.string().optional(),
        attach: z.array(z.string()).default([]),
        /** A run that waited for a person: in place of topology and input. */
        resume: z.string().optional(),
      })
      .optional(),
    logs: z
      .strictObject({
        workspace: z.string().optional(),
        last: z.number().int().positive().optional(),
        run_id: z.string().optional(),
      })
      .optional(),
    approvals: z.strictObject({}).optional(),
    approve: z.strictObject({ request_id: z.string(), reason: z.string().optional() }).optional(),
    deny: z.strictObject({ request_id: z.string(), reason: z.string().optional() }).optional(),
    /** The HTTP server: started, asked, ended. */
    serve: ServeStep.optional(),
    http: HttpStep.optional(),
    stop: StopStep.optional(),
    /** Any command line: for usage errors. */
    argv: z.array(z.string()).optional(),
    /** Files laid over the workspace before the verb: a pack that gains a command. */
    change: z.record(z.string(), FileSpec).optional(),
    /** JSON pointer into the envelope -> a name for later `@{name}` references. */
    capture: z.record(Name, z.string()).optional(),
    /** Repeat the verb so many times, at most `parallel` at once; each must meet `expect`. */
    times: z.number().int().positive().optional(),
    parallel: z.number().int().positive().optional(),
    expect: Expect,
  })
  .refine((step) => verbsOf(step).length === 1, { message: 'a step has exactly one verb' });
export type Step = z.infer<typeof Step>;

const verbs = [
  'describe',
  'validate',
  'resolve',
  'call',
  'run',
  'logs',
  'approvals',
  'approve',
  'deny',
  'serve',
  'http',
  'stop',
  'argv',
] as const;
export type Verb = (typeof verbs)[number];

function verbsOf(step: Record<string, unknown>): Verb[] {
  return verbs.filter((verb) => step[verb] !== undefined);
}

/** The verb of a step. */
export function verbOf(step: Step): Verb {
  return verbsOf(step)[0] ?? 'argv';
}

/**
 * The allowed twin of a refusal or failure: the same given, changed in one factor, whose every step succeeds.
 * A case passes only if both halves hold, so a runtime that always refuses passes none.
 */
export const Twin = z.strictObject({
  /** The one factor that differs, in words. */
  differs: z.string().min(5),
  /** Laid over the case's own `given`: `packs`, `agents` ... replace, `files`, `env`, `programs` merge. */
  given: Given.optional(),
  steps: z.array(Step).min(1),
});
export type Twin = z.infer<typeof Twin>;

export const CaseFile = z.strictObject({
  /** What holds, in the present tense, without "should". */
  title: z.string().min(10).max(120),
  clauses: z.array(z.string()).min(1),
  requires: z.array(Capability).min(1),
  tags: z.array(Name).default([]),
  /** Reported failures it re-enacts: ids or addresses. */
  source: z.array(z.string()).default([]),
  /** What goes wrong in the world where this does not hold. One or two sentences. */
  why: z.string().min(20),
  /** row name -> fields for `@{field}` references. */
  matrix: z.record(z.string().regex(/^[a-z0-9][a-z0-9-]*$/), z.record(Name, AnyJson)).optional(),
  given: Given,
  steps: z.array(Step).min(1),
  twin: Twin.optional(),
  /** Bound on each step, in seconds, where the target's (default 20) does not fit. */
  timeout_seconds: z.number().positive().max(120).optional(),
});
export type CaseFile = z.infer<typeof CaseFile>;
