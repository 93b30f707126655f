import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A process that belongs to a case. */
export interface CaseProcess {
  readonly pid: number;
  /** Its arguments, for people. */
  readonly command: string;
}

/**
 * Finds the processes of a case wherever they went. A command runs in a session of its own, so the runtime's process
 * group does not hold it; but its environment (PATH, HOME), arguments or current directory show the case's folder.
 */
export interface ProcessTable {
  /** Living processes that show `root`, without those in `except`. Empty where there is no /proc. */
  of(root: string, except?: ReadonlySet<number>): readonly CaseProcess[];
}

/** Reads /proc. What ran before the table was made is none of a case's and is never read. */
export function openProcessTable(proc = '/proc'): ProcessTable {
  let older: ReadonlySet<string> = new Set(pids(proc));
  return {
    of: (root, except) => {
      const current = pids(proc);
      older = new Set(current.filter((pid) => older.has(pid)));
      return current
        .filter((pid) => !older.has(pid) && except?.has(Number(pid)) !== true && shows(join(proc, pid), root))
        .map((pid) => ({ pid: Number(pid), command: commandOf(join(proc, pid)) }));
    },
  };
}

function pids(proc: string): readonly string[] {
  try {
    return readdirSync(proc).filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
}

function shows(folder: string, root: string): boolean {
  if (
    isWithin(
      attempt(() => readlinkSync(join(folder, 'cwd'))),
      root,
    )
  )
    return true;
  const inside = `${root}/`;
  return ['environ', 'cmdline'].some((file) =>
    attempt(() => readFileSync(join(folder, file), 'latin1')).includes(inside),
  );
}

function isWithin(path: string, root: string): boolean {
  return path === root || path.startsWith(`${root}/`);
}

function commandOf(folder: string): string {
  return attempt(() => readFileSync(join(folder, 'cmdline'), 'utf8'))
    .split('\0')
    .join(' ')
    .trim();
}

/** A process may be gone between two looks, and a zombie has nothing to show. */
function attempt(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}

/** Grace for processes that were just killed to be gone. */
const settleMs = 1000;

/** The processes of a case that are still there when they had time to go. */
export async function lingering(table: ProcessTable, root: string): Promise<readonly CaseProcess[]> {
  for (let waited = 0, pause = 2; ; waited += pause, pause *= 2) {
    const found = table.of(root);
    if (found.length === 0 || waited > settleMs) return found;
    await sleep(pause);
  }
}

/** Kills what is left of a case, until nothing new appears. */
export async function killAll(table: ProcessTable, root: string): Promise<void> {
  for (let round = 0; round < 20; round += 1) {
    const found = table.of(root);
    if (found.length === 0) return;
    for (const { pid } of found) signal(pid, 'SIGKILL');
    await sleep(2 * round);
  }
}

/** True when somebody was there to get it. A negative pid is a process group. */
export function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}
