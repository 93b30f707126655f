import * as z from 'zod';
import { Requirement } from '../model/requirement.ts';
import type { SuiteProblem } from '../model/suite-problem.ts';
import { readYaml } from './read-yaml.ts';
import { schemaProblems } from './schema-problems.ts';

const Requirements = z.array(Requirement).min(1);

export interface LoadedRequirements {
  readonly requirements: ReadonlyMap<string, Requirement>;
  readonly problems: readonly SuiteProblem[];
}

/** `requirements.yaml`: clause id -> row. Rows that are wrong are reported and left out. */
export function loadRequirements(file: string, text: string): LoadedRequirements {
  const document = readYaml(file, text);
  if (document.problems.length > 0) return { requirements: new Map(), problems: document.problems };
  const parsed = Requirements.safeParse(document.value);
  if (!parsed.success) return { requirements: new Map(), problems: schemaProblems(document, parsed.error) };
  const requirements = new Map<string, Requirement>();
  const problems: SuiteProblem[] = [];
  for (const [index, row] of parsed.data.entries()) {
    if (requirements.has(row.id))
      problems.push(document.problemAt([index, 'id'], `clause ${row.id} is there twice`));
    else requirements.set(row.id, row);
  }
  return { requirements, problems };
}
