import { createHash, timingSafeEqual } from 'node:crypto';
import type { RequestHead } from '../ports/node-http.ts';
import type { HttpProblem } from './reply-problem.ts';

/** What a request has to show before anything is done for it. */
export interface GuardSettings {
  /** Names and addresses of this server, in lower case, without a port. */
  readonly hosts: ReadonlySet<string>;
  /** Any address will do as a Host, for a server that is reached under many: only a name can be bent to another address. */
  readonly anyAddress: boolean;
  /** `undefined` where no key is asked for. */
  readonly key: (() => string | undefined) | undefined;
}

/**
 * The door's own checks, which need no body, in order: the Host is one of ours (or a page could have its own name lead here: DNS
 * rebinding), the Origin is the server itself (a browser says where a page's request comes from), and the target is spelled plainly.
 */
export function guard(request: Request, head: RequestHead, settings: GuardSettings): HttpProblem | undefined {
  return foreignHost(head, settings) ?? foreignOrigin(request, head) ?? oddTarget(head);
}

function foreignHost(
  { hosts }: RequestHead,
  { hosts: known, anyAddress }: GuardSettings,
): HttpProblem | undefined {
  const [host, ...others] = hosts;
  const name = host === undefined ? undefined : nameOf(host);
  const isKnown = name !== undefined && (known.has(name) || (anyAddress && isAddress(name)));
  if (isKnown && others.length === 0) return undefined;
  return {
    code: 'request.foreign-host',
    detail: 'the Host of the request is none of the names of this server',
    hint: `it answers to ${[...known].join(', ')}; more go into server.allowed_hosts of workspace.yaml`,
  };
}

/** `name:port` or `[address]:port` without the port, in lower case; `undefined` where it is neither. */
export function nameOf(host: string): string | undefined {
  return /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d{1,5})?$/.exec(host.toLowerCase())?.[1];
}

export function isAddress(name: string): boolean {
  return name.startsWith('[') || /^\d{1,3}(\.\d{1,3}){3}$/.test(name);
}

function foreignOrigin(request: Request, { hosts }: RequestHead): HttpProblem | undefined {
  const origin = request.headers.get('origin');
  const own = hosts.flatMap((host) => [`http://${host}`, `https://${host}`]);
  if (origin === null || own.includes(origin)) return undefined;
  return {
    code: 'request.foreign-origin',
    detail: 'the request comes from a page of another origin',
    hint: 'only pages of this server may speak to it; programs send no Origin',
  };
}

/**
 * Everything here is named in plain letters. What has escapes, dot segments or doubled slashes in it is nobody's name, and is refused
 * before a library makes it one.
 */
const plainPath = /^\/(?:[A-Za-z0-9_-][A-Za-z0-9._-]*(?:\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*)?$/;

function oddTarget({ target }: RequestHead): HttpProblem | undefined {
  return plainPath.test(target.split('?', 1)[0] ?? '') ? undefined : unknownPath;
}

export const unknownPath: HttpProblem = {
  code: 'request.unknown-path',
  detail: 'there is nothing under this path',
  hint: 'GET /openapi.json lists what there is',
};

/** The key as `Authorization: Bearer KEY` or `X-API-Key: KEY`. How long it takes says nothing of how much of it is right. */
export function unauthorized(request: Request, { key }: GuardSettings): HttpProblem | undefined {
  if (key === undefined) return undefined;
  const bearer = /^Bearer +(\S+) *$/i.exec(request.headers.get('authorization') ?? '')?.[1];
  const brought = bearer ?? request.headers.get('x-api-key');
  const wanted = key();
  if (brought != null && wanted !== undefined && timingSafeEqual(digest(brought), digest(wanted)))
    return undefined;
  return {
    code: 'request.unauthorized',
    detail:
      brought == null ? 'the request brings no key' : 'the key of the request is not the one of this server',
    hint: 'send it as Authorization: Bearer KEY, or as X-API-Key: KEY',
    headers: { 'www-authenticate': 'Bearer' },
  };
}

/** Of one length, whatever is compared. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
