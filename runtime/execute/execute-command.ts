import { createHash } from 'node:crypto';
import type {
  Call,
  CommandFacts,
  CommandOutcome,
  CommandTarget,
  OutputDigest,
  Permit,
} from '../model/call.ts';
import { failure, type Step } from '../model/failure.ts';
import { bad, ok, type Result } from '../model/problem.ts';
import type { Ports } from '../ports/ports.ts';
import { checkArguments } from './arguments.ts';
import { fillArgv } from './argv.ts';
import { type BoundedRun, runBounded } from './bounds.ts';
import { credentialsOf, type Secrets } from './credentials.ts';
import { buildEnvironment } from './environment.ts';
import { judge } from './judge.ts';
import { checkDirectory, explainStart } from './not-started.ts';
import { decode } from './output.ts';
import type { Redactor } from './redaction.ts';

/** What a command needs of the world. `redact` and `secrets` come from one reading of the credentials. */
export interface Surroundings {
  readonly ports: Pick<Ports, 'clock' | 'files' | 'processes' | 'host'>;
  readonly secrets: Secrets;
  readonly redact: Redactor;
  /** Aborts when the runtime is asked to stop. */
  readonly signal?: AbortSignal;
}

/**
 * Runs the command that the permit is for: arguments into argv, credentials into the environment, a process
 * under its bounds, a verdict. Nothing starts unless all that comes before is in order. The outcome is
 * redacted throughout, and of the process nothing is left when it is there. Never rejects for anything that a
 * workspace, a caller or a program does.
 */
export async function executeCommand({ call }: Permit, surroundings: Surroundings): Promise<CommandOutcome> {
  const { ports, secrets, redact, signal } = surroundings;
  const target = commandOf(call);
  const { pack, command } = target;
  const argv = await argvOf(call, target);
  if (!argv.ok) return fail(argv, redact);
  const credentials = credentialsOf(pack, secrets);
  if (!credentials.ok) return fail(credentials, redact);
  const cwd = checkDirectory(pack, ports.files);
  if (!cwd.ok) return fail(cwd, redact);
  if (signal?.aborted === true) {
    return {
      kind: 'failed',
      error: failure('command.interrupted', 'not started, since the runtime was asked to stop'),
    };
  }

  const [argv0, ...args] = argv.value;
  const env = buildEnvironment(pack, ports.host.env, credentials.value);
  const running = ports.processes.start({ program: command.program, argv0, args, env, cwd: cwd.value });
  const bounds = { timeoutMs: command.timeoutMs, maxOutputBytes: pack.maxOutputBytes };
  const run = await runBounded(running, bounds, ports.clock, signal);

  const explain = (reason: string) => explainStart(reason, command, ports.files);
  const judged = judge(run, { pack, command, explain }, redact);
  const outcome: CommandOutcome = judged.ok ? { kind: 'ok', output: judged.value } : fail(judged, redact);
  if (run.verdict.kind === 'not-started') return outcome;
  return { ...outcome, facts: factsOf([command.program, ...args], run, redact) };
}

/** What would run, for a person who is to decide; or why nothing could. Not redacted. */
export async function previewArgv(call: Call): Promise<Result<readonly string[]>> {
  const target = commandOf(call);
  const argv = await argvOf(call, target);
  if (!argv.ok) return bad(argv.error);
  const [, ...args] = argv.value;
  return ok([target.command.program, ...args]);
}

function commandOf({ skill, target }: Call): CommandTarget {
  if (target.kind === 'command') return target;
  throw new Error(`skill ${skill.id} is backed by ${target.kind}, not by a command`);
}

async function argvOf(call: Call, { command }: CommandTarget): Promise<Step<readonly [string, ...string[]]>> {
  const values = await checkArguments(call.skill, command, call.arguments);
  return values.ok ? fillArgv(call.skill, command, values.value) : values;
}

/** A message may hold an argument's name, a path, a schema's own words; hence here too. */
function fail({ error }: Step<never> & { readonly ok: false }, redact: Redactor): CommandOutcome {
  const hint = error.hint === null ? null : redact(error.hint);
  return { kind: 'failed', error: { ...error, message: redact(error.message), hint } };
}

function factsOf(argv: readonly string[], run: BoundedRun, redact: Redactor): CommandFacts {
  const { verdict, durationMs } = run;
  return {
    argv: argv.map(redact),
    exitCode: verdict.kind === 'exited' ? verdict.exitCode : null,
    signal: verdict.kind === 'signalled' ? verdict.signal : null,
    durationMs,
    stdout: digestOf(run.stdout, run.counted.stdout, redact),
    stderr: digestOf(run.stderr, run.counted.stderr, redact),
  };
}

function digestOf(kept: Uint8Array, bytes: number, redact: Redactor): OutputDigest {
  return {
    bytes,
    sha256: createHash('sha256')
      .update(redact(decode(kept).text))
      .digest('hex'),
  };
}
