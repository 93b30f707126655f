import type { Clock, Ports } from '../ports/ports.ts';

export type LockPorts = Pick<Ports, 'files' | 'host' | 'clock'>;

/** How long to wait for another process, which holds the lock for one write. Milliseconds. */
const longestWaitMs = 5000;
const pollMs = 10;

export type Locked = { readonly done: true } | { readonly done: false; readonly owner: number | null };

/**
 * Runs `action` while no other process runs one under the same lock: a file that holds its owner's process
 * id. `action` cannot wait for anything. So within this process the lock is never seen taken, and a lock with
 * our own id is one that an earlier process of that id left when it died (in a container, every runtime may
 * be process 1).
 *
 * A dead owner's lock is removed under a second lock, and after a second look: of two that find it, the
 * slower one must not remove the lock that the faster one has taken since. Process ids mean nothing across
 * machines: a state folder belongs to one. Throws what `action` throws, and when no lock can be written.
 */
export async function underLock(path: string, ports: LockPorts, action: () => void): Promise<Locked> {
  const { files, host, clock } = ports;
  const until = clock.monotonicMs() + longestWaitMs;
  while (!files.create(path, String(host.pid))) {
    if (isAbandoned(path, ports) && removeAbandoned(path, ports)) continue;
    if (clock.monotonicMs() >= until) return { done: false, owner: ownerOf(path, ports) };
    await pause(pollMs, clock);
  }
  try {
    action();
  } finally {
    files.remove(path);
  }
  return { done: true };
}

/** The guard of a lock's removal. It stays only if a process dies within these few lines. */
export function guardOf(path: string): string {
  return `${path}.removing`;
}

function removeAbandoned(path: string, ports: LockPorts): boolean {
  const { files, host } = ports;
  const guard = guardOf(path);
  if (!files.create(guard, String(host.pid))) return false;
  if (isAbandoned(path, ports)) files.remove(path);
  files.remove(guard);
  return true;
}

function isAbandoned(path: string, ports: LockPorts): boolean {
  const owner = ownerOf(path, ports);
  return owner !== null && (owner === ports.host.pid || !ports.host.isAlive(owner));
}

function ownerOf(path: string, { files }: LockPorts): number | null {
  const text = new TextDecoder().decode(files.read(path, 20));
  return /^[1-9][0-9]*$/.test(text) ? Number(text) : null;
}

function pause(ms: number, clock: Clock): Promise<void> {
  return new Promise((resolve) => {
    clock.after(ms, resolve);
  });
}
