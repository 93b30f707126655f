import { describe, expect, it } from 'vitest';
import type { Ended } from '../drive/exchange.ts';
import type { Verb } from '../model/case.ts';
import { callEnvelopes, exited, fakeExchange, okEnvelope, problem } from '../testing/fake-exchange.ts';
import { readReply } from './read-reply.ts';

function read(verb: Verb, stdout: unknown, ended: Ended = exited(0), argv: readonly string[] = []) {
  return readReply({ verb, params: { argv } }, fakeExchange(stdout, ended));
}

function findingOf(...args: Parameters<typeof read>) {
  const result = read(...args);
  if ('reply' in result) throw new Error('it was taken for a reply');
  return result.findings[0];
}

function replyOf(...args: Parameters<typeof read>) {
  const result = read(...args);
  if ('findings' in result) throw new Error(result.findings[0]?.message);
  return result.reply;
}

describe('how a process ended', () => {
  it.each<[Ended, string, RegExp]>([
    [exited(4), 'crash', /exited with status 4/],
    [exited(139), 'crash', /status 139/],
    [{ kind: 'signalled', signal: 'SIGSEGV' }, 'crash', /killed by SIGSEGV/],
    [{ kind: 'timed-out', afterMs: 20 }, 'timeout', /within 20 ms/],
    [{ kind: 'flooded', stream: 'stderr', limit: 9 }, 'protocol-error', /more than 9 bytes on stderr/],
    [{ kind: 'not-driven', reason: 'ENOENT' }, 'harness-error', /ENOENT/],
  ])('%j is a %s, whatever stdout says', (ended, kind, message) => {
    expect(findingOf('validate', okEnvelope, ended)).toMatchObject({
      kind,
      message: expect.stringMatching(message),
    });
  });

  it.each([2, 3])('status %i needs no envelope', (status) => {
    expect(replyOf('validate', 'usage: ...', exited(status))).toMatchObject({
      status,
      envelope: null,
      outcome: null,
    });
  });
});

describe('an envelope', () => {
  it('is taken with one newline or none, also over several lines', () => {
    for (const stdout of [JSON.stringify(okEnvelope), `${JSON.stringify(okEnvelope, null, 2)}\n`]) {
      expect(replyOf('validate', stdout).outcome).toBe('ok');
    }
  });

  it.each([
    ['nothing', ''],
    ['text before', `warning: x\n${JSON.stringify(okEnvelope)}`],
    ['text behind', `${JSON.stringify(okEnvelope)}\nbye`],
    ['two of them', `${JSON.stringify(okEnvelope)}\n${JSON.stringify(okEnvelope)}\n`],
    ['half of one', JSON.stringify(okEnvelope).slice(0, 20)],
    ['an empty line behind', `${JSON.stringify(okEnvelope)}\n\n`],
    ['a byte order mark', `\ufeff${JSON.stringify(okEnvelope)}`],
    ['another kind of JSON', '[]'],
  ])('is not %s', (_, stdout) => {
    expect(findingOf('validate', stdout)).toMatchObject({ kind: 'protocol-error', check: 'envelope' });
  });

  it('is UTF-8', () => {
    const exchange = { ...fakeExchange(''), stdout: Buffer.from([0xff]) };
    expect(readReply({ verb: 'validate', params: {} }, exchange)).toMatchObject({
      findings: [{ message: 'stdout is not UTF-8' }],
    });
  });

  it.each<[string, object, string]>([
    ['a field that the contract does not name', { ...okEnvelope, surprise: 1 }, 'surprise'],
    ['another verb', { ...okEnvelope, verb: 'resolve' }, 'verb'],
    ['another contract', { ...okEnvelope, contract: 1 }, 'contract'],
    ['an outcome of its own', { ...okEnvelope, outcome: 'error' }, 'outcome'],
    [
      'a problem without a hint',
      { ...okEnvelope, problems: [{ ...problem('schema.range'), hint: undefined }] },
      'problems[0].hint',
    ],
    ['a code of its own', { ...okEnvelope, problems: [problem('my.code')] }, 'problems[0].code'],
  ])('has no %s', (_, envelope, path) => {
    expect(findingOf('validate', envelope)).toMatchObject({ kind: 'protocol-error', path });
  });

  it('goes with an exit status that says the same', () => {
    expect(findingOf('validate', okEnvelope, exited(1))).toMatchObject({ check: 'exit', wanted: 0, got: 1 });
    expect(findingOf('call', callEnvelopes.denied(), exited(0))).toMatchObject({
      check: 'exit',
      wanted: 1,
      got: 0,
    });
    expect(replyOf('call', callEnvelopes.denied(), exited(1)).outcome).toBe('denied');
  });

  it('shows an error exactly where it is invalid', () => {
    const invalid = { ...okEnvelope, outcome: 'invalid' };
    expect(findingOf('validate', invalid, exited(1))?.message).toContain('without an error');
    expect(findingOf('validate', { ...okEnvelope, problems: [problem('schema.range')] })?.message).toContain(
      'ok with an error',
    );
    const warned = {
      ...okEnvelope,
      problems: [problem('command-pack.no-requires', { severity: 'warning' })],
    };
    expect(replyOf('validate', warned).outcome).toBe('ok');
  });

  it('of a call has output, refusal or error, as its outcome says', () => {
    const { output: _, ...without } = callEnvelopes.ok();
    expect(findingOf('call', without)).toMatchObject({ path: 'output' });
    expect(findingOf('call', { ...callEnvelopes.failed(), refusal: {} }, exited(1))).toMatchObject({
      path: 'refusal',
    });
  });
});

