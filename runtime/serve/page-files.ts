import { fileURLToPath } from 'node:url';
import type { Files } from '../ports/ports.ts';

/** A file of the page at `/`. */
export interface PageFile {
  readonly type: string;
  readonly text: string;
}

const types: ReadonlyMap<string, string> = new Map([
  ['html', 'text/html; charset=utf-8'],
  ['css', 'text/css; charset=utf-8'],
  ['js', 'text/javascript; charset=utf-8'],
]);

/** Beside this module where it runs from its source; in `page/` beside, or above, the chunk that it was bundled into. */
const folders = ['page', '../page'].map((each) => fileURLToPath(new URL(each, import.meta.url)));

/** The page by the paths that it is served under. Read once: what is asked for later is looked up here and never on disk. */
export function pageFiles(files: Files): ReadonlyMap<string, PageFile> {
  const folder = folders.find((each) => files.list(each)?.includes('index.html'));
  if (folder === undefined) throw new Error(`the page is missing (looked in ${folders.join(', ')})`);
  return new Map(
    (files.list(folder) ?? []).flatMap((name) => {
      const type = types.get(name.replace(/^.*\./, ''));
      const bytes = files.read(`${folder}/${name}`);
      if (type === undefined || bytes === undefined) return [];
      const path = name === 'index.html' ? '/' : `/page/${name}`;
      return [[path, { type, text: new TextDecoder().decode(bytes) }] as const];
    }),
  );
}

/**
 * Nothing from elsewhere, nothing inline, nothing that text could turn into: what agents and programs say is shown by this page, and
 * must never become part of it.
 */
export const pageHeaders = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; '),
  'cross-origin-opener-policy': 'same-origin',
} as const;
