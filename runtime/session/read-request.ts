import { type Problem, problem } from '../model/problem.ts';
import type { OfferedVerb, VerbParams } from '../verbs/perform.ts';

/** Comes back as it was sent. `null`: the line holds none that could. */
export type RequestId = string | number | null;

/** A line of a session, understood; or why it is no request, with the verb that it names. */
export type ReadRequest =
  | {
      readonly ok: true;
      readonly id: RequestId;
      readonly verb: OfferedVerb;
      readonly params: VerbParams;
    }
  | { readonly ok: false; readonly id: RequestId; readonly verb: string; readonly problem: Problem };

/** What each verb cannot do without, by the contract's names. */
const needs: ReadonlyMap<string, { readonly verb: OfferedVerb; readonly names: readonly string[] }> = new Map(
  (
    [
      ['describe', []],
      ['validate', ['workspace']],
      ['resolve', ['workspace']],
      ['call', ['workspace', 'topology', 'agent', 'skill', 'arguments']],
      ['run', ['workspace']],
      ['logs', ['workspace']],
      ['approvals', ['workspace']],
      ['approve', ['workspace', 'request_id']],
      ['deny', ['workspace', 'request_id']],
    ] as const
  ).map(([verb, names]) => [verb, { verb, names }]),
);

type Kind = 'text' | 'texts' | 'count' | 'anything';

/** Every parameter of the contract that this runtime reads. One that the verb has no use for is passed over. */
const kinds: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ['workspace', 'text'],
  ['topology', 'text'],
  ['agent', 'text'],
  ['skill', 'text'],
  ['arguments', 'anything'],
  ['run_id', 'text'],
  ['input', 'text'],
  ['attach', 'texts'],
  ['resume', 'text'],
  ['last', 'count'],
  ['request_id', 'text'],
  ['reason', 'text'],
]);

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
  const sent = fields.get('verb');
  const verb = typeof sent === 'string' ? sent : 'session';
  if (id === null) return no(null, verb, 'the id of a request is a string or a whole number');
  const extra = [...fields.keys()].find((key) => !['id', 'verb', 'params'].includes(key));
  if (extra !== undefined) return no(id, verb, `a request has no ${JSON.stringify(extra)}`);
  const known = typeof sent === 'string' ? needs.get(sent) : undefined;
  if (known === undefined) return no(id, verb, `a session has no verb ${JSON.stringify(sent ?? null)}`);
  const given = mapOf(fields.has('params') ? fields.get('params') : {});
  if (given === undefined) return no(id, verb, 'params are not a JSON object');
  const fault = faultOf(given, known.names) ?? (known.verb === 'run' ? lacksForRun(given) : undefined);
  if (fault !== undefined) return no(id, verb, `${verb}: ${fault}`);
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

function faultOf(params: ReadonlyMap<string, unknown>, names: readonly string[]): string | undefined {
  const missing = names.find((name) => !params.has(name));
  if (missing !== undefined) return `${missing} is missing`;
  return [...params].map(([name, value]) => faultOfParam(name, value)).find((fault) => fault !== undefined);
}

function faultOfParam(name: string, value: unknown): string | undefined {
  switch (kinds.get(name)) {
    case undefined:
      return `there is no parameter ${JSON.stringify(name)}`;
    case 'text':
      return typeof value === 'string' ? undefined : `${name} is a string`;
    case 'texts':
      return Array.isArray(value) && value.every((each) => typeof each === 'string')
        ? undefined
        : `${name} is a list of strings`;
    case 'count':
      return Number.isSafeInteger(value) && Number(value) >= 1
        ? undefined
        : `${name} is a whole number from 1`;
    case 'anything':
      return undefined;
  }
}

/** A run begins with a topology and an input, or goes on with a run that waits. */
function lacksForRun(params: ReadonlyMap<string, unknown>): string | undefined {
  if (params.has('resume') && params.has('attach')) return 'attach goes with a new run, not with resume';
  const lacking = ['topology', 'input'].find((name) => !params.has(name));
  return params.has('resume') || lacking === undefined ? undefined : `${lacking} is missing, or resume`;
}

function paramsOf(given: ReadonlyMap<string, unknown>): VerbParams {
  return Object.fromEntries([...given].map(([name, value]) => [ourNames.get(name) ?? name, value]));
}

function no(id: RequestId, verb: string, message: string): ReadRequest {
  const hint = 'one request a line: {"id": 1, "verb": "validate", "params": {"workspace": "."}}';
  return { ok: false, id, verb, problem: problem('request.bad-arguments', message, { hint }) };
}