describe('logs', () => {
  const event = {
    event_id: 'e1',
    event_type: 'policy.decision',
    timestamp: '2026-01-31T12:00:00.000Z',
    run_id: 'run-1',
    agent_id: 'root',
    skill_id: 's',
    action: 'command:call:a:b',
    decision: { allowed: true, code: null, reason: 'cautious', tier: 'cautious' },
    payload: { provider: 'command' },
  };
  const lines = (...values: unknown[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('');

  it('are one event a line, or nothing at all', () => {
    expect(replyOf('logs', lines(event, event))).toMatchObject({
      outcome: 'ok',
      events: [event, event],
      envelope: null,
    });
    expect(replyOf('logs', '')).toMatchObject({ outcome: 'ok', events: [] });
  });

  it('end in an envelope where something is wrong', () => {
    const failed = { contract: '1', verb: 'logs', outcome: 'failed', problems: [] };
    expect(replyOf('logs', lines(event, failed), exited(1))).toMatchObject({
      outcome: 'failed',
      events: [event],
    });
    const invalid = { ...failed, outcome: 'invalid', problems: [problem('workspace.not-found')] };
    expect(replyOf('logs', lines(invalid), exited(1))).toMatchObject({ outcome: 'invalid', events: [] });
  });

  it('are refused where a line is no event, or the status says something else', () => {
    expect(findingOf('logs', lines(event, { ...event, extra: 1 }))).toMatchObject({ path: 'extra' });
    expect(findingOf('logs', `${lines(event)}text\n`)?.message).toBe('line 2 of stdout is not a JSON object');
    expect(findingOf('logs', lines(event), exited(1))).toMatchObject({ check: 'exit' });
  });
});

describe('any command line', () => {
  it('is held to the envelope of its verb with --json, and to nothing but its status without', () => {
    expect(replyOf('argv', okEnvelope, exited(0), ['validate', '.', '--json']).outcome).toBe('ok');
    expect(findingOf('argv', 'fine', exited(0), ['validate', '.', '--json'])).toMatchObject({
      kind: 'protocol-error',
    });
    expect(replyOf('argv', 'fine', exited(0), ['--help'])).toMatchObject({ outcome: 'ok', envelope: null });
    expect(replyOf('argv', 'no', exited(1), ['validate', '.'])).toMatchObject({ outcome: null, status: 1 });
  });
});

describe('a reply in a session', () => {
  const replied: Ended = { kind: 'replied' };
  const ok = { ...okEnvelope };
  const event = {
    event_id: 'evt-1',
    event_type: 'policy.decision',
    timestamp: '2026-01-31T12:00:00.000Z',
    run_id: 'run-1',
    agent_id: 'root',
    skill_id: 's',
    action: 'command:call:a:b',
    decision: { allowed: true, code: null, reason: 'x', tier: 'open' },
    payload: { provider: 'command', container: 'a', member: 'b', effects: 'read' },
  };
  const logs = (fields: object) => ({
    id: 1,
    envelope: { contract: '1', verb: 'logs', problems: [], ...fields },
  });

  it('holds the envelope of its verb, and the status that goes with its outcome', () => {
    expect(replyOf('validate', { id: 1, envelope: ok }, replied)).toMatchObject({ status: 0, outcome: 'ok' });
    const denied = replyOf('call', { id: 1, envelope: callEnvelopes.denied() }, replied);
    expect(denied).toMatchObject({ status: 1, outcome: 'denied' });
  });

  it.each<[Verb, unknown, RegExp]>([
    ['validate', { id: 1 }, /without an envelope/],
    ['validate', { id: 1, envelope: [] }, /without an envelope/],
    ['validate', { id: 1, envelope: ok, more: 1 }, /no field "more"/],
    ['validate', { id: 1, envelope: { ...ok, more: 1 } }, /no such field/],
    ['call', { id: 1, envelope: ok }, /no call envelope/],
    ['validate', { id: 1, envelope: { ...ok, events: [] } }, /no such field/],
    ['logs', logs({ outcome: 'ok' }), /no list of events/],
    ['logs', logs({ outcome: 'ok', events: [{}] }), /event 1 is no audit event/],
    ['logs', logs({ outcome: 'ok', events: [7] }), /event 1 is no audit event/],
    ['logs', logs({ outcome: 'denied', events: [] }), /no logs envelope/],
    ['argv', { id: 1, envelope: ok }, /no command lines/],
  ])('(%s) is a protocol error where it holds something else', (verb, reply, message) => {
    const finding = findingOf(verb, reply, replied);
    expect(finding?.kind).toBe('protocol-error');
    expect(finding?.message).toMatch(message);
  });

  it('carries the events of logs in its envelope, and reads as logs does on its own', () => {
    const reply = replyOf('logs', logs({ outcome: 'ok', events: [event] }), replied);
    expect(reply).toMatchObject({ status: 0, outcome: 'ok', envelope: null, events: [event] });
    const torn = logs({ outcome: 'failed', events: [event] });
    expect(replyOf('logs', torn, replied)).toMatchObject({ status: 1, outcome: 'failed', events: [event] });
    const invalid = logs({ outcome: 'invalid', problems: [problem('workspace.not-found')] });
    expect(replyOf('logs', invalid, replied)).toMatchObject({ status: 1, outcome: 'invalid', events: [] });
  });

  it('that never came is what the session says of itself', () => {
    const broken: Ended = { kind: 'broken', reason: 'the session closed its stdout' };
    expect(findingOf('validate', '', broken)).toMatchObject({
      kind: 'protocol-error',
      message: 'the session closed its stdout',
    });
  });
});
