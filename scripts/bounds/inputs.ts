import { execFileSync } from 'node:child_process';
import { closeSync, ftruncateSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Small, large and pathological inputs in `folder`, the same on every machine. */
export function makeInputs(folder: string): void {
  const write = (path: string, text: string) => writeFileSync(join(folder, path), text);
  const run = (program: string, args: readonly string[], input = '') =>
    execFileSync(program, args, { cwd: folder, input, stdio: ['pipe', 'ignore', 'ignore'] });
  write('small.json', JSON.stringify(items(10)));
  write('large.json', JSON.stringify(items(100_000)));
  write('deep.json', `${'['.repeat(200)}${']'.repeat(200)}`);
  write('small.txt', 'name: sample\nsize: 1\n');
  write('large.txt', lines(400_000));
  write('large-changed.txt', lines(400_000).replace('line 4242\n', 'another line\n'));
  write('one-line.txt', 'a'.repeat(20_000_000));
  makeTree(folder);
  makeHistory(folder, run);
  run(
    'sqlite3',
    ['large.db'],
    `CREATE TABLE items(name TEXT, size INT); WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300000) INSERT INTO items SELECT 'item ' || i, i * 7 % 1000 FROM n;`,
  );
  run('tar', ['-czf', 'archive.tar.gz', 'tree']);
  sparse(join(folder, 'zeros'), 500_000_000);
  run('tar', ['-czf', 'bomb.tar.gz', 'zeros']);
}

function items(count: number): readonly object[] {
  return Array.from({ length: count }, (_, index) => ({
    name: `item ${index}`,
    size: (index * 7) % 1000,
    tags: ['a', 'b'],
  }));
}

function lines(count: number): string {
  return Array.from({ length: count }, (_, index) => `line ${index}\n`).join('');
}

function makeTree(folder: string): void {
  for (let part = 0; part < 20; part += 1) {
    mkdirSync(join(folder, `tree/${part}`), { recursive: true });
    for (let index = 0; index < 150; index += 1) {
      const text = Array.from(
        { length: 20 },
        (_, line) => `export function f${index + line}() { return ${line}; }\n`,
      ).join('');
      writeFileSync(join(folder, `tree/${part}/file-${index}.js`), text);
    }
  }
}

/** Two hundred commits, made in one go. */
function makeHistory(
  folder: string,
  run: (program: string, args: readonly string[], input?: string) => unknown,
): void {
  run('git', ['init', '--quiet', '--initial-branch=main']);
  const commits = Array.from({ length: 200 }, (_, index) => {
    const text = Array.from({ length: index + 1 }, (__, line) => `change ${line}\n`).join('');
    const body = `data ${text.length}\n${text}`;
    return `commit refs/heads/main\ncommitter Sample <sample@example.org> ${1_700_000_000 + index} +0000\ndata 9\nchange it\nM 100644 inline changing.txt\n${body}M 100644 inline files/${index}.txt\n${body}\n`;
  });
  run('git', ['fast-import', '--quiet'], commits.join(''));
  mkdirSync(join(folder, 'files'), { recursive: true });
}

function sparse(path: string, bytes: number): void {
  const file = openSync(path, 'w');
  ftruncateSync(file, bytes);
  closeSync(file);
}
