import * as z from 'zod';
import type { Path, Source } from '../load/document.ts';
import type { Documents, Kind } from '../load/load.ts';
import { identifier } from '../model/ids.ts';
import { type Place, type Problem, problem } from '../model/problem.ts';
import type { BundledPacks } from '../packs/bundled.ts';
import { useBundled } from '../packs/use-bundled.ts';
import { checkSchema } from './schema-check.ts';
import { mapOf } from './schemas/common.ts';
import { ProviderDeclaration } from './schemas/model.ts';
import { CommandDeclaration, PackDeclaration } from './schemas/pack.ts';
import { SkillDeclaration } from './schemas/skill.ts';
import { ArchetypeDeclaration, TopologyDeclaration } from './schemas/topology.ts';
import {
  CredentialDeclaration,
  ServeDeclaration,
  ServerDeclaration,
  unsupportedBlocks,
  WorkspaceDeclaration,
} from './schemas/workspace.ts';

/** A declaration that fits its schema, and where it stands. */
export interface Declared<Value> {
  readonly value: Value;
  readonly source: Source;
  readonly path: Path;
  /** The place of a value inside it. */
  at(...inside: Path): Place;
  /** The place of a key inside it. */
  keyAt(...inside: Path): Place;
}

/** A pack's own fields; its commands stand beside it, each judged alone. */
export type PackHeader = Omit<PackDeclaration, 'commands'>;

export interface DeclaredPack {
  readonly header: Declared<PackHeader>;
  readonly commands: readonly Declared<CommandDeclaration>[];
}

type WorkspaceHeader = Pick<WorkspaceDeclaration, 'governance' | 'model'> & {
  readonly metadata?: { id?: string | undefined } | undefined;
};

/** Everything that fits its schema. What does not is left out here and told in `problems`. */
export interface Declarations {
  readonly root: string;
  readonly workspace: WorkspaceHeader;
  readonly credentials: ReadonlyMap<string, Declared<CredentialDeclaration>>;
  readonly packs: readonly DeclaredPack[];
  readonly servers: readonly Declared<ServerDeclaration>[];
  readonly serve: Declared<ServeDeclaration> | undefined;
  readonly skills: readonly Declared<SkillDeclaration>[];
  readonly archetypes: readonly Declared<ArchetypeDeclaration>[];
  readonly topologies: readonly Declared<TopologyDeclaration>[];
  readonly providers: readonly Declared<ProviderDeclaration>[];
  /** What is declared but broken: a reference to one is no second mistake. */
  readonly broken: Broken;
}

/** Names are `<kind>:<id>`, kinds `skill pack command server credential archetype topology modelprovider`. */
export interface Broken {
  /** True also for any id of a kind of which a file could not be read. */
  has(name: string): boolean;
  readonly names: ReadonlySet<string>;
}

/** What a file of a kind may declare. */
const declaredIn: ReadonlyMap<Kind, readonly string[]> = new Map([
  ['Workspace', ['pack', 'command', 'server', 'credential', 'skill']],
  ['Skill', ['skill']],
  ['Archetype', ['archetype']],
]);

function brokenIn(names: ReadonlySet<string>, unread: ReadonlySet<Kind>): Broken {
  const unknown = new Set([...unread].flatMap((kind) => declaredIn.get(kind) ?? []));
  return { names, has: (name) => names.has(name) || unknown.has(name.split(':')[0] ?? '') };
}

const WorkspaceShell = WorkspaceDeclaration.extend({
  command_packs: z.array(z.unknown()).optional(),
  mcp_servers: z.array(z.unknown()).optional(),
  server: z.unknown().optional(),
  credentials: mapOf(z.unknown()).optional(),
});
const PackShell = PackDeclaration.extend({ commands: z.array(z.unknown()).min(1) });

/** Collects declarations and problems while walking the documents once. */
interface Findings {
  readonly problems: Problem[];
  readonly broken: Set<string>;
}

/** Documents -> declarations, part by part: a fault in one part hides nothing of the others. */
export function declare(documents: Documents): { declarations: Declarations; problems: readonly Problem[] } {
  const findings: Findings = { problems: [], broken: new Set() };
  const artifacts = <Schema extends z.ZodType>(kind: Exclude<Kind, 'Workspace'>, schema: Schema) =>
    (documents.artifacts.get(kind) ?? []).flatMap((source) =>
      declareArtifact(source, kind, schema, findings),
    );
  const parts = declareWorkspace(documents.workspace, documents.bundled, findings);
  const declarations: Declarations = {
    root: documents.root,
    ...parts,
    skills: artifacts('Skill', SkillDeclaration),
    archetypes: artifacts('Archetype', ArchetypeDeclaration),
    topologies: artifacts('Topology', TopologyDeclaration),
    providers: artifacts('ModelProvider', ProviderDeclaration),
    broken: brokenIn(findings.broken, documents.unread),
  };
  return { declarations, problems: findings.problems };
}

