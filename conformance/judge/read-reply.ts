import type * as z from 'zod';
import type { Exchange, Request } from '../drive/exchange.ts';
import type { Verb } from '../model/case.ts';
import { AuditEvent, envelopes, Outcome, SessionLogs } from '../model/envelope.ts';
import type { Finding, FindingKind } from '../model/finding.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject, own } from '../model/json.ts';
import { readHttp } from './read-http.ts';
import { showPath } from './show-path.ts';

/** What a runtime said, once it is known to keep to the contract. */
export interface Reply {
  readonly status: number;
  /** `null` for status 2 and 3, and where the verb prints events or text for people. */
  readonly envelope: JsonObject | null;
  readonly outcome: Outcome | null;
  /** Of `logs`. */
  readonly events: readonly JsonObject[];
}

/** Either a reply, or the ways in which there is none. */
export type Read = { readonly reply: Reply } | { readonly findings: readonly Finding[] };

/** Reads an exchange by the contract: how it ended, one strict envelope, an exit status that says the same. */
export function readReply({ verb, params }: Request, exchange: Exchange): Read {
  if (verb === 'http') return exchange.ended.kind === 'replied' ? readHttp(exchange) : ended(exchange);
  if (verb === 'stop') return readStop(params.signal, exchange);
  if (verb === 'serve' && exchange.ended.kind === 'replied') return readAddress(exchange);
  if (exchange.ended.kind === 'replied') return readSessionReply(verb, exchange);
  const status = statusOf(exchange);
  if (typeof status !== 'number') return { findings: [status] };
  if (status === 2 || status === 3) return { reply: { status, envelope: null, outcome: null, events: [] } };
  const spoken = verb === 'argv' ? verbOfArgv(params.argv ?? []) : verb;
  if (spoken === null) {
    return { reply: { status, envelope: null, outcome: status === 0 ? 'ok' : null, events: [] } };
  }
  const text = decode(exchange.stdout);
  if (text === null) return broken('stdout is not UTF-8');
  return spoken === 'logs' ? readLogs(text, status) : readEnvelope(spoken, text, status);
}

/** A verb that has an envelope. */
type EnvelopeVerb = keyof typeof envelopes;

const succeeded: Read = { reply: { status: 0, envelope: null, outcome: 'ok', events: [] } };

/** The address, as the envelope of the step. */
function readAddress({ stdout }: Exchange): Read {
  const [address = ''] = Buffer.from(stdout).toString().split('\n');
  return { reply: { status: 0, envelope: { address }, outcome: 'ok', events: [] } };
}

/** No answer came, and the exchange says why. */
function ended(exchange: Exchange): Read {
  const status = statusOf(exchange);
  return typeof status === 'number' ? broken('there is no answer') : { findings: [status] };
}

/** Whoever is asked to go exits with status 0; whoever is killed cannot say how. */
function readStop(asked: string | undefined, exchange: Exchange): Read {
  const isKilled = asked === 'SIGKILL' && exchange.ended.kind === 'signalled';
  const status = isKilled ? 0 : statusOf(exchange);
  if (typeof status !== 'number') return { findings: [status] };
  return status === 0 ? succeeded : { reply: { status, envelope: null, outcome: null, events: [] } };
}

/** `{id, envelope}` and nothing else; the session has matched the id. Events of `logs` travel in the envelope. */
function readSessionReply(verb: Exclude<Verb, 'http' | 'stop'>, { stdout }: Exchange): Read {
  if (verb === 'argv') return broken('a session has no command lines');
  const reply = parseLine(decode(stdout) ?? '');
  const [extra] = isJsonObject(reply) ? Object.keys(reply).filter((key) => !replyFields.has(key)) : [];
  if (extra !== undefined) return broken(`a reply has no field ${JSON.stringify(extra)}`);
  const value = own(reply, 'envelope');
  if (!isJsonObject(value)) return broken('a reply without an envelope');
  const { events, ...envelope } = value;
  const carriesEvents = verb === 'logs' && own(value, 'outcome') !== 'invalid';
  if (carriesEvents) return readSessionLogs(envelope, events);
  return readReplyEnvelope(verb, value, []);
}

const replyFields: ReadonlySet<string> = new Set(['id', 'envelope']);

function readSessionLogs(envelope: JsonObject, events: Json | undefined): Read {
  if (!isJsonArray(events ?? null)) return broken('the envelope of logs has no list of events');
  const read = readEvents(events as readonly Json[], (index) => `event ${index + 1} is no audit event`);
  return 'findings' in read ? read : readReplyEnvelope('logs', envelope, read.events);
}

/** In a session nothing exits, so the status is the one that the outcome would go with. */
function readReplyEnvelope(verb: EnvelopeVerb, envelope: JsonObject, events: readonly JsonObject[]): Read {
  const status = own(envelope, 'outcome') === 'ok' ? 0 : 1;
  const wrong = envelopeFault(verb, envelope, status, verb === 'logs' ? SessionLogs : envelopes[verb]);
  if (wrong !== undefined) return { findings: [wrong] };
  // on its own, `logs` prints an envelope only where something is wrong
  const shown = verb === 'logs' && status === 0 ? null : envelope;
  return { reply: { status, envelope: shown, outcome: Outcome.parse(own(envelope, 'outcome')), events } };
}

