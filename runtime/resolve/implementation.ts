import { type Json, toJson } from '../model/json.ts';
import type { Implementation } from '../model/workspace.ts';
import { parseTemplate, placeholdersOf } from '../template/template.ts';
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

/** A prompt's placeholders; one that has none is handed a text. */
export function promptInputs(prompt: string): Json {
  const names = placeholdersOf(parseTemplate(prompt));
  const required = names.length > 0 ? names : ['input'];
  const properties = required.map((name): [string, Json] => [name, new Map([['type', 'string']])]);
  return new Map<string, Json>([
    ['type', 'object'],
    ['properties', new Map(properties)],
    ['required', required],
    ['additionalProperties', false],
  ]);
}
