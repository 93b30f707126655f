import { type IncomingMessage, request as open } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { matches } from '../judge/match.ts';
import type { HttpStep } from '../model/http-step.ts';
import type { Json } from '../model/json.ts';
import type { Ended, Exchange, HttpAnswer } from './exchange.ts';

/** Read of an answer, and sent of a body without end. Bytes. */
const answerLimit = 64 * 1024 * 1024;
const endlessLimit = 256 * 1024 * 1024;
const chunk = Buffer.alloc(64 * 1024, 'x');

interface Asked {
  readonly body: Uint8Array;
  readonly answer: HttpAnswer | null;
  readonly ended: Ended;
}

/** Milliseconds between two requests of `until`. */
const pauseMs = 25;

/**
 * How often a body without end is sent until an answer to it is read. A server that cuts it may close the connection while more is on the way,
 * and the reset that follows may overtake the answer (RFC 9112, 9.6).
 */
const endlessTries = 5;

/** A step's request, again until its `until` is met or its time is over, as an exchange: the body in `stdout`, the head for people in `stderr`. */
export async function askUntil(port: number, step: HttpStep, timeoutMs: number): Promise<Exchange> {
  if (step.after_ms !== undefined) await sleep(step.after_ms);
  const begun = performance.now();
  for (let tries = 1; ; tries += 1) {
    const asked = await askOnce(port, step, timeoutMs);
    const durationMs = performance.now() - begun;
    const isDone = isEnough(asked, step) && !(isCut(asked, step) && tries < endlessTries);
    if (isDone || durationMs > timeoutMs) return exchangeOf(port, step, asked, durationMs);
    await sleep(pauseMs);
  }
}

function isEnough({ body, ended }: Asked, { until }: HttpStep): boolean {
  return until === undefined || ended.kind !== 'replied' || matches(until, parse(body));
}

function isCut({ ended }: Asked, { endless }: HttpStep): boolean {
  return endless === true && ended.kind === 'broken';
}

function exchangeOf(
  port: number,
  step: HttpStep,
  { body, answer, ended }: Asked,
  durationMs: number,
): Exchange {
  return {
    argv: [step.method, `http://127.0.0.1:${port}${step.path}`],
    stdin: contentOf(step) ?? null,
    stdout: body,
    stderr: Buffer.from(answer === null ? '' : headText(answer)),
    ended,
    durationMs,
    pid: null,
    ...(answer === null ? {} : { answer }),
  };
}

function headText({ status, headers }: HttpAnswer): string {
  return [`HTTP ${status}`, ...[...headers].map(([name, value]) => `${name}: ${value}`)].join('\n');
}

function parse(body: Uint8Array): Json {
  const text = Buffer.from(body).toString();
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}

/**
 * One request, with nothing in it that the case does not say but its length. Never rejects: a server that closes the connection without an
 * answer has broken the protocol. An answer counts even where the server did not wait for the whole of the request.
 */
function askOnce(port: number, step: HttpStep, timeoutMs: number): Promise<Asked> {
  return new Promise((resolve) => {
    const nothing = new Uint8Array();
    const finish = (asked: Asked) => {
      clearTimeout(timer);
      resolve(asked);
      request.destroy();
    };
    const broken = (reason: string) =>
      finish({ body: nothing, answer: null, ended: { kind: 'broken', reason } });
    const timer = setTimeout(
      () => finish({ body: nothing, answer: null, ended: { kind: 'timed-out', afterMs: timeoutMs } }),
      timeoutMs,
    );
    let isAnswered = false;
    const request = open({
      host: '127.0.0.1',
      port,
      method: step.method,
      path: step.path,
      headers: headersOf(step, port),
      setHost: false,
      agent: false,
    });
    request.on('response', (response) => {
      isAnswered = true;
      void readAnswer(response).then(finish);
    });
    request.on('error', ({ message }) => {
      if (!isAnswered) broken(`the connection broke without an answer: ${message}`);
    });
    void sendBody(request, step, () => isAnswered);
  });
}

function headersOf(
  { headers, body, raw_body, endless, drip_ms }: HttpStep,
  port: number,
): Record<string, string> {
  const content = contentOf({ body, raw_body });
  const all: Record<string, string | null> = {
    host: `127.0.0.1:${port}`,
    ...(body === undefined && raw_body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(endless === true ? { 'transfer-encoding': 'chunked' } : {}),
    ...(content === undefined || drip_ms !== undefined ? {} : { 'content-length': String(content.length) }),
    ...headers,
  };
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  );
}

function contentOf({ body, raw_body }: Pick<HttpStep, 'body' | 'raw_body'>): Buffer | undefined {
  if (raw_body !== undefined) return Buffer.from(raw_body);
  return body === undefined ? undefined : Buffer.from(JSON.stringify(body));
}

type Sender = ReturnType<typeof open>;

async function sendBody(request: Sender, step: HttpStep, isAnswered: () => boolean): Promise<void> {
  const content = contentOf(step);
  if (step.endless === true) {
    for (let sent = 0; sent < endlessLimit && !isAnswered() && !request.destroyed; sent += chunk.length) {
      const isTaken = request.write(chunk);
      if (!isTaken) await Promise.race([new Promise((resolve) => request.once('drain', resolve)), sleep(20)]);
    }
  } else if (step.drip_ms !== undefined) {
    for (const byte of content ?? []) {
      if (isAnswered() || request.destroyed) return;
      request.write(Buffer.from([byte]));
      await sleep(step.drip_ms);
    }
  } else if (content !== undefined) request.write(content);
  if (!request.destroyed) request.end();
}

async function readAnswer(response: IncomingMessage): Promise<Asked> {
  const chunks: Buffer[] = [];
  let size = 0;
  const answer: HttpAnswer = {
    status: response.statusCode ?? 0,
    headers: new Map(Object.entries(response.headers).map(([name, value]) => [name, String(value)])),
  };
  const ended = { kind: 'replied' } as const;
  try {
    for await (const part of response as AsyncIterable<Buffer>) {
      size += part.length;
      if (size > answerLimit) {
        return {
          body: new Uint8Array(),
          answer,
          ended: { kind: 'flooded', stream: 'stdout', limit: answerLimit },
        };
      }
      chunks.push(part);
    }
    return { body: Buffer.concat(chunks), answer, ended };
  } catch (error) {
    const reason = `the answer broke off: ${error instanceof Error ? error.message : error}`;
    return { body: Buffer.concat(chunks), answer, ended: { kind: 'broken', reason } };
  }
}