function statusOf({ ended }: Exchange): number | Finding {
  switch (ended.kind) {
    case 'replied':
      return 0;
    case 'broken':
      return finding('protocol-error', ended.reason);
    case 'exited':
      return ended.status <= 3
        ? ended.status
        : finding('crash', `the runtime exited with status ${ended.status}`);
    case 'signalled':
      return finding('crash', `the runtime was killed by ${ended.signal}`);
    case 'timed-out':
      return finding('timeout', `no answer within ${ended.afterMs} ms`);
    case 'flooded':
      return finding('protocol-error', `more than ${ended.limit} bytes on ${ended.stream}`);
    case 'not-driven':
      return finding('harness-error', `the runtime could not be asked: ${ended.reason}`);
  }
}

/** With `--json` a known verb prints its envelope; everything else is for people and not compared. */
function verbOfArgv(argv: readonly string[]): EnvelopeVerb | null {
  const [verb = ''] = argv;
  return argv.includes('--json') && Object.hasOwn(envelopes, verb) ? (verb as EnvelopeVerb) : null;
}

function readEnvelope(verb: EnvelopeVerb, text: string, status: number): Read {
  const value = parseLine(text.replace(/\r?\n$/, ''));
  if (!isJsonObject(value))
    return broken(`stdout is not one JSON object${text === '' ? ': it is empty' : ''}`);
  const wrong = envelopeFault(verb, value, status);
  if (wrong !== undefined) return { findings: [wrong] };
  return { reply: { status, envelope: value, outcome: Outcome.parse(own(value, 'outcome')), events: [] } };
}

/** Events as JSON Lines, and an envelope as the last line where something is wrong. */
function readLogs(text: string, status: number): Read {
  const lines = text === '' ? [] : text.replace(/\r?\n$/, '').split('\n');
  const values = lines.map(parseLine);
  const last = values.at(-1);
  const envelope = isJsonObject(last) && Object.hasOwn(last, 'contract') ? last : null;
  const read = readEvents(
    envelope === null ? values : values.slice(0, -1),
    (index) => `line ${index + 1} of stdout is not a JSON object`,
  );
  if ('findings' in read) return read;
  const { events } = read;
  const wrong = envelope === null ? exitFault('ok', status) : envelopeFault('logs', envelope, status);
  if (wrong !== undefined) return { findings: [wrong] };
  const outcome = envelope === null ? 'ok' : Outcome.parse(own(envelope, 'outcome'));
  return { reply: { status, envelope, outcome, events } };
}

function readEvents(
  values: readonly (Json | undefined)[],
  notAnObject: (index: number) => string,
): { readonly events: readonly JsonObject[] } | { readonly findings: readonly Finding[] } {
  const events: JsonObject[] = [];
  for (const [index, value] of values.entries()) {
    if (!isJsonObject(value)) return { findings: [finding('protocol-error', notAnObject(index))] };
    const parsed = AuditEvent.safeParse(value);
    if (!parsed.success)
      return { findings: [schemaFinding(parsed.error, value, `event ${index + 1} is no audit event`)] };
    events.push(value);
  }
  return { events };
}

function envelopeFault(
  verb: EnvelopeVerb,
  value: JsonObject,
  status: number,
  schema: z.ZodType<{ outcome: Outcome }> = envelopes[verb],
): Finding | undefined {
  const parsed = schema.safeParse(value);
  if (!parsed.success) return schemaFinding(parsed.error, value, `stdout is no ${verb} envelope`);
  const { outcome } = parsed.data;
  return exitFault(outcome, status) ?? problemsFault(outcome, own(value, 'problems') ?? null);
}

function exitFault(outcome: Outcome, status: number): Finding | undefined {
  const wanted = outcome === 'ok' ? 0 : 1;
  if (status === wanted) return undefined;
  const message = `outcome ${outcome} goes with exit status ${wanted}`;
  return { kind: 'protocol-error', check: 'exit', message, path: '', wanted, got: status };
}

/** `invalid` has at least one error to show, and nothing that loads has any. */
function problemsFault(outcome: Outcome, problems: Json): Finding | undefined {
  const errors = (isJsonArray(problems) ? problems : []).filter(
    (each) => own(each, 'severity') === 'error',
  ).length;
  if (outcome === 'invalid' && errors === 0)
    return finding('protocol-error', 'outcome invalid without an error among its problems');
  if (outcome === 'ok' && errors > 0)
    return finding('protocol-error', 'outcome ok with an error among its problems');
  return undefined;
}

function schemaFinding(error: z.ZodError, value: Json, message: string): Finding {
  const issue = deepest(error.issues);
  const extra = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
  const path = [...issue.path, ...extra];
  const got = path.reduce<Json | undefined>(
    (at, key) => (isJsonArray(at ?? null) ? (at as Json[])[Number(key)] : own(at, String(key))),
    value,
  );
  const said = extra.length > 0 ? 'the contract has no such field' : issue.message;
  return {
    kind: 'protocol-error',
    check: 'envelope',
    message: `${message}: ${said}`,
    path: showPath(path),
    ...(got === undefined ? {} : { got }),
  };
}

function deepest(issues: readonly z.core.$ZodIssue[]): z.core.$ZodIssue {
  const [first, ...others] = issues;
  if (first === undefined) throw new Error('a schema failed without an issue');
  return others.reduce((best, each) => (each.path.length > best.path.length ? each : best), first);
}

function broken(message: string): Read {
  return { findings: [finding('protocol-error', message)] };
}

function finding(kind: FindingKind, message: string): Finding {
  return { kind, check: kind === 'protocol-error' ? 'envelope' : 'process', message, path: '' };
}

/** JSON with nothing before or behind it. */
function parseLine(text: string): Json | undefined {
  try {
    return text === text.trim() ? (JSON.parse(text) as Json) : undefined;
  } catch {
    return undefined;
  }
}

function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
