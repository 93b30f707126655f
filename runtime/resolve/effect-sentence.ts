import type { Effects } from '../model/workspace.ts';

/** How a description tells a model what a tool does to the world. */
export function effectSentence(effects: Effects): string {
  return sentences[effects];
}

const sentences = {
  read: 'Read-only: changes nothing.',
  write: 'Write: modifies data and may require approval.',
  unknown: 'Its effect is not declared: take it for a write.',
} as const satisfies Record<Effects, string>;
