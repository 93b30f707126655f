import type * as z from 'zod';
import type { SuiteProblem } from '../model/suite-problem.ts';
import type { DocumentPath, YamlDocument } from './read-yaml.ts';

type Issue = z.core.$ZodIssue;

/** What a schema has against a value, each at its own line and column. `under` is where the value stands. */
export function schemaProblems(
  document: YamlDocument,
  error: z.ZodError,
  under: DocumentPath = [],
): readonly SuiteProblem[] {
  return error.issues.flatMap((issue) => issueProblems(document, issue, under));
}

function issueProblems(document: YamlDocument, issue: Issue, under: DocumentPath): readonly SuiteProblem[] {
  const path = [...under, ...issue.path];
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) =>
      document.problemAt(path, `${quoted(key)} is not a key that belongs here`, key),
    );
  }
  const branch = issue.code === 'invalid_union' ? nearestBranch(issue.errors) : undefined;
  if (branch !== undefined) return branch.flatMap((each) => issueProblems(document, each, path));
  const details = issue.code === 'invalid_key' ? issue.issues.map(({ message }) => message) : [];
  return [document.problemAt(path, [`${showPath(path)}: ${issue.message}`, ...details].join(': '))];
}

/** Of a union's branches the one that the value most nearly is: it gets deepest before it fails. */
function nearestBranch(branches: readonly Issue[][]): readonly Issue[] | undefined {
  const depth = (issues: readonly Issue[]) => {
    const deepest = Math.max(...issues.map(({ path }) => path.length));
    return deepest + (issues.every(({ code }) => code === 'unrecognized_keys') ? 0.5 : 0);
  };
  const nearest = branches.filter(({ length }) => length > 0).sort((a, b) => depth(b) - depth(a))[0];
  return nearest !== undefined && depth(nearest) > 0 ? nearest : undefined;
}

function showPath(path: DocumentPath): string {
  return path.length === 0 ? 'the document' : path.map(String).join('.');
}

function quoted(text: string): string {
  return JSON.stringify(text);
}
