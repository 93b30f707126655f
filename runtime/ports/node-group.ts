import { readdirSync, readFileSync } from 'node:fs';

/** To every process of the group. False when there is none left that we may signal. */
export function signalGroup(group: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-group, name);
  } catch {
    return false;
  }
}

/**
 * True while something of the group can still run. A dead process whose parent has not collected it yet can
 * still be "signalled": an orphan waits for init, and in a container that may take a second. So where there
 * is a `/proc`, the members are looked at.
 */
export function groupAlive(group: number): boolean {
  if (!signalGroup(group, 0)) return false;
  return process.platform !== 'linux' || processIds().some((pid) => isRunningMember(pid, group));
}

function processIds(): readonly string[] {
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name));
}

function isRunningMember(pid: string, group: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // pid (name) state parent group ...: the name may hold spaces and parentheses.
    const [state, , itsGroup] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return itsGroup === String(group) && state !== 'Z' && state !== 'X';
  } catch {
    return false;
  }
}
