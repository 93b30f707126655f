import type { Behaviour, Content } from '../model/case.ts';

/**
 * What the witness (`fixtures/programs/witness`) finds in the folder beside it: `plan`, shell assignments that it sources, and a
 * file for each content that it prints. `readStdin` has it read stdin to its end before it behaves.
 */
export function behaviourPlan(behaviour: Behaviour, readStdin: boolean): ReadonlyMap<string, Uint8Array> {
  const { flood, print, write } = behaviour;
  const contents: readonly (readonly [string, Content | undefined])[] = [
    ['version', lineOf(behaviour.version)],
    ['version_stderr', lineOf(behaviour.version_stderr)],
    ['stdout', behaviour.stdout],
    ['stderr', behaviour.stderr],
    ['written', write?.content],
    ...(behaviour.stdout_chunks ?? []).map((chunk, index) => [`chunk.${index}`, chunk] as const),
  ];
  const assignments = [
    assign('version_exit', behaviour.version_exit),
    assign('version_sleep', seconds(behaviour.version_sleep_ms)),
    assign('read_stdin', readStdin || print === 'stdin' ? 'yes' : undefined),
    assign('ignore_sigterm', behaviour.ignore_sigterm === true ? 'yes' : undefined),
    assign('grandchild', seconds(behaviour.grandchild_ms)),
    assign('chunks', behaviour.stdout_chunks?.length),
    assign('flood_stdout', flood && floodShare(flood, 'stdout')),
    assign('flood_stderr', flood && floodShare(flood, 'stderr')),
    assign('print', typeof print === 'object' ? 'variable' : print),
    assign('print_variable', typeof print === 'object' ? print.variable : undefined),
    assign('print_to', behaviour.print_to),
    assign('write_path', write?.path),
    assign('sleep', seconds(behaviour.sleep_ms)),
    assign('exit', behaviour.exit),
    assign('signal', behaviour.signal?.replace(/^SIG/, '')),
    ...(behaviour.version_args === undefined ? [] : [probeTest(behaviour.version_args)]),
  ].flat();
  return new Map([
    ['plan', Buffer.from(assignments.map((line) => `${line}\n`).join(''))],
    ...contents.flatMap(([name, content]) =>
      content === undefined ? [] : [[name, contentBytes(content)] as const],
    ),
  ]);
}

export function contentBytes(content: Content): Uint8Array {
  if (typeof content === 'string') return Buffer.from(content);
  if ('base64' in content) return Buffer.from(content.base64, 'base64');
  return Buffer.from(content.repeat[0].repeat(content.repeat[1]));
}

/** A version in plain text is a line: programs end it with a newline. */
function lineOf(content: Content | undefined): Content | undefined {
  return typeof content === 'string' && content !== '' && !content.endsWith('\n') ? `${content}\n` : content;
}

/** `both` splits the bytes over the two streams. */
function floodShare(
  { stream, bytes }: NonNullable<Behaviour['flood']>,
  of: 'stdout' | 'stderr',
): number | undefined {
  if (stream === of) return bytes;
  if (stream !== 'both') return undefined;
  return of === 'stdout' ? Math.ceil(bytes / 2) : Math.floor(bytes / 2);
}

function seconds(ms: number | undefined): string | undefined {
  return ms === undefined ? undefined : (ms / 1000).toFixed(3);
}

function assign(name: string, value: string | number | undefined): string[] {
  return value === undefined ? [] : [`${name}=${quoteForShell(String(value))}`];
}

function probeTest(args: readonly string[]): string {
  const tests = args.map((arg, index) => `[ "$${index + 1}" = ${quoteForShell(arg)} ]`);
  return `is_probe() { [ "$#" -eq ${args.length} ] && ${tests.join(' && ')}; }`;
}

/** One shell word that stands for exactly this text. */
export function quoteForShell(text: string): string {
  return /^[A-Za-z0-9_./:=@%+,-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
