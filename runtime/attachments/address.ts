import type { Problem } from '../model/problem.ts';
import { refused } from './refusals.ts';

/** `scheme://`, `//host`, and the schemes that need no slashes; white space before it and capitals change nothing. */
const address = /^\s*(?:[a-z][a-z0-9+.-]*:\/\/|\/\/|\\\\|(?:data|file|https?|ftps?|blob):)/i;

/** Whether a text that should be a path, or the content of a file, is where something could be fetched from. */
export function looksLikeAddress(text: string): boolean {
  return address.test(text.slice(0, longestLook));
}

/** A file's content may be megabytes, and an address shows at its beginning. */
const longestLook = 200;

export function urlRefused(name: string, at: string | null): Problem {
  return refused(
    'attachment.url-refused',
    name,
    'is a URL: the runtime does not fetch caller-supplied addresses',
    at,
    'attach a file; one that is really called so goes with ./ before its name',
  );
}
