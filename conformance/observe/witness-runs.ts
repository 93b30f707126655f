import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { notesPlace, programPlace } from '../prepare/layout.ts';

/** One run of a witness, as the operating system handed it over. */
export interface WitnessRun {
  readonly program: string;
  /** A probe asked for its version and nothing else. */
  readonly kind: 'call' | 'probe';
  /** Without the program's own name. Bytes that are no UTF-8 show as `base64:...`. */
  readonly argv: readonly string[];
  readonly env: ReadonlyMap<string, string>;
  readonly cwd: string;
  readonly pid: number;
  readonly group: number;
  readonly session: number;
  readonly terminal: 'none' | 'controlling';
  /** `open`: it stayed open and nothing came. `unread`: nobody wanted to know. */
  readonly stdin: 'empty' | 'data' | 'terminal' | 'open' | 'unread';
}

/**
 * Runs of these programs, in the order they began. `seen` holds the count of each program's runs that are already known,
 * and is brought up to date.
 */
export function newWitnessRuns(
  root: string,
  programs: Iterable<string>,
  seen: Map<string, number>,
): readonly WitnessRun[] {
  return [...programs].flatMap((program) => {
    const notes = join(root, notesPlace(programPlace(program)));
    const before = seen.get(program) ?? 0;
    const numbers = runNumbers(notes).filter((number) => number > before);
    seen.set(program, Math.max(before, ...numbers));
    return numbers.map((number) => readRun(program, join(notes, String(number))));
  });
}

function runNumbers(notes: string): readonly number[] {
  const found = listOf(notes).flatMap((name) =>
    name.endsWith('.argv') ? [Number(name.slice(0, -'.argv'.length))] : [],
  );
  return found.sort((a, b) => a - b);
}

function readRun(program: string, at: string): WitnessRun {
  // a witness that was killed before it could write its facts was reading stdin, or lost a race: it did run
  const [kind, pid, group, session, terminal, stdin, cwd] = records(`${at}.facts`);
  return {
    program,
    kind: kind === 'probe' ? 'probe' : 'call',
    argv: records(`${at}.argv`),
    env: environment(records(`${at}.env`)),
    cwd: cwd ?? '',
    pid: Number(pid ?? 0),
    group: Number(group ?? 0),
    session: Number(session ?? 0),
    terminal: terminal === 'controlling' ? 'controlling' : 'none',
    stdin: (stdin ?? 'open') as WitnessRun['stdin'],
  };
}

function environment(entries: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    entries.map((entry) => {
      const at = entry.indexOf('=');
      return at < 0 ? [entry, ''] : [entry.slice(0, at), entry.slice(at + 1)];
    }),
  );
}

/** Records that each end in a NUL; in a newline where the system has no /proc and the file holds no NUL. */
function records(file: string): readonly string[] {
  const bytes = readOr(file);
  const end = bytes.includes(0) ? 0 : 10;
  const found: string[] = [];
  for (let from = 0; from < bytes.length; ) {
    const to = bytes.indexOf(end, from);
    const stop = to < 0 ? bytes.length : to;
    found.push(decode(bytes.subarray(from, stop)));
    from = stop + 1;
  }
  return found;
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decode(bytes: Buffer): string {
  try {
    return strict.decode(bytes);
  } catch {
    return `base64:${bytes.toString('base64')}`;
  }
}

function readOr(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch {
    return Buffer.alloc(0);
  }
}

function listOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
