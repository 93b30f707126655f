import type { Behaviour, FileSpec, Given, ToolBehaviour } from '../model/case.ts';
import { artifacts } from './artifacts.ts';
import { behaviourPlan, contentBytes } from './behaviour-plan.ts';
import { toolServerFiles } from './tool-server.ts';

/** What stands at a path of a case's folder before the runtime starts. */
export type Entry =
  | { readonly kind: 'file'; readonly bytes: Uint8Array; readonly mode: number }
  | { readonly kind: 'symlink'; readonly target: string }
  | { readonly kind: 'directory' }
  | { readonly kind: 'fifo' }
  /** Removed again, where something laid down before stands there. */
  | { readonly kind: 'absent' };

/** Path relative to the case's folder (`workspace/...`, `bin/...`, `home/...`) -> entry. Later entries lie over earlier ones. */
export type Layout = ReadonlyMap<string, Entry>;

export interface Materials {
  /** The witness program's bytes. */
  readonly witness: Uint8Array;
  /** The bytes of the program that speaks MCP. */
  readonly toolServer: Uint8Array;
  /** Entries of `fixtures/workspaces/<name>`, by path relative to it. */
  fixture(name: string): Layout;
}

/** Everything that a half's `given` (with its references filled in) puts into the case's folder. */
export function layOut(given: Given, materials: Materials, readStdin: boolean): Layout {
  const layout = new Map<string, Entry>();
  if (given.fixture !== undefined) {
    for (const [path, entry] of materials.fixture(given.fixture)) layout.set(`workspace/${path}`, entry);
  }
  for (const [path, text] of artifacts(given)) layout.set(`workspace/${path}`, textFile(text));
  for (const [name, behaviour] of Object.entries({ witness: {}, ...given.programs })) {
    for (const [path, entry] of programEntries(name, behaviour, materials.witness, readStdin))
      layout.set(path, entry);
  }
  for (const [name, tools] of Object.entries(given.servers ?? {})) {
    for (const [path, entry] of serverEntries(name, tools, materials.toolServer)) layout.set(path, entry);
  }
  for (const [path, entry] of layOutFiles(given.files ?? {})) layout.set(path, entry);
  return layout;
}

/** `files` and `change`: paths as a case writes them to entries of its folder. */
export function layOutFiles(files: Readonly<Record<string, FileSpec>>): Layout {
  return new Map(Object.entries(files).map(([path, spec]) => [placeOf(path), toEntry(spec)]));
}

/** Where a path of a case file lies: `bin/...` and `~/...` beside the workspace, all others in it. */
export function placeOf(path: string): string {
  if (path.startsWith('bin/')) return path;
  return path.startsWith('~/') ? `home/${path.slice(2)}` : `workspace/${path}`;
}

/** A program's own place: a name in `bin/`, or with a `/` in it a path in the workspace. */
export function programPlace(name: string): string {
  return name.includes('/') ? `workspace/${name}` : `bin/${name}`;
}

/** The folder that a witness at this place writes to. */
export function notesPlace(programAt: string): string {
  return programAt.replace(/[^/]+$/, (name) => `.${name}.witness`);
}

function programEntries(name: string, behaviour: Behaviour, witness: Uint8Array, readStdin: boolean): Layout {
  const at = programPlace(name);
  const plan = behaviourPlan(behaviour, readStdin);
  return new Map<string, Entry>([
    [at, { kind: 'file', bytes: witness, mode: 0o755 }],
    [notesPlace(at), { kind: 'directory' }],
    ...[...plan].map(
      ([file, bytes]) => [`${notesPlace(at)}/${file}`, { kind: 'file', bytes, mode: 0o644 }] as const,
    ),
  ]);
}

function serverEntries(
  name: string,
  tools: Readonly<Record<string, ToolBehaviour>>,
  bytes: Uint8Array,
): Layout {
  const at = programPlace(name);
  const { program, plan } = toolServerFiles(bytes, tools);
  return new Map<string, Entry>([
    [at, { kind: 'file', bytes: program, mode: 0o755 }],
    [notesPlace(at), { kind: 'directory' }],
    [`${notesPlace(at)}/plan.json`, { kind: 'file', bytes: plan, mode: 0o644 }],
  ]);
}

function toEntry(spec: FileSpec): Entry {
  if (typeof spec === 'string' || 'base64' in spec || 'repeat' in spec) {
    return { kind: 'file', bytes: contentBytes(spec), mode: 0o644 };
  }
  if ('content' in spec)
    return { kind: 'file', bytes: contentBytes(spec.content), mode: Number.parseInt(spec.mode, 8) };
  if ('symlink' in spec) return { kind: 'symlink', target: spec.symlink };
  if ('directory' in spec) return { kind: 'directory' };
  return 'fifo' in spec ? { kind: 'fifo' } : { kind: 'absent' };
}

function textFile(text: string): Entry {
  return { kind: 'file', bytes: Buffer.from(text), mode: 0o644 };
}
