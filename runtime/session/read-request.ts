import { type Problem, problem } from '../model/problem.ts';
import type { VerbName } from '../verbs/envelope.ts';
import type { OfferedVerb, VerbParams } from '../verbs/perform.ts';

/** Comes back as it was sent. `null`: the line holds none that could. */
export type RequestId = string | number | null;

/** A line of a session, understood; or the envelope's verb and problem where it is no request. */
export type ReadRequest =
  | {
      readonly ok: true;
      readonly id: RequestId;
      readonly verb: OfferedVerb;
      readonly params: VerbParams;
    }
  | { readonly ok: false; readonly id: RequestId; readonly verb: VerbName; readonly problem: Problem };

interface Takes {
  readonly verb: OfferedVerb;
  readonly needs: readonly string[];
  readonly may: readonly string[];
}

/** What the command line takes for each verb, by the contract's names. */
const takes: ReadonlyMap<string, Takes> = new Map(
  (
    [
      ['describe', [], []],
      ['validate', ['workspace'], []],
      ['resolve', ['workspace'], []],
      ['call', ['workspace', 'topology', 'agent', 'skill', 'arguments'], ['run_id']],
      ['run', ['workspace'], ['topology', 'input', 'resume']],
      ['logs', ['workspace'], ['last', 'run_id']],
      ['approvals', ['workspace'], []],
      ['approve', ['workspace', 'request_id'], ['reason']],
      ['deny', ['workspace', 'request_id'], ['reason']],
    ] as const
  ).map(([verb, needs, may]) => [verb, { verb, needs, may }]),
);

/** The contract's name of a parameter where it is not ours. */
const ourNames: ReadonlyMap<string, keyof VerbParams> = new Map([
  ['run_id', 'runId'],
  ['request_id', 'requestId'],
]);

/**
 * One line to one request. What would be a usage error on the command line is a problem here. Code:
 * `request.bad-arguments`. `line` is `undefined` where the bytes are no UTF-8 or far too many.
 */
export function readRequest(line: string | undefined): ReadRequest {
  const fields = fieldsOf(line);
  if (fields === undefined) return no(null, 'session', 'the line is not one JSON object in UTF-8');
  const id = idOf(fields.get('id'));
  if (id === null) return no(null, 'session', 'the id of a request is a string or a whole number');
  const extra = [...fields.keys()].find((key) => !['id', 'verb', 'params'].includes(key));
  if (extra !== undefined) return no(id, 'session', `a request has no ${JSON.stringify(extra)}`);
  const verb = fields.get('verb');
  const known = typeof verb === 'string' ? takes.get(verb) : undefined;
  if (known === undefined) {
    return no(id, 'session', `a session has no verb ${JSON.stringify(verb ?? null)}`);
  }
  const given = mapOf(fields.has('params') ? fields.get('params') : {});
  const fault = given === undefined ? 'params are not a JSON object' : faultOf(given, known);
  if (given === undefined || fault !== undefined) return no(id, known.verb, `${known.verb}: ${fault ?? ''}`);
  return { ok: true, id, verb: known.verb, params: paramsOf(given) };
}

function fieldsOf(line: string | undefined): ReadonlyMap<string, unknown> | undefined {
  try {
    return line === undefined ? undefined : mapOf(JSON.parse(line));
  } catch {
    return undefined;
  }
}

function mapOf(value: unknown): ReadonlyMap<string, unknown> | undefined {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? new Map(Object.entries(value)) : undefined;
}

function idOf(value: unknown): RequestId {
  return typeof value === 'string' || Number.isSafeInteger(value) ? (value as string | number) : null;
}

function faultOf(params: ReadonlyMap<string, unknown>, { verb, needs, may }: Takes): string | undefined {
  const missing = needs.find((name) => !params.has(name));
  if (missing !== undefined) return `${missing} is missing`;
  if (verb === 'run' && lacksForRun(params) !== undefined) return lacksForRun(params);
  const unknown = [...params.keys()].find((name) => !needs.includes(name) && !may.includes(name));
  if (unknown !== undefined) return `there is no parameter ${JSON.stringify(unknown)}`;
  const wrong = [...params].find(([name, value]) => !isOfKind(name, value));
  return wrong === undefined ? undefined : `${wrong[0]} is ${kindOf(wrong[0])}`;
}

/** A run begins with a topology and an input, or goes on with a run that waits. */
function lacksForRun(params: ReadonlyMap<string, unknown>): string | undefined {
  const lacking = ['topology', 'input'].find((name) => !params.has(name));
  return params.has('resume') || lacking === undefined ? undefined : `${lacking} is missing, or resume`;
}

function isOfKind(name: string, value: unknown): boolean {
  if (name === 'arguments') return true;
  if (name === 'last') return Number.isSafeInteger(value) && Number(value) >= 1;
  return typeof value === 'string';
}

function kindOf(name: string): string {
  return name === 'last' ? 'a whole number from 1' : 'a string';
}

function paramsOf(given: ReadonlyMap<string, unknown>): VerbParams {
  return Object.fromEntries([...given].map(([name, value]) => [ourNames.get(name) ?? name, value]));
}

function no(id: RequestId, verb: VerbName, message: string): ReadRequest {
  const hint = 'one request a line: {"id": 1, "verb": "validate", "params": {"workspace": "."}}';
  return { ok: false, id, verb, problem: problem('request.bad-arguments', message, { hint }) };
}
