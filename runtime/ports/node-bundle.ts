import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Script } from 'node:vm';

/** A bundle in memory, and the script that it came from: its code cache is made from what has been compiled by then. */
export interface LoadedBundle<Exports> {
  readonly exports: Exports;
  readonly script: Script;
  /** Digest of the source, which a cache begins with. */
  readonly digest: Buffer;
}

const digestBytes = 32;

/**
 * Loads a bundle that is one function expression, `(function (exports, require, module, __filename) {...})`, with the code cache beside
 * it where there is one. Compiling is two thirds of what a short process does. A cache that another Node wrote is refused by V8, which
 * looks only at the length of the source; so the digest of the source is checked here. Without a cache it is all the same, only slower.
 * Nothing is ever written.
 */
export function loadBundle<Exports>(path: string): LoadedBundle<Exports> {
  const bytes = readFileSync(path);
  const digest = createHash('sha256').update(bytes).digest();
  const cachedData = readCache(`${path}.cache`, digest);
  // The bundler escapes what is not ASCII, and V8 keeps such text in one byte for each character.
  const script = new Script(bytes.toString('latin1'), {
    filename: path,
    ...(cachedData === undefined ? {} : { cachedData }),
  });
  const module = { exports: {} };
  script.runInThisContext()(module.exports, createRequire(path), module, path);
  return { exports: module.exports as Exports, script, digest };
}

/** What stands in the file of the cache. Call it once the bundle has done what it is usually asked for. */
export function codeCacheOf({ script, digest }: LoadedBundle<unknown>): Buffer {
  return Buffer.concat([digest, script.createCachedData()]);
}

function readCache(path: string, digest: Buffer): Buffer | undefined {
  try {
    const bytes = readFileSync(path);
    return digest.equals(bytes.subarray(0, digestBytes)) ? bytes.subarray(digestBytes) : undefined;
  } catch {
    return undefined;
  }
}
