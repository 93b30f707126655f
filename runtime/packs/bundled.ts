import { fileURLToPath } from 'node:url';
import { readDocument, type Source } from '../load/document.ts';
import type { Files } from '../ports/ports.ts';
import { PackDeclaration } from '../validate/schemas/pack.ts';

/** A pack that ships with the runtime: `command_pack` of its file, and the sentence that its file says about it. */
export interface BundledPack {
  readonly id: string;
  readonly description: string;
  /** The pack as its author wrote it, for the schema that every pack goes through. */
  readonly pack: Readonly<Record<string, unknown>>;
  /** The whole file. */
  readonly text: string;
}

/** Nothing is read before it is asked for: most workspaces use none of them. */
export interface BundledPacks {
  /** Sorted. */
  ids(): readonly string[];
  get(id: string): BundledPack | undefined;
}

/** Beside this module where it runs from its source; in `packs/` beside, or above, the chunk that it was bundled into. */
const folders = ['.', 'packs', '../packs'].map((each) => fileURLToPath(new URL(each, import.meta.url)));

/** The packs that ship with the runtime. Throws when they are damaged, for nobody but us can have done that. */
export function bundledPacks(files: Files): BundledPacks {
  const folder = () => {
    const found = folders.find((each) => namesIn(each, files).length > 0);
    if (found === undefined)
      throw new Error(`the bundled packs are missing (looked in ${folders.join(', ')})`);
    return found;
  };
  const ids = () => namesIn(folder(), files).map((name) => name.replace('.yaml', ''));
  return { ids, get: (id) => (ids().includes(id) ? read(`${folder()}/${id}.yaml`, files) : undefined) };
}

function namesIn(folder: string, files: Files): readonly string[] {
  return (files.list(folder) ?? []).filter((name) => name.endsWith('.yaml'));
}

function read(path: string, files: Files): BundledPack {
  const bytes = files.read(path) ?? new Uint8Array();
  const source = readDocument(path, bytes);
  if (!isSource(source)) throw new Error(`${path}: ${source.map((each) => each.message).join('; ')}`);
  const { metadata, command_pack: pack } = source.data as {
    readonly metadata: { readonly id: string; readonly description: string };
    readonly command_pack: Readonly<Record<string, unknown>>;
  };
  return {
    id: metadata.id,
    description: metadata.description,
    pack,
    text: Buffer.from(bytes).toString('utf8'),
  };
}

function isSource(read: ReturnType<typeof readDocument>): read is Source {
  return 'placeOf' in read;
}

/** The pack as the loader will understand it, defaults filled in. */
export function declarationOf({ pack }: BundledPack): PackDeclaration {
  return PackDeclaration.parse(pack);
}
