import * as z from 'zod';
import type { Code } from '../model/codes.ts';
import { bad, nowhere, ok, type Problem, problem, type Result } from '../model/problem.ts';
import type { Source } from './attachment.ts';

/** One attachment as a program sends it. Exactly one of `path` and `data`, which a schema cannot say as well as `readSources` does. */
export const AttachmentInput = z.strictObject({
  path: z.string().optional().describe('A file, relative to the workspace, which it may not leave.'),
  data: z.string().optional().describe('The file itself, in base64: padded, in one line.'),
  name: z.string().optional().describe('What to call it; by default the last part of the path.'),
});

/** Every file is in memory until its run ends, so a request that comes over a network may not name any number of them. */
export const mostAttachments = 20;

interface RefusedField {
  readonly code: Code;
  readonly message: string;
  readonly hint: string;
}

const urlField: RefusedField = {
  code: 'attachment.url-refused',
  message: 'the runtime does not fetch caller-supplied addresses',
  hint: 'fetch it, then send {"data": "<base64>", "name": ...}, or the path of a file in the workspace',
};
const typeField: RefusedField = {
  code: 'attachment.type-refused',
  message: "the media type is determined from the file's content, never taken from a caller",
  hint: 'leave the field out',
};

/** Fields that a caller may well expect to work. */
const refusedFields: ReadonlyMap<string, RefusedField> = new Map([
  ['url', urlField],
  ...['type', 'media_type', 'mediaType', 'mime_type', 'content_type'].map((field): [string, RefusedField] => [
    field,
    typeField,
  ]),
]);

/**
 * The `attachments` of a request, from JSON that nobody has looked at, with every problem there is. Codes: `attachment.url-refused`,
 * `attachment.type-refused`, `attachment.one-source`, `request.bad-arguments`. `at` is where the list stands in the request.
 */
export function readSources(value: unknown, at = '/attachments'): Result<readonly Source[]> {
  if (value === undefined) return ok([]);
  if (!Array.isArray(value)) return bad(malformed('attachments are a list', at));
  if (value.length > mostAttachments)
    return bad(malformed(`${value.length} attachments are more than the ${mostAttachments} of one run`, at));
  const read = value.map((each, index) => readSource(each, `${at}/${index}`));
  const problems = read.flatMap((each) => each.problems);
  if (problems.length > 0) return bad(...problems);
  return ok(read.flatMap((each) => (each.ok ? [each.value] : [])));
}

function readSource(value: unknown, at: string): Result<Source> {
  const refused = refusedIn(value, at);
  if (refused.length > 0) return bad(...refused);
  const parsed = AttachmentInput.safeParse(value);
  if (!parsed.success) return bad(...parsed.error.issues.map((issue) => issueOf(issue, at)));
  const { path, data, name } = parsed.data;
  const parts = { at, ...(name === undefined ? {} : { name }) };
  if (path !== undefined && data === undefined) return ok({ kind: 'path', path, ...parts });
  if (data !== undefined && path === undefined) return ok({ kind: 'data', base64: data, ...parts });
  const message = `an attachment has exactly one of path and data, and this has ${path === undefined ? 'neither' : 'both'}`;
  return bad(problem('attachment.one-source', message, { place: { ...nowhere, pointer: at } }));
}

function refusedIn(value: unknown, at: string): readonly Problem[] {
  if (typeof value !== 'object' || value === null) return [];
  return [...refusedFields]
    .filter(([field]) => Object.hasOwn(value, field))
    .map(([field, { code, message, hint }]) =>
      problem(code, message, { place: { ...nowhere, pointer: `${at}/${field}` }, hint }),
    );
}

function issueOf(issue: z.core.$ZodIssue, at: string): Problem {
  if (issue.code === 'unrecognized_keys')
    return malformed(`an attachment has no ${issue.keys.map((key) => JSON.stringify(key)).join(', ')}`, at);
  const [field] = issue.path;
  return field === undefined
    ? malformed('an attachment is an object', at)
    : malformed(`${String(field)} of an attachment is a string`, `${at}/${String(field)}`);
}

function malformed(message: string, pointer: string): Problem {
  const hint = '[{"path": "snapshots/gate.jpg"}, {"data": "<base64>", "name": "wide.jpg"}]';
  return problem('request.bad-arguments', message, { place: { ...nowhere, pointer }, hint });
}
