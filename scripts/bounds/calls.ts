/** One call to measure: a bundled read with its arguments, over one kind of input. */
export interface MeasuredCall {
  readonly name: string;
  readonly input: 'small' | 'large' | 'pathological';
  /** A focused question, or everything there is. */
  readonly shape: 'answer' | 'dump';
  readonly arguments: Readonly<Record<string, string | number>>;
}

type Row = readonly [
  name: string,
  input: MeasuredCall['input'],
  shape: MeasuredCall['shape'],
  values: MeasuredCall['arguments'],
];

/** A tree that is as deep as it gets; what has no end is ended by the bounds. */
const endless = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n';

const rows: readonly Row[] = [
  ['json-tools/query', 'small', 'answer', { filter: '.[0].name', file: 'small.json' }],
  ['json-tools/query', 'large', 'answer', { filter: 'map(.size) | add', file: 'large.json' }],
  ['json-tools/query', 'large', 'dump', { filter: '.[]', file: 'large.json' }],
  ['json-tools/query', 'pathological', 'dump', { filter: 'range(infinite)', file: 'small.json' }],
  ['json-tools/query', 'pathological', 'answer', { filter: '[recurse] | length', file: 'deep.json' }],
  ['json-tools/keys', 'large', 'answer', { file: 'large.json' }],
  ['json-tools/validate', 'large', 'answer', { file: 'large.json' }],
  ['json-tools/format', 'large', 'dump', { file: 'large.json' }],
  ['text-tools/search', 'small', 'answer', { pattern: '^name', path: 'small.txt' }],
  ['text-tools/search', 'large', 'answer', { pattern: 'line 4242$', path: '.' }],
  ['text-tools/search', 'large', 'dump', { pattern: 'line', path: 'large.txt' }],
  ['text-tools/search', 'pathological', 'answer', { pattern: '(a|aa)+b', path: 'one-line.txt' }],
  ['text-tools/count', 'large', 'answer', { file: 'large.txt' }],
  ['text-tools/head', 'large', 'answer', { lines: 100, file: 'large.txt' }],
  ['text-tools/tail', 'pathological', 'dump', { lines: 1, file: 'one-line.txt' }],
  ['text-tools/sort-unique', 'large', 'dump', { file: 'large.txt' }],
  ['text-tools/compare', 'large', 'answer', { left: 'large.txt', right: 'large-changed.txt' }],
  ['code-search/search', 'large', 'answer', { pattern: 'function f42\\b', path: 'tree' }],
  ['code-search/count', 'large', 'dump', { pattern: 'function', path: 'tree' }],
  ['code-search/files', 'large', 'dump', { path: 'tree' }],
  ['file-tools/find', 'large', 'answer', { folder: 'tree', depth: 9, name: 'file-42*' }],
  ['file-tools/find', 'large', 'dump', { folder: 'tree', depth: 9, name: '*' }],
  ['file-tools/list', 'large', 'dump', { path: 'tree/0' }],
  ['file-tools/size', 'large', 'answer', { path: 'tree' }],
  ['file-tools/checksum', 'large', 'answer', { file: 'large.txt' }],
  ['file-tools/type', 'large', 'answer', { path: 'archive.tar.gz' }],
  ['file-tools/read', 'pathological', 'dump', { file: 'one-line.txt' }],
  ['git-read/log', 'large', 'answer', { count: 20, rev: 'HEAD' }],
  ['git-read/log', 'large', 'dump', { count: 10000, rev: 'HEAD' }],
  ['git-read/show', 'small', 'answer', { rev: 'HEAD' }],
  ['git-read/diff', 'large', 'dump', { from: 'HEAD~199', to: 'HEAD' }],
  ['git-read/blame', 'large', 'answer', { rev: 'HEAD', path: 'changing.txt' }],
  ['git-read/search', 'large', 'answer', { pattern: 'change 42$', rev: 'HEAD' }],
  ['git-read/files', 'large', 'dump', { rev: 'HEAD' }],
  [
    'sqlite-read/query',
    'large',
    'answer',
    { database: 'large.db', sql: 'SELECT count(*), avg(size) FROM items' },
  ],
  ['sqlite-read/query', 'large', 'dump', { database: 'large.db', sql: 'SELECT * FROM items' }],
  ['sqlite-read/query', 'pathological', 'dump', { database: 'large.db', sql: endless }],
  ['sqlite-read/schema', 'small', 'answer', { database: 'large.db' }],
  ['archive-read/tar-list', 'large', 'dump', { archive: 'archive.tar.gz' }],
  ['archive-read/tar-read', 'large', 'answer', { archive: 'archive.tar.gz', member: 'tree/7/file-42.js' }],
  ['archive-read/tar-read', 'pathological', 'dump', { archive: 'bomb.tar.gz', member: 'zeros' }],
];

export const calls: readonly MeasuredCall[] = rows.map(([name, input, shape, values]) => ({
  name,
  input,
  shape,
  arguments: values,
}));
