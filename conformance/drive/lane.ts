import { mkdirSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import type { HalfName } from '../model/suite.ts';
import { type ModelServer, serveModel } from '../model-server/serve-model.ts';
import { caseFolder } from '../prepare/case-folder.ts';
import { makeSecret } from '../prepare/secrets.ts';
import type { DriveContext } from './drive-half.ts';
import { oneShotRuntime } from './one-shot.ts';
import type { ProcessTable } from './process-table.ts';
import { removeQuietly } from './remove-quietly.ts';
import { sessionRuntime } from './session-runtime.ts';

/** Where cases are driven one after the other. */
export interface Lane {
  readonly context: DriveContext;
  /** An empty folder for a half of this case; what the half before left in it is gone. */
  folder(id: string, half: HalfName): string;
  close(): Promise<void>;
}

export interface LaneOptions {
  /** argv of the runtime. */
  readonly command: readonly string[];
  /** A folder of the lane's own, which need not exist. */
  readonly root: string;
  /** Processes of living sessions, of every lane. */
  readonly owned: Set<number>;
  readonly signal: AbortSignal;
}

/** A process for each request, a new folder for each half. */
export function oneShotLane(context: DriveContext, root: string): Lane {
  let count = 0;
  return {
    context,
    folder: () => {
      count += 1;
      return join(root, String(count));
    },
    close: async () => {},
  };
}

/**
 * Sessions. A process has one environment, and that names the case's folder (PATH, HOME, TMPDIR): so all cases of the lane lie at one
 * path, each in its turn. That is also the harder test, since a runtime that remembers what it read at a path is
 * found out by the next case. Where folders are kept to be looked at, each half has its own, and a session of its own with it.
 */
export function sessionLane(base: DriveContext, { command, root, owned, signal }: LaneOptions): Lane {
  const belongings = new Set<string>();
  const processes: ProcessTable = { of: (path) => base.processes.of(path, owned) };
  const models = sharedModel();
  let about = '';
  const house = { command, processes, owned, belongings, about: () => about, signal };
  const runtime = sessionRuntime(house, oneShotRuntime({ command, processes, signal }));
  let number = 1;
  let cleared = 0;
  const place = () => join(root, `place-${number}`);
  return {
    context: {
      ...{ ...base, runtime, processes, keep: true, serveModel: models.next },
      prepare: { ...base.prepare, secretFor: sharedSecrets() },
    },
    folder: (id, half) => {
      about = half === 'case' ? id : `${id}, its twin`;
      cleared += 1;
      const aside = join(root, `left-${cleared}`);
      if (base.keep || !moveAside(place(), aside, belongings)) number += 1;
      if (!base.keep) void removeQuietly(aside);
      return place();
    },
    close: async () => {
      await runtime.close();
      await models.close();
    },
  };
}

/** The same value under the same name in each half: a secret is handed over in the environment, and that is to be the same for all. */
function sharedSecrets(): (name: string) => string {
  const values = new Map<string, string>();
  return (name) => {
    const value = values.get(name) ?? makeSecret();
    values.set(name, value);
    return value;
  };
}

/** One server for all halves, each with a script of its own: its address is in the environment, and that is to be the same for all. */
function sharedModel(): { readonly next: () => Promise<ModelServer>; readonly close: () => Promise<void> } {
  let shared: Promise<ModelServer> | undefined;
  return {
    next: async () => {
      shared ??= serveModel();
      const server = await shared;
      server.takeAsked();
      return { ...server, close: async () => {} };
    },
    close: async () => (await shared)?.close(),
  };
}

/**
 * Empties a case's folder by renames, which are quick; HOME stays, as it is a session's current directory, and TMPDIR, with what belongs to
 * a session in them. False where something resists: that place is not used again.
 */
function moveAside(root: string, aside: string, belongings: ReadonlySet<string>): boolean {
  const { home, tmp } = caseFolder(root);
  const stays = new Set([home, tmp, ...belongings]);
  try {
    mkdirSync(aside, { recursive: true });
    const paths = [root, home, tmp].flatMap(pathsIn).filter((path) => !stays.has(path));
    for (const [index, path] of paths.entries()) renameSync(path, join(aside, String(index)));
    return true;
  } catch {
    return false;
  }
}

function pathsIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).map((name) => join(folder, name));
  } catch {
    return [];
  }
}
