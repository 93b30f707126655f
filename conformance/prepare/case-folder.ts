import { join } from 'node:path';

/** Where everything of one half of a case lies. Absolute paths. */
export interface CaseFolder {
  readonly root: string;
  readonly workspace: string;
  /** First on the runtime's PATH. */
  readonly bin: string;
  /** HOME, and the runtime's current directory. */
  readonly home: string;
  /** TMPDIR. */
  readonly tmp: string;
  /** A path that must not exist afterwards: what an injected command would create. */
  readonly canary: string;
}

export function caseFolder(root: string): CaseFolder {
  return {
    root,
    workspace: join(root, 'workspace'),
    bin: join(root, 'bin'),
    home: join(root, 'home'),
    tmp: join(root, 'tmp'),
    canary: join(root, 'canary'),
  };
}
