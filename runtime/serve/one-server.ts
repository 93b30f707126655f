import { type Problem, problem } from '../model/problem.ts';
import type { Ports } from '../ports/ports.ts';

/** A hold on a state folder; or why it cannot be had. */
export type Hold = { readonly ok: true; release(): void } | { readonly ok: false; readonly problem: Problem };

/**
 * One server for one state folder: a second one would take the first one's running jobs for those of a dead server. The file holds its
 * owner's process id; that of a process that has gone is taken over. Code: `server.state-in-use`.
 */
export function holdState(stateDir: string, { files, host }: Pick<Ports, 'files' | 'host'>): Hold {
  const path = `${stateDir}/serve.pid`;
  const take = () => files.create(path, String(host.pid));
  const held: Hold = { ok: true, release: () => files.remove(path) };
  if (take()) return held;
  const owner = Number(new TextDecoder().decode(files.read(path, 20)));
  const isAbandoned = owner === host.pid || !(owner > 0 && host.isAlive(owner));
  if (isAbandoned) files.remove(path);
  if (isAbandoned && take()) return held;
  return {
    ok: false,
    problem: problem('server.state-in-use', `process ${owner || '?'} serves this workspace already`, {
      hint: `stop it first; if no server is at work there, delete ${path}`,
    }),
  };
}
