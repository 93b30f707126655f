import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ModelTurn } from '../model/case.ts';
import type { Json } from '../model/json.ts';
import { completion, completionChunks } from './completion.ts';
import { readAsked } from './read-asked.ts';

/** The suite as a model: an OpenAI-compatible endpoint that says what a case has it say and keeps what it was told. */
export interface ModelServer {
  /** What a provider's `base_url` is to be. */
  readonly url: string;
  /** The turns to answer with, one a request, in order. Beyond the last, requests are refused. */
  script(turns: readonly ModelTurn[]): void;
  /** What was asked since the last time, in order. */
  takeAsked(): readonly Json[];
  close(): Promise<void>;
}

/** A request for a conversation is no longer than this. Bytes. */
const largestRequest = 32 * 1024 * 1024;

/** On loopback only, on a port of the system's choosing. */
export async function serveModel(): Promise<ModelServer> {
  let turns: readonly ModelTurn[] = [];
  let answered = 0;
  let asked: Json[] = [];
  const server = createServer(async (request, response) => {
    const body = await readBody(request);
    if (
      request.method !== 'POST' ||
      request.url?.endsWith('/chat/completions') !== true ||
      body === undefined
    ) {
      return refuse(response, 404, 'only POST .../chat/completions is answered here');
    }
    asked.push(readAsked(body));
    const turn = turns[answered];
    answered += 1;
    if (turn === undefined) return refuse(response, 400, 'the case has no turn left');
    answer(turn, answered, isStreamed(body), response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    script(next) {
      turns = next;
      answered = 0;
    },
    takeAsked() {
      const taken = asked;
      asked = [];
      return taken;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function answer(turn: ModelTurn, number: number, streamed: boolean, response: ServerResponse): void {
  if (turn.status !== undefined) {
    refuse(response, turn.status, turn.text ?? 'the case says so', turn.headers);
    return;
  }
  if (!streamed) {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(turn.cut === true ? '{"choices": [' : JSON.stringify(completion(turn, number)));
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const chunk of completionChunks(turn, number)) response.write(`data: ${JSON.stringify(chunk)}\n\n`);
  if (turn.cut === true) {
    // What is written has to be on its way before the connection goes.
    setTimeout(() => response.destroy(), 20);
    return;
  }
  response.end('data: [DONE]\n\n');
}

function refuse(
  response: ServerResponse,
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify({ error: { message, type: 'case' } }));
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Uint8Array).length;
    if (size > largestRequest) return undefined;
    chunks.push(chunk as Uint8Array);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    return undefined;
  }
}

function isStreamed(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'stream' in body && body.stream === true;
}
