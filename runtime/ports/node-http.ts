import { createServer, type IncomingMessage, STATUS_CODES } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';

/** What a `Request` no longer shows: the target as it was sent, before anybody made it tidy, and every Host that came. */
export interface RequestHead {
  readonly target: string;
  readonly hosts: readonly string[];
}

/** What stands behind an address. */
export interface HttpDoor {
  answer(request: Request, head: RequestHead): Response | Promise<Response>;
  /** For what came and is no request: 400, 408 or 431. The body and its media type. */
  unreadable(status: number): { readonly type: string; readonly body: string };
}

export interface Listening {
  readonly port: number;
  /** Takes no further connection, and settles when those there are have closed. Idle ones close at once. */
  close(): Promise<void>;
  /** Closes what is still open, answered or not. */
  abandon(): void;
}

/** Connections at once. Further ones are closed before a byte of theirs is read. */
const mostConnections = 1024;
/** Milliseconds in which the head of a request has to arrive. */
const headTimeoutMs = 10_000;

/**
 * Listens on an address. `requestTimeoutMs` is a bound on the whole of a request, behind whatever the door allows by itself. Rejects with
 * the operating system's error where the address cannot be had.
 */
export function listen(
  door: HttpDoor,
  {
    host,
    port,
    requestTimeoutMs,
  }: Readonly<Record<'host', string> & Record<'port' | 'requestTimeoutMs', number>>,
): Promise<Listening> {
  const listener = getRequestListener(
    (request, { incoming }) => door.answer(request, headOf(incoming as IncomingMessage)),
    {
      overrideGlobalObjects: false,
      errorHandler: () => {
        const { type, body } = door.unreadable(400);
        return new Response(body, { status: 400, headers: { 'content-type': type, connection: 'close' } });
      },
    },
  );
  const server = createServer(
    {
      requestTimeout: requestTimeoutMs,
      headersTimeout: Math.min(headTimeoutMs, requestTimeoutMs),
      connectionsCheckingInterval: 1000,
    },
    (incoming, outgoing) => void listener(incoming, outgoing),
  );
  server.maxConnections = mostConnections;
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    refuse(socket as Socket, statusOf(error.code), door);
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve({
        port: (server.address() as AddressInfo).port,
        close: () => new Promise((closed) => server.close(() => closed())),
        abandon: () => server.closeAllConnections(),
      });
    });
  });
}

function headOf(incoming: IncomingMessage): RequestHead {
  return { target: incoming.url ?? '', hosts: incoming.headersDistinct.host ?? [] };
}

function statusOf(code: string | undefined): number {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408;
  return code === 'HPE_HEADER_OVERFLOW' ? 431 : 400;
}

/** Only where nothing was answered yet: in the midst of an answer there is no telling what the bytes would be taken for. */
function refuse(socket: Socket, status: number, door: HttpDoor): void {
  if (!socket.writable || socket.bytesWritten > 0) {
    socket.destroy();
    return;
  }
  const { type, body } = door.unreadable(status);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `Content-Type: ${type}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
