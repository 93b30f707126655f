import type { Documents } from '../load/load.ts';
import type { CommandId, CredentialId, PackId, ProviderId, ServerId } from '../model/ids.ts';
import { toJson } from '../model/json.ts';
import type { ModelProvider } from '../model/model.ts';
import { type Place, type Problem, problem } from '../model/problem.ts';
import type { Template } from '../model/template.ts';
import type {
  Command,
  CredentialSource,
  Governance,
  Pack,
  Server,
  ServeSettings,
} from '../model/workspace.ts';
import type { Ports } from '../ports/ports.ts';
import { parseTemplate } from '../template/template.ts';
import { type Declarations, type Declared, type DeclaredPack, declare } from './declare.ts';
import { inputSchemaProblems } from './input-schemas.ts';
import { packBounds } from './pack-bounds.ts';
import { commandProblems } from './pack-commands.ts';
import { packEnvironment } from './pack-environment.ts';
import { checkProviders } from './providers.ts';
import { checkRequirements, type Programs } from './requirements.ts';
import type { CommandDeclaration } from './schemas/pack.ts';
import { checkServe } from './serve.ts';
import { checkServers } from './servers.ts';
import { skillProblems } from './skills.ts';

/** Declarations whose packs, servers and credentials are checked and complete; skills and topologies are still to be resolved. */
export interface Checked {
  readonly declarations: Declarations;
  readonly governance: Governance;
  readonly credentials: ReadonlyMap<CredentialId, CredentialSource>;
  readonly packs: ReadonlyMap<PackId, Pack>;
  readonly servers: ReadonlyMap<ServerId, Server>;
  readonly serve: ServeSettings;
  readonly providers: ReadonlyMap<ProviderId, ModelProvider>;
}

/** Documents -> a checked workspace and every problem found on the way. Programs are looked up and probed here, once. */
export async function validate(
  documents: Documents,
  ports: Ports,
): Promise<{ checked: Checked; problems: readonly Problem[] }> {
  const { declarations: declared, problems: schemaProblems } = declare(documents);
  const { declarations, problems: duplicates } = withoutDuplicates(declared);
  const requirements = await checkRequirements(declarations, ports);
  const packs = declarations.packs.map((pack) => checkPack(pack, declarations, ports, requirements.programs));
  const packsById = new Map(packs.map(({ pack }) => [pack.id, pack]));
  const { servers, problems: serverProblems } = checkServers(declarations, ports.host.env);
  const { serve, problems: serveProblems } = checkServe(declarations);
  const { providers, problems: providerProblems } = checkProviders(declarations, ports.host.env);
  const invalidInputs = await inputSchemaProblems(declarations);
  const problems = [
    ...schemaProblems,
    ...duplicates,
    ...packs.flatMap((each) => each.problems),
    ...requirements.problems,
    ...serverProblems,
    ...serveProblems,
    ...providerProblems,
    ...withoutFollowers(skillProblems(declarations, packsById, servers), invalidInputs),
    ...invalidInputs,
  ];
  const checked: Checked = {
    declarations,
    governance: governanceOf(declarations),
    credentials: credentialsOf(declarations, documents.root),
    packs: packsById,
    servers,
    serve,
    providers,
  };
  return { checked, problems };
}

/** Inputs that are no schema lack nothing in particular. */
function withoutFollowers(
  problems: readonly Problem[],
  invalidInputs: readonly Problem[],
): readonly Problem[] {
  const invalid = new Set(invalidInputs.map(({ path }) => path));
  return problems.filter(({ code, path }) => code !== 'skill.missing-input' || !invalid.has(path));
}

