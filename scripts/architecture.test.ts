import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { dirSync } from 'tmp-promise';
import { describe, expect, test } from 'vitest';
import { findBreaches, importsOf } from './architecture.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

describe('the layout', () => {
  test('keeps the runtime and the kit apart, and the world outside behind the ports', () => {
    expect(findBreaches(root)).toEqual([]);
  });

  test.each([
    ['conformance/judge/x.ts', "import { call } from '../../runtime/pipeline/call.ts';"],
    ['runtime/load/x.ts', "const kit = await import('../../conformance/run.ts');"],
    ['runtime/execute/x.ts', "import { readFileSync } from 'node:fs';"],
    ['runtime/execute/x.ts', "import 'execa';"],
  ])('is seen to be broken by %s: %s', (file, text) => {
    const { name } = dirSync({ unsafeCleanup: true });
    mkdirSync(join(name, file, '..'), { recursive: true });
    writeFileSync(join(name, file), text);
    expect(findBreaches(name)).toHaveLength(1);
  });

  test('reads imports of every form', () => {
    const text = `import a from './a.ts';\nimport type { B } from "./b.ts";\nexport { c } from './c.ts';\nimport './d.ts';\nawait import('./e.ts');\nimport {\n  f,\n} from './f.ts';`;
    expect(importsOf(text)).toEqual(['./a.ts', './b.ts', './c.ts', './d.ts', './e.ts', './f.ts']);
  });
});
