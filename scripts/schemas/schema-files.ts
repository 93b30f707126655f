import { existsSync, readFileSync } from 'node:fs';
import type * as z from 'zod';
import { CaseFile } from '../../conformance/model/case.ts';
import { AuditEvent, envelopes } from '../../conformance/model/envelope.ts';
import { Target } from '../../conformance/model/target.ts';
import { ProviderDeclaration } from '../../runtime/validate/schemas/model.ts';
import { SkillDeclaration } from '../../runtime/validate/schemas/skill.ts';
import { ArchetypeDeclaration, TopologyDeclaration } from '../../runtime/validate/schemas/topology.ts';
import { EditorWorkspace } from './editor-workspace.ts';
import { toJsonSchema } from './to-json-schema.ts';

/** path -> schema, title, description. */
const table: readonly (readonly [string, z.ZodType, string, string])[] = [
  ['schemas/workspace', EditorWorkspace, 'SwarmKit workspace', 'workspace.yaml'],
  ['schemas/skill', SkillDeclaration, 'SwarmKit skill', 'skills/*.yaml'],
  ['schemas/topology', TopologyDeclaration, 'SwarmKit topology', 'topologies/*.yaml'],
  ['schemas/archetype', ArchetypeDeclaration, 'SwarmKit archetype', 'archetypes/*.yaml'],
  ['schemas/provider', ProviderDeclaration, 'SwarmKit model provider', 'providers/*.yaml'],
  ['conformance/schemas/target', Target, 'Conformance target', 'How the kit starts a runtime'],
  ['conformance/schemas/case', CaseFile, 'Conformance case', 'conformance/cases/<area>/<name>.yaml'],
  ...Object.entries(envelopes).map(
    ([verb, schema]) =>
      [
        `conformance/schemas/${verb}`,
        schema,
        `Envelope of ${verb}`,
        `What \`${verb} --json\` prints`,
      ] as const,
  ),
  ['conformance/schemas/audit-event', AuditEvent, 'Audit event', 'One line of `logs --json`'],
];

/** Every schema file that the package ships, by its path, as text. */
export function schemaFiles(): ReadonlyMap<string, string> {
  return new Map(
    table.map(([path, schema, title, description]) => [
      `${path}.schema.json`,
      `${JSON.stringify(toJsonSchema(schema, title, description), null, 2)}\n`,
    ]),
  );
}

/** One line for each file that is not as the zod schemas have it. */
export function staleSchemas(): readonly string[] {
  return [...schemaFiles()]
    .filter(([path, text]) => !existsSync(path) || readFileSync(path, 'utf8') !== text)
    .map(([path]) => `${path} is not current: tsx scripts/write-schemas.ts`);
}
