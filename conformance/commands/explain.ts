import { stringify } from 'yaml';
import { commandLine } from '../drive/command-line.ts';
import { toRequest } from '../drive/to-request.ts';
import { type Step, verbOf } from '../model/case.ts';
import type { Json } from '../model/json.ts';
import type { Half, Suite, SuiteCase } from '../model/suite.ts';
import { quoteForShell } from '../prepare/behaviour-plan.ts';
import { caseFolder } from '../prepare/case-folder.ts';
import { type Entry, layOut } from '../prepare/layout.ts';
import { loadMaterials } from '../prepare/load-materials.ts';
import { visible } from '../report/describe-failure.ts';
import { type Kit, UsageError } from './open-suite.ts';

/** One case as a person needs it to write a runtime: what is on disk, what is typed, what must come of it. */
export function renderExplanation(kit: Kit, { cases }: Suite, id: string): string {
  const found = cases.find((each) => each.id === id);
  if (found === undefined) throw new UsageError(unknownId(cases, id));
  return [header(found), ...found.halves.map((half) => explainHalf(kit, half))].join('\n\n').concat('\n');
}

function unknownId(cases: readonly SuiteCase[], id: string): string {
  const rows = cases.filter((each) => each.id.startsWith(id)).slice(0, 5);
  const hint =
    rows.length === 0 ? '`list` shows them all' : `did you mean ${rows.map((each) => each.id).join(', ')}?`;
  return `there is no case ${id}; ${hint}`;
}

function header({ id, title, file, level, clauses, requires, why, row }: SuiteCase): string {
  return [
    `${id}  ${title}`,
    '',
    `file      ${file}`,
    `level     ${level}`,
    `requires  ${requires.join(' ')}`,
    ...clauses.map((clause) => `clause    ${clause.id} (${clause.level}) ${flat(clause.text)}`),
    `why       ${flat(why)}`,
    ...[...row].map(([name, value]) => `row       ${name}: ${visible(JSON.stringify(value))}`),
  ].join('\n');
}

function explainHalf(kit: Kit, half: Half): string {
  const title = half.name === 'case' ? 'THE CASE' : `THE TWIN, in which ${half.differs}`;
  const steps = half.steps.map((step, index) => explainStep(step, index + 1));
  return [title, ...explainFiles(kit, half), ...steps].join('\n\n');
}

/** The folder as it is written, without the programs of the suite itself. */
function explainFiles(kit: Kit, { given }: Half): readonly string[] {
  const layout = layOut(given, loadMaterials(kit.root), false);
  const programs = Object.entries(given.programs ?? {}).map(
    ([name, behaviour]) => `--- program ${name}\n${stringify(behaviour).trimEnd()}`,
  );
  const files = [...layout]
    .filter(([path]) => !path.startsWith('bin/') && !path.includes('.witness/'))
    .map(([path, entry]) => `--- ${path}\n${showEntry(entry)}`);
  return [...files, ...programs];
}

function showEntry(entry: Entry): string {
  if (entry.kind !== 'file') return entry.kind === 'symlink' ? `-> ${entry.target}` : `(${entry.kind})`;
  return visible(Buffer.from(entry.bytes).toString()).trimEnd();
}

function explainStep(step: Step, number: number): string {
  const { args, stdin } = commandLine(toRequest(step, caseFolder('.')));
  const { expect, change, capture, times, parallel } = step;
  const repeated = times === undefined ? '' : `  (${times} times, ${parallel ?? 1} at once)`;
  const rest = { ...(change && { change }), ...(capture && { capture }), expect };
  return [
    `step ${number}: ${verbOf(step)}${repeated}`,
    `  $ RUNTIME ${visible(args.map(quoteForShell).join(' '))}`,
    ...(stdin === null ? [] : [`  stdin: ${visible(Buffer.from(stdin).toString())}`]),
    indent(visible(stringify(rest as Json, { lineWidth: 0 }))),
  ].join('\n');
}

function indent(text: string): string {
  return text.trimEnd().replaceAll(/^/gm, '  ');
}

function flat(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ');
}
