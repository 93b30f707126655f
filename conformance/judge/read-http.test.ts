import { describe, expect, it } from 'vitest';
import type { Ended, Exchange, Request } from '../drive/exchange.ts';
import { readReply } from './read-reply.ts';

function exchange(parts: Partial<Exchange> & { readonly text?: string }): Exchange {
  const { text = '', ...others } = parts;
  return {
    argv: [],
    stdin: null,
    stdout: Buffer.from(text),
    stderr: new Uint8Array(),
    ended: { kind: 'replied' },
    durationMs: 1,
    pid: null,
    ...others,
  };
}

function read(status: number, type: string, text: string) {
  const answer = { status, headers: new Map([['content-type', type]]) };
  return readReply({ verb: 'http', params: {} }, exchange({ answer, text }));
}

const details = {
  type: 'about:blank',
  title: 'Not Found',
  status: 404,
  detail: 'no',
  code: 'request.unknown-job',
  hint: null,
};
const problem = (fields: object = {}) => JSON.stringify({ ...details, ...fields });
const problemType = 'application/problem+json';

describe('what comes over HTTP', () => {
  it('is status, headers and body', () => {
    expect(read(202, 'application/json', '{"job_id":"x"}')).toEqual({
      reply: {
        status: 202,
        outcome: 'ok',
        events: [],
        envelope: { status: 202, headers: { 'content-type': 'application/json' }, body: { job_id: 'x' } },
      },
    });
    expect(read(200, 'text/event-stream', 'id: 1')).toMatchObject({ reply: { envelope: { body: 'id: 1' } } });
    expect(read(404, problemType, problem())).toMatchObject({ reply: { status: 404, outcome: null } });
  });

  it.each([
    ['a refusal that is no problem', 404, 'application/json', problem()],
    ['a page of an error', 500, 'text/html', '<h1>500</h1>'],
    ['a problem of another status', 403, problemType, problem()],
    ['a problem without a code', 404, problemType, problem({ code: undefined })],
    ['a problem with a code of its own', 404, problemType, problem({ code: 'request.nope' })],
    ['what is declared as JSON and is none', 200, 'application/json', '{'],
  ])('breaks the protocol with %s', (_, status, type, text) => {
    expect(read(status, type, text)).toMatchObject({ findings: [{ kind: 'protocol-error' }] });
  });

  it('is missing where the connection broke or the time was over', () => {
    const without = (ended: Ended) => readReply({ verb: 'http', params: {} }, exchange({ ended }));
    expect(without({ kind: 'broken', reason: 'gone' })).toMatchObject({
      findings: [{ kind: 'protocol-error' }],
    });
    expect(without({ kind: 'timed-out', afterMs: 1 })).toMatchObject({ findings: [{ kind: 'timeout' }] });
    expect(without({ kind: 'replied' })).toMatchObject({ findings: [{ message: 'there is no answer' }] });
  });
});

describe('a server that is started or stopped', () => {
  const at = (request: Request, parts: Parameters<typeof exchange>[0]) => readReply(request, exchange(parts));
  const serve: Request = { verb: 'serve', params: {} };
  const stop = (signal: 'SIGTERM' | 'SIGKILL'): Request => ({ verb: 'stop', params: { signal } });

  it('has its address for an envelope', () => {
    const text = 'http://127.0.0.1:1\nmore\n';
    expect(at(serve, { text })).toMatchObject({
      reply: { outcome: 'ok', envelope: { address: 'http://127.0.0.1:1' } },
    });
  });

  it('prints an envelope where it does not begin', () => {
    const error = {
      code: 'server.not-listening',
      severity: 'error',
      message: 'taken',
      path: null,
      line: null,
      column: null,
      pointer: null,
      hint: null,
      related: [],
    };
    const text = JSON.stringify({
      contract: '1',
      verb: 'serve',
      outcome: 'failed',
      problems: [error],
      error,
    });
    const ended = { kind: 'exited', status: 1 } as const;
    expect(at(serve, { text, ended })).toMatchObject({ reply: { outcome: 'failed' } });
    expect(at(serve, { text: '', ended })).toMatchObject({ findings: [{ kind: 'protocol-error' }] });
  });

  it('exits with 0 when it is asked to go, and may die only where it is killed', () => {
    expect(at(stop('SIGTERM'), { ended: { kind: 'exited', status: 0 } })).toMatchObject({
      reply: { outcome: 'ok' },
    });
    expect(at(stop('SIGTERM'), { ended: { kind: 'exited', status: 1 } })).toMatchObject({
      reply: { outcome: null },
    });
    const killed = { ended: { kind: 'signalled', signal: 'SIGTERM' } } as const;
    expect(at(stop('SIGTERM'), killed)).toMatchObject({ findings: [{ kind: 'crash' }] });
    expect(at(stop('SIGKILL'), { ended: { kind: 'signalled', signal: 'SIGKILL' } })).toMatchObject({
      reply: { outcome: 'ok' },
    });
  });
});
