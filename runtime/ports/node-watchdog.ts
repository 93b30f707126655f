import { type ChildProcess, spawn } from 'node:child_process';
import { Socket } from 'node:net';

/**
 * Kills what is left when this process is gone, SIGKILL included (decision 20: a parent that goes away takes
 * its commands with it). Nothing can be done from inside a killed process, so a few kilobytes of `/bin/sh`
 * wait at the other end of a pipe: each line replaces the list of live process groups, and the end of the
 * file, which the kernel brings about whatever way we die, kills those on it. It starts with the first
 * command, costs about 2 ms, and lives in a session of its own so that what kills our group does not kill it
 * too.
 *
 * Weighed and left: a parent-death signal through `setpriv` reaches only the program, not its descendants,
 * and hides from us why a program did not start; a watchdog in Node takes 80 ms and 40 MB. The script is
 * fixed text and reads nothing but the numbers we send: no value of a call comes near this shell.
 *
 * Limits: without `/bin/sh`, only an orderly exit takes the commands along; a program that leaves its group
 * (`setsid`) leaves this list as well; so does one started in the instant before its line is written.
 */
const script =
  'while read -r line; do live=$line; done; for group in $live; do kill -s KILL -- "-$group"; done';

export interface Watchdog {
  /**
   * Sees that it is there. To be called before a program starts, so that little time passes until it is
   * watched.
   */
  arm(): void;
  /** Replaces the list of groups to kill. */
  watch(groups: ReadonlySet<number>): void;
}

export function nodeWatchdog(): Watchdog {
  let pipe: Socket | undefined;
  return {
    arm() {
      if (pipe?.writable !== true) pipe = openPipe();
    },
    watch(groups) {
      if (pipe?.writable === true) pipe.write(`${[...groups].join(' ')}\n`);
    },
  };
}

function openPipe(): Socket | undefined {
  const shell = spawn('/bin/sh', ['-c', script, 'swarmkit-watchdog'], {
    cwd: '/',
    env: {},
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  shell.on('error', ignore);
  shell.unref();
  return pipeOf(shell);
}

/** Neither the watchdog nor its pipe may keep this process alive, and its end is no error of ours. */
function pipeOf(shell: ChildProcess): Socket | undefined {
  if (!(shell.stdin instanceof Socket)) return undefined;
  shell.stdin.on('error', ignore);
  shell.stdin.unref();
  return shell.stdin;
}

function ignore(): void {
  // Without a watchdog the runtime still works; see the limits above.
}
