import type { CommandOutput } from '../model/call.ts';
import { done, failed, type Step } from '../model/failure.ts';
import type { Command, Pack } from '../model/workspace.ts';
import type { BoundedRun } from './bounds.ts';
import { decode, parseOutput } from './output.ts';
import { type Redactor, redactJson } from './redaction.ts';

/** Which command ran, and as what. */
export interface Ran {
  readonly pack: Pack;
  readonly command: Command;
  /** Why the system says it did not start it, in words. */
  readonly explain: (reason: string) => string;
}

/**
 * Whether a run was a success, and then what it gave. Everything in the answer is redacted, and what is cut
 * is cut after that, so that no half of a secret stays. Codes: `command.timeout`, `command.output-ceiling`,
 * `command.interrupted`, `command.not-started`, `command.too-long`, `command.signal`, `command.exit-status`,
 * `command.bad-output`.
 */
export function judge(run: BoundedRun, ran: Ran, redact: Redactor): Step<CommandOutput> {
  const stderr = decode(run.stderr);
  const stderrText = redact(stderr.text);
  const ended = judgeEnd(run.verdict, ran, stderrText);
  if (!ended.ok) return ended;
  const stdout = decode(run.stdout);
  const text = redact(stdout.text);
  const data = parseOutput(stdout, ran.command.parse, text);
  if (!data.ok) return data;
  return done({
    text,
    data: redactJson(redact, data.value),
    exitCode: ended.value,
    stderr: stderrText,
    durationMs: run.durationMs,
    lossy: stdout.lossy || stderr.lossy,
  });
}

/** The exit status, where the command counts it as a success. */
function judgeEnd(
  verdict: BoundedRun['verdict'],
  { pack, command, explain }: Ran,
  stderr: string,
): Step<number> {
  const [name] = command.argv;
  switch (verdict.kind) {
    case 'exited':
      if (command.okExitCodes.has(verdict.exitCode)) return done(verdict.exitCode);
      return failed('command.exit-status', `${name} exited with status ${verdict.exitCode}${tailOf(stderr)}`);
    case 'signalled':
      return failed('command.signal', `${name} was killed by ${verdict.signal}${tailOf(stderr)}`);
    case 'timeout': {
      const message = `${name} did not end within ${command.timeoutMs / 1000} s and was stopped`;
      return failed(
        'command.timeout',
        message,
        `the bound is timeout, or timeout_overrides, of pack ${pack.id}`,
      );
    }
    case 'output-ceiling': {
      const message = `${name} wrote more than ${pack.maxOutputBytes} bytes and was stopped; none of it is used`;
      return failed(
        'command.output-ceiling',
        message,
        `ask for less; the bound is max_output of pack ${pack.id}`,
      );
    }
    case 'interrupted':
      return failed('command.interrupted', `${name} was stopped, since the runtime was asked to stop`);
    case 'not-started':
      if (verdict.reason !== 'E2BIG') return failed('command.not-started', explain(verdict.reason));
      return failed('command.too-long', `the arguments of ${name} are longer than the system takes`);
  }
}

const tailLength = 2000;

/** The end of stderr, where programs say what went wrong. */
function tailOf(stderr: string): string {
  const text = stderr.trim();
  if (text === '') return ' and wrote nothing on stderr';
  // A cut between the halves of a surrogate pair would leave half a character.
  return text.length <= tailLength
    ? `: ${text}`
    : `: …${text.slice(-tailLength).replace(/^[\udc00-\udfff]/, '')}`;
}
