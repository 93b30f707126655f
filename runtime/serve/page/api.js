/** The key is kept for this tab and as long as it is open. */
let key = sessionStorage.getItem('key') ?? '';

/** @param {string} value */
export function useKey(value) {
  key = value;
  sessionStorage.setItem('key', value);
}

/** What the server says in place of an answer. */
export class Refused extends Error {
  /**
   * @param {number} status
   * @param {string} detail
   */
  constructor(status, detail) {
    super(detail);
    this.status = status;
  }
}

/**
 * @param {string} path
 * @param {RequestInit} [init]
 * @returns {Promise<Response>}
 */
async function ask(path, init = {}) {
  const headers = new Headers(init.headers);
  if (key !== '') headers.set('authorization', `Bearer ${key}`);
  const response = await fetch(path, { ...init, headers });
  if (response.ok) return response;
  const problem = await response.json().catch(() => ({}));
  throw new Refused(response.status, [problem.detail, problem.hint].filter(Boolean).join('; '));
}

/**
 * @param {string} path
 * @returns {Promise<any>}
 */
export async function read(path) {
  return (await ask(path)).json();
}

/**
 * @param {string} path
 * @param {object} [body]
 * @returns {Promise<any>}
 */
export async function send(path, body = {}) {
  const headers = { 'content-type': 'application/json' };
  return (await ask(path, { method: 'POST', headers, body: JSON.stringify(body) })).json();
}

/**
 * Server-sent events, read by hand: an EventSource can bring no key.
 * @param {string} path
 * @param {{ lastEventId: string, signal: AbortSignal }} options
 * @param {(event: { id: string, type: string, data: any }) => void} onEvent
 */
export async function stream(path, { lastEventId, signal }, onEvent) {
  const headers = lastEventId === '' ? undefined : { 'last-event-id': lastEventId };
  const response = await ask(path, { signal, ...(headers === undefined ? {} : { headers }) });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (let part = await reader?.read(); part !== undefined && !part.done; part = await reader?.read()) {
    const blocks = (text + part.value).split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const fields = new Map(block.split('\n').map((line) => cut(line)));
      const data = fields.get('data');
      if (data !== undefined) {
        onEvent({ id: fields.get('id') ?? '', type: fields.get('event') ?? '', data: JSON.parse(data) });
      }
    }
  }
}

/**
 * `name: value` in two. JSON has no line breaks in it, so each field is one line.
 * @param {string} line
 * @returns {[string, string]}
 */
function cut(line) {
  const at = line.indexOf(':');
  return [line.slice(0, at), line.slice(at + 2)];
}
