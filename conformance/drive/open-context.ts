import type { LoadedTarget } from '../load/load-target.ts';
import { loadMaterials } from '../prepare/load-materials.ts';
import type { DriveContext } from './drive-half.ts';
import { oneShotRuntime } from './one-shot.ts';
import { openProcessTable } from './process-table.ts';

export interface ContextParts {
  readonly target: LoadedTarget;
  /** The package's root, where the witness and the fixture workspaces are. */
  readonly kit: { readonly root: string };
  /** Leave the cases' folders behind. */
  readonly keep: boolean;
  /** Ends what is running. */
  readonly signal: AbortSignal;
}

/** What it takes to drive cases against a target, a process for each request. */
export function openContext({ target, kit, keep, signal }: ContextParts): DriveContext {
  const processes = openProcessTable();
  return {
    runtime: oneShotRuntime({ command: target.command, processes, signal }),
    command: target.command,
    processes,
    prepare: { materials: loadMaterials(kit.root), path: target.path, env: target.env },
    timeoutMs: target.timeoutMs,
    keep,
  };
}
