import { type Problem, problem } from '../model/problem.ts';
import { type BundledPacks, bundledPacks } from '../packs/bundled.ts';
import type { Files } from '../ports/ports.ts';
import { readDocument, type Source } from './document.ts';

/** The artifact folders and the `kind` that each one's files declare. */
const folders = [
  ['skills', 'Skill'],
  ['archetypes', 'Archetype'],
  ['topologies', 'Topology'],
  ['providers', 'ModelProvider'],
] as const;

export type Kind = 'Workspace' | (typeof folders)[number][1];

/** A workspace folder as documents, before anything in them is believed. */
export interface Documents {
  /** Absolute, real. */
  readonly root: string;
  readonly workspace: Source | undefined;
  readonly artifacts: ReadonlyMap<Exclude<Kind, 'Workspace'>, readonly Source[]>;
  /** Kinds of which a file could not be read: what it declares is not known, and nobody who refers to it is wrong for that. */
  readonly unread: ReadonlySet<Kind>;
  /** What `bundled:` in a workspace can name. */
  readonly bundled: BundledPacks;
}

/**
 * Reads `workspace.yaml` and the artifact folders (`.yaml` and `.yml`, one level of sub-folders, no dotfiles, sorted by name).
 * Problems of one file never hide those of another.
 */
export function load(root: string, files: Files): { documents: Documents; problems: readonly Problem[] } {
  const real = root === '' ? undefined : files.real(root);
  const bundled = bundledPacks(files);
  if (real === undefined || files.status(real)?.kind !== 'directory') {
    const what = real === undefined ? 'there is no such folder' : 'it is not a folder';
    const message = root === '' ? 'the path of the workspace is empty' : `no workspace at ${root}: ${what}`;
    const hint = 'name the folder that holds workspace.yaml';
    const missing = problem('workspace.not-found', message, { hint });
    return {
      documents: { root, workspace: undefined, artifacts: new Map(), unread: new Set(), bundled },
      problems: [missing],
    };
  }
  const problems: Problem[] = [];
  const unread = new Set<Kind>();
  const read = (path: string, kind: Kind) => {
    const source = readDocument(path, files.read(`${real}/${path}`) ?? new Uint8Array());
    if ('placeOf' in source) return source;
    unread.add(kind);
    problems.push(...source);
    return undefined;
  };
  const workspace = readWorkspaceFile(real, files, (path) => read(path, 'Workspace'), problems);
  const artifacts = new Map(
    folders.map(([folder, kind]) => [
      kind,
      onlyOnce(real, artifactPaths(real, folder, files), files).flatMap((path) => read(path, kind) ?? []),
    ]),
  );
  return { documents: { root: real, workspace, artifacts, unread, bundled }, problems };
}

function readWorkspaceFile(
  root: string,
  files: Files,
  read: (path: string) => Source | undefined,
  problems: Problem[],
): Source | undefined {
  const present = ['workspace.yaml', 'workspace.yml'].filter(
    (name) => files.status(`${root}/${name}`)?.kind === 'file',
  );
  const [name, other] = present;
  if (name === undefined) {
    problems.push(
      problem('workspace.missing-workspace-yaml', `${root} holds no workspace.yaml`, {
        place: { path: 'workspace.yaml', line: null, column: null, pointer: null },
        hint: 'a workspace is a folder with a workspace.yaml at its top',
      }),
    );
    return undefined;
  }
  if (other !== undefined) {
    problems.push(
      problem('schema.conflicting-fields', 'both workspace.yaml and workspace.yml are there', {
        place: { path: other, line: null, column: null, pointer: null },
        hint: 'keep one of them',
      }),
    );
  }
  return read(name);
}

function artifactPaths(root: string, folder: string, files: Files): string[] {
  const inFolder = visibleNames(`${root}/${folder}`, files).map((name) => `${folder}/${name}`);
  return inFolder.flatMap((path) => {
    if (files.status(`${root}/${path}`)?.kind !== 'directory') {
      return isArtifact(root, path, files) ? [path] : [];
    }
    if (leadsBack(root, path, files)) return [];
    return visibleNames(`${root}/${path}`, files)
      .map((name) => `${path}/${name}`)
      .filter((nested) => isArtifact(root, nested, files));
  });
}

/** A link to a folder that it stands in would show the workspace inside itself. */
function leadsBack(root: string, path: string, files: Files): boolean {
  const target = files.real(`${root}/${path}`);
  return target !== undefined && `${root}/${path}`.startsWith(`${target}/`);
}

/** A link back into the folder leads to files that are there already; read twice, each would clash with itself. */
function onlyOnce(root: string, paths: readonly string[], files: Files): readonly string[] {
  const byFile = new Map<string, string>();
  for (const path of paths) {
    const file = files.real(`${root}/${path}`) ?? path;
    if (!byFile.has(file)) byFile.set(file, path);
  }
  return [...byFile.values()];
}

function visibleNames(path: string, files: Files): readonly string[] {
  return (files.list(path) ?? []).filter((name) => !name.startsWith('.'));
}

function isArtifact(root: string, path: string, files: Files): boolean {
  return /\.ya?ml$/.test(path) && files.status(`${root}/${path}`)?.kind === 'file';
}
