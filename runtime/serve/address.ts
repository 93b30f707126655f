import type { ServeSettings } from '../model/workspace.ts';
import { isAddress } from './guard.ts';

/** True for an address that only this machine reaches. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

/** How an address stands in a URL. */
export function urlHost(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

const everyLoopbackName = ['localhost', '127.0.0.1', '[::1]'];

/** What a request may call this server. One that listens to other machines is reached under any address of its machine. */
export function knownHosts(
  host: string,
  { allowedHosts }: Pick<ServeSettings, 'allowedHosts'>,
): { readonly hosts: ReadonlySet<string>; readonly anyAddress: boolean } {
  const own = urlHost(host.toLowerCase());
  const isWildcard = own === '0.0.0.0' || own === '[::]';
  return {
    hosts: new Set([...everyLoopbackName, ...(isWildcard ? [] : [own]), ...allowedHosts]),
    anyAddress: !isLoopback(host) && (isWildcard || isAddress(own)),
  };
}
