import { resolve } from 'node:path';
import { bad, ok, type Result } from '../model/problem.ts';
import type { Files } from '../ports/ports.ts';
import { largestAttachment, type PathSource } from './attachment.ts';
import { empty, refused, tooLarge } from './refusals.ts';

/**
 * Who names the paths. A person's are looked for in the current folder, then in the workspace, and may lead anywhere that the person may read; those
 * of a request are relative to the workspace and may not leave it, symbolic links resolved. Both folders absolute.
 */
export type Door =
  | { readonly kind: 'person'; readonly cwd: string; readonly workspace: string }
  | { readonly kind: 'request'; readonly workspace: string };

/**
 * The bytes of a regular file within the limit. Codes: `attachment.not-found`, `attachment.escapes-workspace`, `attachment.not-a-file`,
 * `attachment.too-large`, `attachment.empty`.
 */
export function readPath(source: PathSource, door: Door, files: Files): Result<Uint8Array> {
  const located =
    door.kind === 'person' ? locate(source, door, files) : confine(source, door.workspace, files);
  return located.ok ? readFile(source, located.value, files) : located;
}

function locate(
  { path, at }: PathSource,
  { cwd, workspace }: Extract<Door, { kind: 'person' }>,
  files: Files,
): Result<string> {
  const found =
    path === ''
      ? undefined
      : [resolve(cwd, path), resolve(workspace, path)].find((each) => files.status(each));
  if (found !== undefined) return ok(found);
  return bad(
    refused('attachment.not-found', path, 'is not there', at, `looked for in ${cwd} and in ${workspace}`),
  );
}

/** What lies outside is refused before the disk is asked about it: an answer would tell what is there. */
function confine({ path, at }: PathSource, workspace: string, files: Files): Result<string> {
  const escapes = refused(
    'attachment.escapes-workspace',
    path,
    'escapes the workspace',
    at,
    'workspace-relative paths only, with symbolic links followed; or send the file as data',
  );
  const lexical = resolve(workspace, path);
  if (!lies(lexical, resolve(workspace))) return bad(escapes);
  const [real, root] = [files.real(lexical), files.real(workspace)];
  if (path === '' || real === undefined || root === undefined)
    return bad(
      refused('attachment.not-found', path, 'is not there', at, 'paths are relative to the workspace'),
    );
  return lies(real, root) ? ok(real) : bad(escapes);
}

/** In the folder or the folder itself. A sibling whose name begins alike is neither. */
function lies(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
}

/** One byte past the limit is enough to know; a file that grows, or says of itself that it is empty (`/proc`), is cut nowhere else. */
function readFile({ path, at }: PathSource, location: string, files: Files): Result<Uint8Array> {
  const status = files.status(location);
  if (status?.kind === 'directory')
    return bad(refused('attachment.not-a-file', path, 'is a folder, not a file', at));
  if (status !== undefined && status.kind !== 'file') return bad(notRegular(path, at));
  if (status !== undefined && status.size > largestAttachment) return bad(tooLarge(path, status.size, at));
  const read = files.readRegular(location, largestAttachment + 1);
  if (read.kind === 'other') return bad(notRegular(path, at));
  if (read.kind === 'unreadable')
    return bad(refused('attachment.not-found', path, `cannot be read: ${read.reason}`, at));
  if (read.bytes.length > largestAttachment) return bad(tooLarge(path, undefined, at));
  return read.bytes.length === 0 ? bad(empty(path, at)) : ok(read.bytes);
}

function notRegular(path: string, at: string | null) {
  return refused('attachment.not-a-file', path, 'is a pipe, a socket or a device, not a file', at);
}
