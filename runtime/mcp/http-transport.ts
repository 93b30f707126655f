import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';

/** MCP over streamable HTTP. `onBytes` sees the size of everything that is read. */
export function httpTransport(
  url: string,
  headers: ReadonlyMap<string, string>,
  onBytes: (count: number) => void,
): Transport {
  return new StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers: Object.fromEntries(headers) },
    fetch: async (address, init) => counted(await fetch(address, init), onBytes),
  });
}

function counted(response: Response, onBytes: (count: number) => void): Response {
  if (response.body === null) return response;
  const body = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        onBytes(chunk.length);
        controller.enqueue(chunk);
      },
    }),
  );
  const { status, statusText, headers } = response;
  return new Response(body, { status, statusText, headers });
}
