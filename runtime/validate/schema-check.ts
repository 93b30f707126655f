import type * as z from 'zod';
import type { Path, Source } from '../load/document.ts';
import type { Code } from '../model/codes.ts';
import { type Problem, problem } from '../model/problem.ts';

type Issue = z.core.$ZodIssue;
type RawIssue = z.core.$ZodRawIssue;

/**
 * Checks one part of a document against a schema. `base` is the part's path in the document, so that each problem stands at its own
 * line: a wrong value at the value, an unknown key at the key, a missing one at the map that lacks it.
 */
export function checkSchema<Schema extends z.ZodType>(
  schema: Schema,
  data: unknown,
  source: Source,
  base: Path,
): { readonly value: z.infer<Schema> | undefined; readonly problems: readonly Problem[] } {
  const variants: Variants = new Map();
  const parsed = schema.safeParse(data, {
    error: (issue) => {
      noteVariants(issue, variants);
      return describe(issue);
    },
  });
  if (parsed.success) return { value: parsed.data, problems: [] };
  const part: Part = { data, source, base, variants };
  return { value: undefined, problems: parsed.error.issues.flatMap((issue) => toProblems(issue, part)) };
}

/** Where no variant of a block fits: its place -> the keys that any of them knows. */
type Variants = Map<string, readonly string[]>;

interface Part {
  readonly data: unknown;
  readonly source: Source;
  readonly base: Path;
  readonly variants: Variants;
}

function toProblems(issue: Issue, part: Part): Problem[] {
  const inside = issue.path.map((step) => (typeof step === 'symbol' ? String(step) : step));
  const path = [...part.base, ...inside];
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => unknownField(key, path, issue.message, part));
  }
  return [valueProblem(issue, valueAt(part.data, inside), path, part), ...besideVariant(inside, path, part)];
}

/** A wrong word where a block chooses its variant hides no key that none of them knows. */
function besideVariant(inside: Path, path: Path, part: Part): Problem[] {
  const known = part.variants.get(keyOf(inside));
  if (known === undefined) return [];
  const block = Object(valueAt(part.data, inside.slice(0, -1)));
  return Object.keys(block)
    .filter((key) => !known.includes(key))
    .map((key) => unknownField(key, path.slice(0, -1), known.join(', '), part));
}

function unknownField(key: string, path: Path, known: string, { source }: Part): Problem {
  const place = source.placeOf([...path, key], 'key');
  const hint = key === '<<' ? 'merge keys are not followed: write the fields out' : `known here: ${known}`;
  return problem('schema.unknown-field', `unknown field ${quote(key)} in ${nameOf(path)}`, { place, hint });
}

function valueProblem(issue: Issue, value: unknown, path: Path, { source }: Part): Problem {
  const isMissing = value === undefined;
  if (isMissing && path.length > 0) {
    const place = source.placeOf(path.slice(0, -1));
    const field = String(path.at(-1));
    return problem('schema.required-field', `${nameOf(path.slice(0, -1))} lacks ${quote(field)}`, {
      place,
      hint: `add ${field}`,
    });
  }
  const hint = hintFor(path, value);
  const parts = { place: source.placeOf(path), ...(hint === undefined ? {} : { hint }) };
  return problem(codeOf(issue, value), `${nameOf(path)} ${issue.message}`, parts);
}

/** Closed lists are lists of words: what is no text is of another type, and no other word. */
function codeOf(issue: Issue, value: unknown): Code {
  switch (issue.code) {
    case 'invalid_value':
      return typeof value === 'string' ? 'schema.enum-mismatch' : 'schema.type-mismatch';
    case 'invalid_union':
      return 'discriminator' in issue && typeof value === 'string'
        ? 'schema.enum-mismatch'
        : 'schema.type-mismatch';
    case 'invalid_format':
    case 'custom':
      return 'schema.pattern-mismatch';
    case 'too_small':
    case 'too_big':
      return issue.origin === 'array' || issue.origin === 'string' ? 'schema.length' : 'schema.range';
    default:
      return 'schema.type-mismatch';
  }
}

/** One phrase per issue; for unknown keys, the keys that are known there. */
function describe(issue: RawIssue): string | undefined {
  switch (issue.code) {
    case 'unrecognized_keys':
      return shapeKeys(issue.inst).join(', ');
    case 'invalid_type':
      return `must be ${article(issue.expected === 'int' ? 'whole number' : issue.expected)}, not ${kindOf(issue.input)}`;
    case 'invalid_value':
      return `must be ${issue.values
        .map((each) => String(each))
        .join(', ')
        .replace(/, ([^,]*)$/, ' or $1')}, not ${show(issue.input)}`;
    case 'invalid_union':
      return 'options' in issue && Array.isArray(issue.options)
        ? `must be one of ${issue.options.join(', ')}`
        : `cannot be ${kindOf(issue.input)}`;
    case 'too_small':
      return issue.origin === 'array' || issue.origin === 'string'
        ? 'must not be empty'
        : `must be at least ${issue.minimum}, not ${show(issue.input)}`;
    case 'too_big':
      return `must be at most ${issue.maximum}, not ${show(issue.input)}`;
    case 'invalid_format':
      return `does not match ${String(issue.pattern)}`;
    default:
      return undefined;
  }
}

/** What zod knows of the block is gone once its issue is final. */
function noteVariants(issue: RawIssue, variants: Variants): void {
  if (issue.code !== 'invalid_union' || !('discriminator' in issue)) return;
  const options = (issue.inst as { _zod?: { def?: { options?: unknown[] } } } | undefined)?._zod?.def
    ?.options;
  const known = new Set((options ?? []).flatMap(shapeKeys));
  variants.set(keyOf((issue.path ?? []).map((step) => (typeof step === 'symbol' ? String(step) : step))), [
    ...known,
  ]);
}

function keyOf(path: Path): string {
  return JSON.stringify(path);
}

function shapeKeys(schema: unknown): string[] {
  const definition = (schema as { _zod?: { def?: { shape?: object } } } | undefined)?._zod?.def;
  return Object.keys(definition?.shape ?? {});
}

/** The two mistakes that YAML invites: an unquoted `{placeholder}` and an unquoted version. */
function hintFor(path: Path, value: unknown): string | undefined {
  if (path.at(-2) === 'argv' && typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const [name] = Object.keys(value);
    return `YAML reads {${name}} as a map: quote it, '{${name}}'`;
  }
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) {
    return `quote it to mean text: '${String(value)}'`;
  }
  return undefined;
}

/** `command_packs[0].commands[1].argv`, or `the file` for its top. */
export function nameOf(path: Path): string {
  const text = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('');
  return text === '' ? 'the file' : text.replace(/^\./, '');
}

function valueAt(data: unknown, path: Path): unknown {
  return path.reduce<unknown>((value, step) => {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    return (value as Record<string | number, unknown>)[step];
  }, data);
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (value instanceof Map || typeof value === 'object') return 'a map';
  return `the ${typeof value} ${show(value)}`;
}

const articles = new Map([
  ['string', 'text'],
  ['array', 'a list'],
  ['object', 'a map'],
  ['map', 'a map'],
  ['number', 'a number'],
  ['boolean', 'true or false'],
]);

function article(expected: string): string {
  return articles.get(expected) ?? `a ${expected}`;
}

function show(value: unknown): string {
  const text = typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? String(value));
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

function quote(text: string): string {
  return JSON.stringify(text);
}
