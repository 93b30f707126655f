import type { CaseFile, Step } from '../model/case.ts';
import type { DocumentPath } from './read-yaml.ts';

/** Every step of both halves, with its path in the document. */
export function stepsOf(content: CaseFile): readonly { step: Step; path: DocumentPath }[] {
  return [
    ...content.steps.map((step, index) => ({ step, path: ['steps', index] })),
    ...(content.twin?.steps ?? []).map((step, index) => ({ step, path: ['twin', 'steps', index] })),
  ];
}
