import * as z from 'zod';

/**
 * What is read of a server's list of tools. Less than the protocol says, so that one tool that declares nonsense does not take
 * the others away: its own call is what fails.
 */
const ListedTool = z.looseObject({
  name: z.string(),
  outputSchema: z.unknown().optional(),
  annotations: z
    .looseObject({ readOnlyHint: z.boolean().optional().catch(undefined) })
    .optional()
    .catch(undefined),
});
export type ListedTool = z.infer<typeof ListedTool>;

export const ListedTools = z.looseObject({ tools: z.array(ListedTool), nextCursor: z.string().optional() });
