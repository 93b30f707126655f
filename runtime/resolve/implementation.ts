import { toJson } from '../model/json.ts';
import type { Implementation } from '../model/workspace.ts';
import { toModelChoice } from '../validate/providers.ts';
import type { SkillDeclaration } from '../validate/schemas/skill.ts';

/** What backs a hand-written skill, every default filled in. */
export function toImplementation(declared: SkillDeclaration['implementation']): Implementation {
  switch (declared.type) {
    case 'command':
      return declared;
    case 'mcp_tool':
      return {
        type: 'mcp_tool',
        server: declared.server,
        tool: declared.tool,
        fixed: new Map([...(declared.arguments ?? [])].map(([name, value]) => [name, toJson(value)])),
      };
    case 'llm_prompt':
      return { type: 'llm_prompt', prompt: declared.prompt, model: toModelChoice(declared.model) };
    case 'composed':
      return { type: 'composed', composes: declared.composes, strategy: declared.strategy };
  }
}