/** The first of two wins, so that what follows is judged; the second is an error that names both. */
function withoutDuplicates(declarations: Declarations): { declarations: Declarations; problems: Problem[] } {
  const problems: Problem[] = [];
  const unique = <Value>(
    code: Problem['code'],
    what: string,
    rows: readonly Value[],
    idOf: (row: Value) => string,
    placeOf: (row: Value) => Place,
  ): Value[] => {
    const seen = new Map<string, Value>();
    return rows.filter((row) => {
      const id = idOf(row);
      const earlier = seen.get(id);
      if (earlier === undefined) return seen.set(id, row);
      const related = [{ name: id, ...placeOf(earlier) }];
      const parts = { place: placeOf(row), related, hint: 'rename one of them' };
      problems.push(problem(code, `${what} ${id} is declared twice`, parts));
      return false;
    });
  };
  const unduplicated: Declarations = {
    ...declarations,
    packs: unique('command-pack.duplicate-id', 'pack', declarations.packs, packIdOf, (pack) =>
      pack.header.at('id'),
    ),
    skills: unique('skill.duplicate-id', 'skill', declarations.skills, artifactIdOf, (skill) =>
      skill.at('metadata', 'id'),
    ),
    archetypes: unique('archetype.duplicate-id', 'archetype', declarations.archetypes, artifactIdOf, (each) =>
      each.at('metadata', 'id'),
    ),
    topologies: unique(
      'topology.duplicate-id',
      'topology',
      declarations.topologies,
      (each) => each.value.metadata.name,
      (each) => each.at('metadata', 'name'),
    ),
  };
  return { declarations: unduplicated, problems };
}

function packIdOf(pack: DeclaredPack): string {
  return pack.header.value.id;
}

function artifactIdOf(artifact: { readonly value: { readonly metadata: { readonly id: string } } }): string {
  return artifact.value.metadata.id;
}

function checkPack(
  declared: DeclaredPack,
  declarations: Declarations,
  ports: Ports,
  programs: Programs,
): { pack: Pack; problems: readonly Problem[] } {
  const { header, commands } = declared;
  const { bounds, problems: boundProblems } = packBounds(header);
  const { environment, problems: environmentProblems } = packEnvironment(
    header,
    declarations,
    ports.host.env,
  );
  const pack: Pack = {
    id: header.value.id,
    permission: header.value.permission,
    timeoutMs: bounds.timeoutMs,
    maxOutputBytes: bounds.maxOutputBytes,
    ...environment,
    credential: header.value.credentials_ref ?? null,
    commands: new Map(
      commands.map((command) => [
        command.value.id,
        toCommand(
          command,
          declared,
          bounds.timeoutOverrides.get(command.value.id) ?? bounds.timeoutMs,
          programs,
        ),
      ]),
    ),
  };
  return { pack, problems: [...boundProblems, ...environmentProblems, ...commandProblems(declared)] };
}

function toCommand(
  declared: Declared<CommandDeclaration>,
  pack: DeclaredPack,
  timeoutMs: number,
  programs: Programs,
): Command {
  const { value } = declared;
  const [program = '', ...rest] = value.argv;
  const argv: [string, ...Template[]] = [program, ...rest.map(parseTemplate)];
  return {
    id: value.id as CommandId,
    pack: pack.header.value.id,
    description: value.description ?? null,
    argv,
    // Where the lookup failed a problem says so and nothing of this workspace ever runs.
    program: programs.get(program) ?? program,
    effects: value.effects,
    permission: pack.header.value.permission_overrides?.get(value.id) ?? pack.header.value.permission,
    timeoutMs,
    parse: value.output?.parse ?? 'text',
    okExitCodes: new Set(value.ok_exit_codes ?? [0]),
    params: new Map(
      [...(value.params ?? [])].map(([name, { allow_leading_dash: allowLeadingDash = false, ...schema }]) => [
        name,
        { schema: toJson(schema), allowLeadingDash },
      ]),
    ),
  };
}

function governanceOf(declarations: Declarations): Governance {
  const block = declarations.workspace.governance;
  if (block === undefined || block.provider === 'builtin') return { provider: 'builtin' };
  const scopes = block.config?.allowed_scopes;
  return { provider: 'mock', allowedScopes: scopes === undefined ? 'every' : new Set(scopes) };
}

function credentialsOf(declarations: Declarations, root: string): Map<CredentialId, CredentialSource> {
  return new Map(
    [...declarations.credentials].map(([name, { value }]) => {
      const source: CredentialSource =
        value.source === 'env'
          ? { source: 'env', variable: value.config.env }
          : {
              source: 'file',
              path: value.config.path.startsWith('/') ? value.config.path : `${root}/${value.config.path}`,
            };
      return [name as CredentialId, source];
    }),
  );
}
