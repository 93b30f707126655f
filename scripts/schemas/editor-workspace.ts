import { globSync } from 'tinyglobby';
import * as z from 'zod';
import { PackDeclaration } from '../../runtime/validate/schemas/pack.ts';
import { WorkspaceDeclaration } from '../../runtime/validate/schemas/workspace.ts';

const bundled = globSync('runtime/packs/*.yaml')
  .map((file) => file.replace(/^.*\/|\.yaml$/g, ''))
  .sort();

/** A row that uses a pack of the runtime's own: it is put together before the schema of a pack sees it. */
const BundledRow = z.strictObject({
  bundled: z.enum(bundled),
  ...PackDeclaration.pick({
    permission: true,
    permission_overrides: true,
    timeout: true,
    timeout_seconds: true,
    timeout_overrides: true,
    max_output: true,
    max_output_bytes: true,
  }).shape,
});

/** workspace.yaml as a person writes it. */
export const EditorWorkspace = WorkspaceDeclaration.extend({
  command_packs: z.array(z.union([PackDeclaration, BundledRow])).optional(),
});
