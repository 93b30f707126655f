import { type Alias, isAlias, isMap, isScalar, isSeq, type Node, type Pair } from 'yaml';

/** What is wrong with a document that is well-formed, and where: an offset into the text. */
export interface DocumentFault {
  readonly message: string;
  readonly offset: number;
  readonly hint: string;
}

export interface DocumentData {
  /** Plain data, own keys only. What several aliases name is one object, never copied. */
  readonly data: unknown;
  /** Each alias with what it stands for. */
  readonly targets: ReadonlyMap<Alias, Node>;
}

/** The tags of the core schema, by what they may stand before. Every other one would make something that is no plain data. */
const prefix = 'tag:yaml.org,2002:';
const coreTags: ReadonlySet<string> = new Set([
  '!',
  ...['map', 'seq', 'str', 'null', 'bool', 'int', 'float'].map((name) => prefix + name),
]);

/**
 * How far aliases may make a document grow, in values (maps, lists and scalars): up to the first figure whatever it is, and
 * beyond it tenfold. A bomb passes both within a few lines, long before anything is made of it.
 */
const maxExpandedValues = 10_000;
const maxGrowth = 10;

interface Reading {
  readonly data: unknown;
  /** Values in it, aliases followed. */
  readonly size: number;
}

/** An anchor whose value is still being read: an alias to it has no end. */
const open = Symbol('open');

/** The data of a parsed document, or every fault that keeps it from being plain data of a reasonable size. */
export function documentData(root: Node): DocumentData | readonly DocumentFault[] {
  const anchors = new Map<string, { node: Node; reading: Reading } | typeof open>();
  const targets = new Map<Alias, Node>();
  const faults: DocumentFault[] = [];
  let written = 0;

  function read(node: Node | null): Reading {
    if (node === null) return nothing;
    if (isAlias(node)) return follow(node);
    written++;
    const anchor = 'anchor' in node ? node.anchor : undefined;
    if (anchor !== undefined) anchors.set(anchor, open);
    const reading = inProportion(
      node,
      hasCoreTag(node) ? content(node) : refuse(node, foreignTag(node), noTags),
    );
    if (anchor !== undefined) anchors.set(anchor, { node, reading });
    return reading;
  }

  function inProportion(node: Node, reading: Reading): Reading {
    if (reading.size <= Math.max(maxExpandedValues, written * maxGrowth)) return reading;
    return refuse(node, `aliases make ${reading.size} values of ${written}: an alias bomb`, noAlias);
  }

  function follow(alias: Alias): Reading {
    const { source } = alias;
    const found = anchors.get(source);
    if (found === undefined) return refuse(alias, `no anchor &${source} stands before *${source}`, noAlias);
    if (found === open) return refuse(alias, `*${source} stands inside what it stands for`, noAlias);
    targets.set(alias, found.node);
    return found.reading;
  }

  function content(node: Node): Reading {
    if (isMap(node)) {
      const fields = node.items.map((pair) => [keyText(pair), value(pair)] as const);
      const data = Object.fromEntries(fields.map(([key, { data }]) => [key, data]));
      return { data, size: sizeOf(fields.map(([, reading]) => reading)) };
    }
    if (isSeq(node)) {
      const items = node.items.map((item) => read(item as Node | null));
      return { data: items.map(({ data }) => data), size: sizeOf(items) };
    }
    return { data: isScalar(node) ? node.value : null, size: 1 };
  }

  function value({ key, value }: Pair): Reading {
    if (isScalar(key) && key.anchor !== undefined)
      anchors.set(key.anchor, { node: key, reading: { data: key.value, size: 1 } });
    return read(value as Node | null);
  }

  function refuse(node: Node, message: string, hint: string): Reading {
    faults.push({ message, offset: node.range?.[0] ?? 0, hint });
    return nothing;
  }

  const { data } = read(root);
  return faults.length > 0 ? faults : { data, targets };
}

const nothing: Reading = { data: null, size: 1 };
const noAlias = 'write the value out';
const noTags = 'artifacts need no tags: write plain YAML';

/** The text of a key. Tags and anchors on keys have no part in it. */
export function keyText(pair: Pair): string {
  return isScalar(pair.key) ? String(pair.key.value) : String(pair.key);
}

function sizeOf(parts: readonly Reading[]): number {
  return parts.reduce((sum, { size }) => sum + size, 1);
}

function hasCoreTag({ tag }: { tag?: string }): boolean {
  return tag === undefined || coreTags.has(tag);
}

function foreignTag({ tag }: { tag?: string }): string {
  return `the tag ${String(tag).replace(prefix, '!!')} makes no plain data`;
}
