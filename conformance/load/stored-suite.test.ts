import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { caseDigest } from './case-digest.ts';
import { loadSuite } from './load-suite.ts';
import { restoreSuite, storeSuite } from './stored-suite.ts';
import { readSuiteFiles, type SuiteFiles } from './suite-files.ts';

const given = `title: A fixture is read
clauses: [a.clause]
requires: [packs]
why: Two suites differ by their fixtures too.
matrix: { one: { n: a }, two: { n: b } }
given: { fixture: valid, env: { N: '@{n}' }, packs: [{ a: .nan, b: .inf, c: -.inf, d: -0.0 }] }
steps: [{ validate: {}, expect: { outcome: ok } }]
`;

function filesOf(more: Readonly<Record<string, string>> = {}): SuiteFiles {
  const folder = temporaryFolder({
    'requirements.yaml':
      '- { id: a.clause, level: MUST, capability: packs, from: [note], text: A case that stands in two suites. }\n',
    'cases/a/case.yaml': given,
    'fixtures/valid/workspace.yaml': 'kind: Workspace',
    ...more,
  });
  return readSuiteFiles({ folder, fixtures: join(folder, 'fixtures') });
}

describe('a stored suite', () => {
  it('is the suite that the files make', () => {
    const files = filesOf();
    const { suite, problems } = loadSuite(files);
    expect(problems).toEqual([]);
    expect(restoreSuite(storeSuite(suite), files)).toStrictEqual(suite);
  });

  it.each<[string, Readonly<Record<string, string>>]>([
    ['a case', { 'cases/a/case.yaml': `${given}timeout_seconds: 3\n` }],
    ['a fixture', { 'fixtures/valid/workspace.yaml': 'kind: Other' }],
    ['a file that is no case', { 'cases/a/case.yml': given }],
  ])('holds no longer once %s is another', (_, change) => {
    const text = storeSuite(loadSuite(filesOf()).suite);
    expect(restoreSuite(text, filesOf(change))).toBeUndefined();
  });
});

it('a case is another when the fixture is that it starts from', () => {
  const digests = (files: SuiteFiles) => loadSuite(files).suite.cases.map(caseDigest);
  const before = digests(filesOf());
  expect(digests(filesOf({ 'fixtures/other/a.txt': 'x' }))).toEqual(before);
  const after = digests(filesOf({ 'fixtures/valid/a.txt': 'x' }));
  expect(after.every((digest, index) => digest !== before[index])).toBe(true);
});
