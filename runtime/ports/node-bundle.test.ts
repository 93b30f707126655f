import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dirSync, setGracefulCleanup } from 'tmp-promise';
import { beforeEach, expect, it } from 'vitest';
import { codeCacheOf, loadBundle } from './node-bundle.ts';

setGracefulCleanup();
interface Answers {
  readonly answer: () => number;
}
const bundleOf = (answer: string) =>
  `(function (exports, require, module, __filename) { exports.answer = () => ${answer}; exports.file = __filename; })`;
let path: string;

beforeEach(() => {
  path = join(newFolder(), 'bundle.cjs');
  writeFileSync(path, bundleOf('41'));
});

function load() {
  return loadBundle<Answers>(path);
}

it('loads a bundle without a cache', () => {
  const { exports, script } = load();
  expect(exports).toMatchObject({ file: path });
  expect(exports.answer()).toBe(41);
  expect(script.cachedDataRejected).toBeUndefined();
});

it('takes a cache that was made of this very source', () => {
  writeCache();
  const { exports, script } = load();
  expect(script.cachedDataRejected).toBe(false);
  expect(exports.answer()).toBe(41);
});

it('passes over the cache of another source of the same length, which V8 alone would take', () => {
  writeCache();
  writeFileSync(path, bundleOf('42'));
  const { exports, script } = load();
  expect(script.cachedDataRejected).toBeUndefined();
  expect(exports.answer()).toBe(42);
});

it('compiles the source where V8 refuses the cache', () => {
  writeCache();
  const cache = readFileSync(`${path}.cache`);
  // behind the digest stands what V8 knows its own caches by
  writeFileSync(`${path}.cache`, cache.fill(0, 32, 64));
  const { exports, script } = load();
  expect(script.cachedDataRejected).toBe(true);
  expect(exports.answer()).toBe(41);
});

/** A copy with a cache, in a folder of its own: what one path has loaded, V8 keeps in memory, and asks for no cache. */
function writeCache(): void {
  const bundle = load();
  bundle.exports.answer();
  path = join(newFolder(), 'bundle.cjs');
  writeFileSync(path, bundleOf('41'));
  writeFileSync(`${path}.cache`, codeCacheOf(bundle));
}

function newFolder(): string {
  return dirSync({ unsafeCleanup: true }).name;
}