function declareWorkspace(source: Source | undefined, bundled: BundledPacks, findings: Findings) {
  const nothing = { workspace: {}, credentials: new Map(), packs: [], servers: [], serve: undefined };
  if (source === undefined || !isKind(source, 'Workspace', findings)) return nothing;
  findings.problems.push(...unsupportedWarnings(source));
  const header = checked(WorkspaceShell, source.data, source, [], findings);
  const data = source.data as Record<string, unknown>;
  return {
    workspace: header?.value ?? {},
    packs: rows(data.command_packs).flatMap((row, index) => {
      const used = useBundled(row, source, ['command_packs', index], bundled);
      findings.problems.push(...used.problems);
      if (used.row !== undefined) return declarePack(used.row, used.source, index, findings);
      findings.broken.add(`pack:${String((row as { bundled?: unknown }).bundled)}`);
      return [];
    }),
    servers: rows(data.mcp_servers).flatMap((row, index) => {
      const declared = checked(ServerDeclaration, row, source, ['mcp_servers', index], findings);
      if (declared === undefined) findings.broken.add(`server:${idOf(row)}`);
      return declared ?? [];
    }),
    serve:
      data.server === undefined
        ? undefined
        : checked(ServeDeclaration, data.server, source, ['server'], findings),
    credentials: declareCredentials(data.credentials, source, findings),
  };
}

function declarePack(row: unknown, source: Source, index: number, findings: Findings): DeclaredPack[] {
  const path = ['command_packs', index];
  const header = checked(PackShell, row, source, path, findings);
  const packId = idOf(row);
  const commandRows = rows((row as { commands?: unknown } | null)?.commands);
  const commands = commandRows.flatMap((each, position) => {
    const declared = checked(CommandDeclaration, each, source, [...path, 'commands', position], findings);
    if (declared === undefined)
      findings.broken.add(`command:${packId}/${idOf(each)}`).add(`skill:${packId}-${idOf(each)}`);
    return declared ?? [];
  });
  if (header !== undefined) return [{ header, commands }];
  findings.broken.add(`pack:${packId}`);
  for (const each of commandRows) findings.broken.add(`skill:${packId}-${idOf(each)}`);
  return [];
}

function declareCredentials(data: unknown, source: Source, findings: Findings) {
  const credentials = new Map<string, Declared<CredentialDeclaration>>();
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return credentials;
  for (const [name, row] of Object.entries(data)) {
    if (!identifier.test(name))
      findings.problems.push(badName(source.placeOf(['credentials', name], 'key'), name));
    const declared = checked(CredentialDeclaration, row, source, ['credentials', name], findings);
    if (declared === undefined) findings.broken.add(`credential:${name}`);
    else credentials.set(name, declared);
  }
  return credentials;
}

function badName(place: Place, name: string): Problem {
  const message = `${JSON.stringify(name)} is no id for a credential`;
  const hint = 'an id is lower-case letters, digits and hyphens, and begins with a letter';
  return problem('schema.pattern-mismatch', message, { place, hint });
}

function declareArtifact<Schema extends z.ZodType>(
  source: Source,
  kind: Kind,
  schema: Schema,
  findings: Findings,
): Declared<z.infer<Schema>>[] {
  if (!isKind(source, kind, findings)) return [];
  const declared = checked(schema, source.data, source, [], findings);
  if (declared !== undefined) return [declared];
  const metadata = (source.data as { metadata?: { id?: unknown; name?: unknown } }).metadata;
  findings.broken.add(`${kind.toLowerCase()}:${String(metadata?.id ?? metadata?.name)}`);
  return [];
}

function isKind(source: Source, kind: Kind, findings: Findings): boolean {
  const found = (source.data as { kind?: unknown }).kind;
  if (found === kind || found === undefined) return true;
  const message = `${source.path} is of kind ${JSON.stringify(found)}, and ${kind} belongs there`;
  const hint = `write kind: ${kind}, or move the file`;
  findings.problems.push(
    problem('workspace.kind-mismatch', message, { place: source.placeOf(['kind']), hint }),
  );
  return false;
}

function unsupportedWarnings(source: Source): Problem[] {
  const data = source.data as Record<string, unknown>;
  return unsupportedBlocks
    .filter((block) => Object.hasOwn(data, block))
    .map((block) =>
      problem(
        'workspace.unsupported-block',
        `the block ${block} is passed over: this runtime does not offer it`,
        {
          place: source.placeOf([block], 'key'),
          severity: 'warning',
          hint: 'nothing in it takes effect here',
        },
      ),
    );
}

function checked<Schema extends z.ZodType>(
  schema: Schema,
  data: unknown,
  source: Source,
  path: Path,
  findings: Findings,
): Declared<z.infer<Schema>> | undefined {
  const { value, problems } = checkSchema(schema, data, source, path);
  findings.problems.push(...problems);
  return value === undefined ? undefined : declaredAt(value, source, path);
}

export function declaredAt<Value>(value: Value, source: Source, path: Path): Declared<Value> {
  return {
    value,
    source,
    path,
    at: (...inside) => source.placeOf([...path, ...inside]),
    keyAt: (...inside) => source.placeOf([...path, ...inside], 'key'),
  };
}

/** A list, or nothing: what is no list has been told already. */
function rows(data: unknown): readonly unknown[] {
  return Array.isArray(data) ? data : [];
}

function idOf(row: unknown): string {
  return String((row as { id?: unknown } | null)?.id);
}
