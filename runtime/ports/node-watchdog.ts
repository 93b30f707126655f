import { type ChildProcess, spawn } from 'node:child_process';
import { Socket } from 'node:net';

/**
 * Kills what is left when this process is gone, SIGKILL included: a parent that goes away takes its commands
 * with it. Nothing can be done from inside a killed process, so a second Node waits at the other end of a pipe:
 * each line replaces the list of live process groups, and the end of the file, which the kernel brings about
 * whatever way we die, kills those on it. It lives in a session of its own, so that what kills our group does
 * not kill it.
 *
 * It costs a start of Node, so it is there only for a command that outlives the first moments. Weighed and
 * left: a parent-death signal through `setpriv` reaches only the program, not its descendants, and hides from
 * us why a program did not start; a shell script would cost less, and there is to be no shell anywhere.
 *
 * Limits: a program that leaves its group (`setsid`) leaves this list as well; a SIGKILL of the runtime in a
 * command's first moments leaves that command to its own end.
 */
const script = `
let text = '';
process.stdin.on('data', (chunk) => { text += chunk; });
process.stdin.on('end', () => {
  for (const group of (text.split('\\n').at(-2) ?? '').split(' ').filter(Boolean)) {
    try { process.kill(-Number(group), 'SIGKILL'); } catch {}
  }
});
`;

/** Most commands are over by then, and cost nothing more. */
const firstMomentsMs = 300;

export interface Watchdog {
  /** Replaces the list of groups to kill. */
  watch(groups: ReadonlySet<number>): void;
}

export function nodeWatchdog(): Watchdog {
  let pipe: Socket | undefined;
  let timer: NodeJS.Timeout | undefined;
  const tell = (groups: ReadonlySet<number>) => {
    if (pipe?.writable === true) pipe.write(`${[...groups].join(' ')}\n`);
  };
  return {
    watch(groups) {
      if (pipe?.writable === true) return tell(groups);
      if (groups.size === 0) {
        clearTimeout(timer);
        timer = undefined;
        return;
      }
      timer ??= setTimeout(() => {
        timer = undefined;
        pipe = openPipe();
        tell(groups);
      }, firstMomentsMs).unref();
    },
  };
}

function openPipe(): Socket | undefined {
  const watchdog = spawn(process.execPath, ['-e', script], {
    cwd: '/',
    env: {},
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watchdog.on('error', ignore);
  watchdog.unref();
  return pipeOf(watchdog);
}

/** Neither the watchdog nor its pipe may keep this process alive, and its end is no error of ours. */
function pipeOf(watchdog: ChildProcess): Socket | undefined {
  if (!(watchdog.stdin instanceof Socket)) return undefined;
  watchdog.stdin.on('error', ignore);
  watchdog.stdin.unref();
  return watchdog.stdin;
}

function ignore(): void {
  // Without a watchdog the runtime still works; see the limits above.
}
