import { load } from '../load/load.ts';
import { hasErrors, type Problem } from '../model/problem.ts';
import type { Workspace } from '../model/workspace.ts';
import type { Ports } from '../ports/ports.ts';
import { resolve } from '../resolve/resolve.ts';
import { declare } from '../validate/declare.ts';
import { validate } from '../validate/validate.ts';

/** A workspace that loads, with its warnings; or every problem that stands in its way. */
export type Loaded =
  | { readonly workspace: Workspace; readonly problems: readonly Problem[] }
  | { readonly workspace: undefined; readonly problems: readonly Problem[] };

/**
 * load -> validate -> resolve, collecting the problems of all three, so that a person mends a workspace in one pass. State lies in
 * `<workspace>/.swarmkit`, or where `SWARMKIT_STATE_DIR` says.
 */
export async function loadWorkspace(folder: string, ports: Ports): Promise<Loaded> {
  const { host, files } = ports;
  const { documents, problems: loadProblems } = load(folder === '' ? '' : absolute(folder, host.cwd), files);
  if (documents.workspace === undefined) {
    // Without its packs and credentials, every reference in the artifacts would look like a mistake.
    return {
      workspace: undefined,
      problems: inReadingOrder([...loadProblems, ...declare(documents).problems]),
    };
  }
  const { checked, problems: checkProblems } = await validate(documents, ports);
  const configured = host.env.get('SWARMKIT_STATE_DIR');
  const stateDir = configured ? absolute(configured, host.cwd) : `${documents.root}/.swarmkit`;
  const { workspace, problems: resolveProblems } = resolve(checked, stateDir);
  const problems = inReadingOrder([...loadProblems, ...checkProblems, ...resolveProblems]);
  return hasErrors(problems) ? { workspace: undefined, problems } : { workspace, problems };
}

function absolute(path: string, cwd: string): string {
  return path.startsWith('/') ? path : `${cwd}/${path}`;
}

/** By file, then line: the order in which a person goes through them. */
function inReadingOrder(problems: readonly Problem[]): readonly Problem[] {
  const first = (each: Problem) => (each.path === 'workspace.yaml' ? '' : (each.path ?? ''));
  return [...problems].sort(
    (a, b) =>
      compare(first(a), first(b)) || (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0),
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
