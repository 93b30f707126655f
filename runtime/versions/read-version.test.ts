import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stripEscapes } from './clean-text.ts';
import { type Printed, readVersion } from './read-version.ts';
import { parseVersion } from './version.ts';

/** What programs printed when asked for their version. `args` where that was not `--version`. */
interface Sample {
  readonly binary: string;
  readonly exit: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly timed_out: boolean;
  /** The version installed, `null` where nothing can be found out. */
  readonly version: string | null;
  /** Where the program itself names another version than its package does. */
  readonly says?: string;
  /** `measured` by running it, or `known` from reports. */
  readonly source: 'measured' | 'known';
}

const samples: readonly Sample[] = readFileSync(new URL('samples.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));

type Verdict = 'right' | 'wrong' | 'unknown' | 'rightly unknown' | 'false answer';

/** Answerable: the program exited 0 and what it printed holds the version (Gnuplot's in two pieces). */
function isAnswerable(sample: Sample): boolean {
  const version = sample.says ?? sample.version;
  const text = stripEscapes(sample.stdout.trim() === '' ? sample.stderr : sample.stdout);
  if (version === null || sample.exit !== 0) return false;
  return text.replace(' patchlevel ', '.').includes(version);
}

function judge(sample: Sample): Verdict {
  const printed = {
    exitCode: sample.exit,
    stdout: sample.stdout,
    stderr: sample.stderr,
    timedOut: sample.timed_out,
  };
  const reading = readVersion(printed, { binary: sample.binary, okExit: new Set([0]) });
  const parts = 'version' in reading ? reading.version.parts.join('.') : undefined;
  if (!isAnswerable(sample)) return parts === undefined ? 'rightly unknown' : 'false answer';
  if (parts === undefined) return 'unknown';
  return parts === parseVersion(sample.says ?? sample.version ?? '')?.parts.join('.') ? 'right' : 'wrong';
}

function tally(rows: readonly Sample[]) {
  const counts = { right: 0, wrong: 0, unknown: 0, 'rightly unknown': 0, 'false answer': 0 };
  for (const row of rows) counts[judge(row)] += 1;
  const answerable = counts.right + counts.wrong + counts.unknown;
  const unanswerable = counts['rightly unknown'] + counts['false answer'];
  return { counts, read: counts.right / answerable, falseAnswers: counts['false answer'] / unanswerable };
}

describe('readVersion over what hundreds of programs print', () => {
  it.each([
    ['all', samples],
    ['those that were run', samples.filter((each) => each.source === 'measured')],
  ])('reads at least 99 %% of the answerable and answers at most 2 %% of the others: %s', (label, rows) => {
    const { counts, read, falseAnswers } = tally(rows);
    process.stdout.write(`versions of ${rows.length} programs (${label}): ${JSON.stringify(counts)}\n`);
    expect(rows.length).toBeGreaterThan(300);
    expect(read).toBeGreaterThanOrEqual(0.99);
    expect(falseAnswers).toBeLessThanOrEqual(0.02);
  });

  it('has both kinds in number, so that neither rate is empty', () => {
    const answerable = samples.filter(isAnswerable).length;
    expect(answerable).toBeGreaterThan(350);
    expect(samples.length - answerable).toBeGreaterThan(60);
  });
});

function printed(stdout: string, rest: Partial<Printed> = {}): Printed {
  return { exitCode: 0, stdout, stderr: '', timedOut: false, ...rest };
}

function read(text: Printed | string, binary = 'tool', pattern?: RegExp): string {
  const reading = readVersion(typeof text === 'string' ? printed(text) : text, {
    binary,
    okExit: new Set([0]),
    pattern,
  });
  return 'version' in reading ? reading.version.text : `${reading.unreadable} | ${reading.line}`;
}

describe('readVersion', () => {
  it.each([
    ['git', 'git version 2.39.2.windows.1\n', '2.39.2.windows.1'],
    ['git', 'git version 2.45.0.rc0\n', '2.45.0.rc0'],
    ['jq', 'jq-1.7.1-apple\n', '1.7.1-apple'],
    ['ssh', 'OpenSSH_9.2p1 Debian-2+deb12u3, OpenSSL 3.0.11 19 Sep 2023\n', '9.2p1'],
    ['gcc', 'gcc (Ubuntu 11.4.0-1ubuntu1~22.04) 11.4.0\nCopyright (C) 2021\n', '11.4.0'],
    ['aspell', '@(#) International Ispell Version 3.1.20 (but really Aspell 0.60.8)\n', '0.60.8'],
    ['systemctl', 'systemd 252 (252.38-1~deb12u1)\n', '252'],
    ['less', 'less 590 (GNU regular expressions)\n', '590'],
    [
      'mysqldump',
      'mysqldump  Ver 10.19 Distrib 10.11.19-MariaDB, for debian-linux-gnu\n',
      '10.11.19-MariaDB',
    ],
    ['nvcc', 'Cuda compilation tools, release 13.0, V13.0.88\n', '13.0.88'],
    ['xxd', 'xxd 2022-01-14 by Juergen Weigert et al.\n', '2022-01-14'],
    ['python3.11', 'Python 3.11.2\n', '3.11.2'],
    [
      'ansible-lint',
      'ansible-lint \u001b[1;36m6.13\u001b[0m\u001b[1;36m.\u001b[0m\u001b[1;36m1\u001b[0m using ansible 2.14\n',
      '6.13.1',
    ],
    ['perl', 'This is perl 5, version 36, subversion 0 (v5.36.0) built for x86_64\n', '5.36.0'],
    ['tool', '/opt/tool-3.2/bin/tool: version 1.4\n', '1.4'],
    ['tool', 'See https://example.org/tool/9.9 for more\nversion 1.4\n', '1.4'],
    ['tool', 'Copyright (c) 1990-2008, release 8.8\nTool 1.4\n', '1.4'],
  ])('finds what %s says in %j', (binary, text, version) => {
    expect(read(text, binary)).toBe(version);
  });

  it.each([
    'tool version dev\n',
    'ffmpeg version N-117827-g3d2e1d2 Copyright (c) 2000-2024\n',
    'Usage: tool [options]\n  --ratio  default 1.5\n',
    'Unknown option: --version\nneeds libfoo 1.5\n',
    'listening on 127.0.0.1:8080\n',
    'serving 10.1.2.3:80\n',
    'done in 1.25s\n',
    'done in 10.25 ms, 80.5%\n',
    'Processed 12 files\n',
    '3 errors\n',
  ])('does not guess a version from %j', (text) => {
    expect(read(text)).toContain('no version stands in its output | ');
  });

  it('reads stderr only when stdout is blank', () => {
    expect(read(printed(' \n', { stderr: 'tool 1.4\n' }))).toBe('1.4');
    expect(read(printed('nothing here\n', { stderr: 'tool 1.4\n' }))).toContain(
      'no version stands in its output',
    );
  });

  it.each([
    [{ exitCode: 3 }, 'it exited with status 3 | tool 1.4'],
    [{ exitCode: null }, 'it was killed | tool 1.4'],
    [{ exitCode: null, timedOut: true }, 'it did not end in time | tool 1.4'],
  ])('does not believe the text of a program that failed: %j', (rest, message) => {
    expect(read(printed('tool 1.4\n', rest))).toBe(message);
  });

  it('believes a status that the pack declares', () => {
    const reading = readVersion(printed('tool 1.4\n', { exitCode: 3 }), {
      binary: 'tool',
      okExit: new Set([3]),
    });
    expect(reading).toMatchObject({ version: { text: '1.4' } });
  });

  it('goes by a declared pattern alone: its first group, else its whole match', () => {
    expect(read('tool 9.9\nBuild label: 7.4.1\n', 'tool', /^Build label: (.*)$/m)).toBe('7.4.1');
    expect(read('tool 9.9, r77\n', 'tool', /(?<=r)\d+/)).toBe('77');
    expect(read('tool 9.9\n', 'tool', /^label (.*)$/)).toBe(
      'nothing in its output matches ^label (.*)$ | tool 9.9',
    );
  });

  it('says that nothing was printed', () => {
    expect(read('\n \n')).toBe('it printed nothing | ');
  });

  it('shows the line without what a terminal would act on', () => {
    expect(read('\u001b[2J\u001b]0;title\u0007no\u0008 number\n')).toBe(
      'no version stands in its output | no  number',
    );
  });

  it('answers any text at once and never throws', () => {
    const fragment = fc.constantFrom(
      '1.2',
      'v',
      '(',
      ')',
      '/',
      '\u001b[',
      'version ',
      'a.',
      '://',
      '-',
      ' ',
      '\n',
      'tool ',
    );
    fc.assert(
      fc.property(fc.array(fragment, { maxLength: 400 }), (parts) => {
        expect(typeof read(parts.join(''))).toBe('string');
      }),
    );
    const started = performance.now();
    for (const unit of ['a.', '(', '/a', '1.', '\u001b]', 'version ', 'v', '1.2-']) read(unit.repeat(32_768));
    expect(performance.now() - started).toBeLessThan(5000);
  });
});
