import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const block = /^```console\n([\s\S]*?)^```$/gm;

/** A page with the output of every `$ command` in its console blocks made anew. They run in one shell folder, which begins empty. */
export function play(page: string): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'tutorial-')));
  try {
    const bin = join(folder, 'bin');
    const work = join(folder, 'work');
    mkdirSync(bin);
    mkdirSync(work);
    const kit = resolve('dist/swarmkit-conformance.js');
    writeFileSync(join(bin, 'swarmkit-conformance'), `#!/bin/sh\nexec node '${kit}' "$@"\n`, { mode: 0o755 });
    let at = work;
    return page.replace(block, (_, body: string) => {
      const shown = commandsIn(body).map((command) => {
        const { output, folder: next } = type(command, at, bin);
        at = next;
        return `$ ${command}\n${settle(output, work)}`;
      });
      return `\`\`\`console\n${shown.join('')}\`\`\``;
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function commandsIn(body: string): readonly string[] {
  return body.split('\n').flatMap((line) => (line.startsWith('$ ') ? [line.slice(2)] : []));
}

/** What a terminal would show, and where one stands afterwards. */
function type(command: string, at: string, bin: string): { output: string; folder: string } {
  const mark = '=== folder ';
  const shown = execFileSync('sh', ['-c', `{ ${command}\n} 2>&1\nprintf '%s' "${mark}$PWD"`], {
    cwd: at,
    encoding: 'utf8',
    env: { PATH: `${bin}:${process.env.PATH}`, HOME: at, LANG: 'C.UTF-8', NO_COLOR: '1' },
  });
  const end = shown.lastIndexOf(mark);
  return { output: shown.slice(0, end), folder: shown.slice(end + mark.length) };
}

/** Where the machine shows through. */
function settle(output: string, work: string): string {
  return output
    .replaceAll(work, '/home/me')
    .replaceAll(/\/tmp\/conformance-\w+/g, '/tmp/conformance-xxxxxx')
    .replaceAll(/\S*\/(python3)\b/g, '/usr/bin/$1');
}

/** For comparing: what differs from run to run without meaning anything, and from suite to suite. */
export function withoutChance(page: string): string {
  return page
    .replaceAll(/\b\d+ ms\b/g, 'N ms')
    .replaceAll(/\b\d+\.\d s\b/g, 'N s')
    .replaceAll(/\bseed \d+/g, 'seed N')
    .replaceAll(/\bsuite [0-9a-f]{12}\b/g, 'suite X');
}
