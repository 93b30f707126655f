import * as z from 'zod';
import { CaseFile, type Given, type Twin } from '../model/case.ts';
import { isJsonObject, type Json } from '../model/json.ts';
import { fillReferences, namesIn, stringsIn } from '../model/reference.ts';
import type { Half } from '../model/suite.ts';
import type { SuiteProblem } from '../model/suite-problem.ts';
import type { YamlDocument } from './read-yaml.ts';
import { schemaProblems } from './schema-problems.ts';

const Matrix = z.object({ matrix: CaseFile.shape.matrix });

/** A case file with one row's fields filled in, or as it stands where it has no matrix. */
export interface Row {
  readonly name: string | null;
  readonly fields: ReadonlyMap<string, Json>;
  readonly content: CaseFile;
  /** What `content` was parsed from: the same paths as the document. */
  readonly raw: Json;
}

/** Fills in each row before the case is checked, so that a row may give an outcome or a number. */
export function expandMatrix(document: YamlDocument): {
  rows: readonly Row[];
  problems: readonly SuiteProblem[];
} {
  const matrix = Matrix.safeParse(document.value);
  if (!matrix.success) return { rows: [], problems: schemaProblems(document, matrix.error) };
  const named = Object.entries(matrix.data.matrix ?? {});
  const bindings = named.map(([name, fields]) => ({ name, fields: new Map(Object.entries(fields)) }));
  const rows: Row[] = [];
  const problems: SuiteProblem[] = [...unusedFields(document, matrix.data.matrix ?? {})];
  for (const { name, fields } of named.length === 0
    ? [{ name: null, fields: new Map<string, Json>() }]
    : bindings) {
    const raw = fillReferences(withoutMatrix(document.value), fields);
    const content = CaseFile.safeParse(raw);
    if (content.success) rows.push({ name, fields, content: content.data, raw });
    else problems.push(...schemaProblems(document, content.error));
  }
  return { rows, problems };
}

/** A field that no text refers to changes nothing: its rows would be one case under several names. */
function unusedFields(
  document: YamlDocument,
  matrix: NonNullable<CaseFile['matrix']>,
): readonly SuiteProblem[] {
  const used = new Set(stringsIn(withoutMatrix(document.value)).flatMap(namesIn));
  return Object.entries(matrix).flatMap(([row, fields]) =>
    Object.keys(fields)
      .filter((name) => !used.has(name))
      .map((name) => document.problemAt(['matrix', row], `no text refers to @{${name}}`, name)),
  );
}

function withoutMatrix(value: Json): Json {
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== 'matrix'));
}

/** The case itself, then its twin: the same given with the twin's laid over it. */
export function halvesOf({ given, steps, twin }: CaseFile): readonly Half[] {
  const own: Half = { name: 'case', differs: null, given, steps };
  return twin === undefined ? [own] : [own, twinHalf(given, twin)];
}

function twinHalf(given: Given, twin: Twin): Half {
  return { name: 'twin', differs: twin.differs, given: layOver(given, twin.given ?? {}), steps: twin.steps };
}

/** `packs`, `agents` and the like replace what the case has; `files`, `env` and `programs` merge by key. */
function layOver(base: Given, over: Given): Given {
  return {
    ...base,
    ...over,
    ...merged('files', base.files, over.files),
    ...merged('env', base.env, over.env),
    ...merged('programs', base.programs, over.programs),
  };
}

function merged<Value>(key: string, base?: Record<string, Value>, over?: Record<string, Value>) {
  return base === undefined && over === undefined ? {} : { [key]: { ...base, ...over } };
}
