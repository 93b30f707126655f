import { stringify } from 'yaml';
import type { Given } from '../model/case.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject, own } from '../model/json.ts';
import { expandRepeats } from '../model/reference.ts';

/**
 * The YAML files of a workspace as a person would write them, by path relative to the workspace. A case says only
 * what matters to it; what every artifact must have is filled in here.
 */
export function artifacts(given: Given): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  const put = (path: string, content: JsonObject) => files.set(path, toYaml(content));
  if (needsWorkspaceFile(given)) put('workspace.yaml', workspaceArtifact(given));
  for (const [id, skill] of Object.entries(given.skills ?? {}))
    put(`skills/${id}.yaml`, skillArtifact(id, skill));
  for (const [id, defaults] of Object.entries(given.archetypes ?? {})) {
    put(`archetypes/${id}.yaml`, archetypeArtifact(id, defaults));
  }
  const topologies = { ...given.topologies, ...(given.agents === undefined ? {} : { main: given.agents }) };
  for (const [id, agents] of Object.entries(topologies))
    put(`topologies/${id}.yaml`, topologyArtifact(id, agents));
  if (given.model !== undefined) put('providers/kit.yaml', providerArtifact);
  return files;
}

/** A fixture brings its own, unless the case says what is to stand in it. */
function needsWorkspaceFile({ fixture, packs, workspace }: Given): boolean {
  return fixture === undefined || packs !== undefined || workspace !== undefined;
}

/** Where the suite answers as the model. */
const providerArtifact: JsonObject = {
  apiVersion: 'swarmkit/v1',
  kind: 'ModelProvider',
  metadata: { id: 'kit', name: 'The suite', description: 'Answers as the case says.' },
  spec: {
    extends: 'openai-compatible',
    base_url: '${CONFORMANCE_MODEL_URL}',
    models: { accept_any: true, default: 'case' },
  },
};

const provenance = { authored_by: 'human', version: '1.0.0' };

function workspaceArtifact({ packs, workspace }: Given): JsonObject {
  return {
    apiVersion: 'swarmkit/v1',
    kind: 'Workspace',
    metadata: { id: 'case', name: 'Case' },
    ...(packs === undefined ? {} : { command_packs: packs }),
    ...workspace,
  };
}

function skillArtifact(id: string, { metadata, ...rest }: JsonObject): JsonObject {
  return {
    apiVersion: 'swarmkit/v1',
    kind: 'Skill',
    metadata: { id, name: id, description: `What ${id} does`, ...objectOr(metadata) },
    category: 'capability',
    ...rest,
    provenance: rest.provenance ?? provenance,
  };
}

function archetypeArtifact(id: string, defaults: JsonObject): JsonObject {
  return {
    apiVersion: 'swarmkit/v1',
    kind: 'Archetype',
    metadata: { id, name: id, description: `What agents of the kind ${id} have in common` },
    role: 'worker',
    defaults,
    provenance,
  };
}

function topologyArtifact(id: string, agents: JsonObject): JsonObject {
  const { root = {}, ...others } = agents;
  const children = Object.entries(others).map(([child, fields]) => ({
    id: child,
    role: 'worker',
    ...objectOr(fields),
  }));
  const declared = own(root, 'children');
  const all = [...(isJsonArray(declared ?? null) ? (declared as readonly Json[]) : []), ...children];
  return {
    apiVersion: 'swarmkit/v1',
    kind: 'Topology',
    metadata: { name: id, version: '1.0.0' },
    agents: {
      root: { id: 'root', role: 'root', ...objectOr(root), ...(all.length === 0 ? {} : { children: all }) },
    },
  };
}

function objectOr(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** `compat` quotes what YAML 1.1 readers would take for something else; nothing is written as an alias. */
function toYaml(content: JsonObject): string {
  return stringify(expandRepeats(content), {
    compat: 'yaml-1.1',
    lineWidth: 0,
    aliasDuplicateObjects: false,
  });
}
