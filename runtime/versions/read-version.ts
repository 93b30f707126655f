import { stripEscapes } from './clean-text.ts';
import { findVersion } from './find-version.ts';
import { parseVersion, type Version } from './version.ts';

/** What a program did when asked for its version. */
export interface Printed {
  /** `null` when a signal ended it. */
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly timedOut: boolean;
}

export interface ReadOptions {
  /** The name it was asked for by, such as `python3`: the number behind it counts first. */
  readonly binary: string;
  /** Exit statuses under which the text is believed. A failing program often talks of something else. */
  readonly okExit: ReadonlySet<number>;
  /** The pack author's `version_pattern`: its first group, else its whole match, is the version. */
  readonly pattern?: RegExp | undefined;
}

export type Reading =
  | { readonly version: Version }
  /** Why, as a phrase, and the first line the program printed (`''` when it printed nothing). */
  | { readonly unreadable: string; readonly line: string };

/** From stdout, else stderr; never a guess, so where the text leaves a doubt it is unreadable. */
export function readVersion(printed: Printed, options: ReadOptions): Reading {
  const text = printed.stdout.trim() === '' ? printed.stderr : printed.stdout;
  const unreadable =
    whyNotBelieved(printed, options.okExit) ?? (text.trim() === '' ? 'it printed nothing' : undefined);
  if (unreadable !== undefined) return { unreadable, line: firstLine(text) };
  const version = options.pattern ? matchPattern(text, options.pattern) : findVersion(text, options.binary);
  if (version !== undefined) return { version };
  const missing = options.pattern
    ? `nothing in its output matches ${options.pattern.source}`
    : 'no version stands in its output';
  return { unreadable: missing, line: firstLine(text) };
}

function whyNotBelieved(printed: Printed, okExit: ReadonlySet<number>): string | undefined {
  if (printed.timedOut) return 'it did not end in time';
  if (printed.exitCode === null) return 'it was killed';
  return okExit.has(printed.exitCode) ? undefined : `it exited with status ${printed.exitCode}`;
}

function matchPattern(text: string, pattern: RegExp): Version | undefined {
  const match = pattern.exec(stripEscapes(text));
  return match === null ? undefined : parseVersion(match[1] ?? match[0]);
}

/** Shown to people: without escape sequences and control characters, at most 200 characters. */
function firstLine(text: string): string {
  const line =
    stripEscapes(text)
      .split('\n')
      .find((each) => each.trim() !== '') ?? '';
  return line
    .trim()
    .replace(/\p{Cc}/gu, ' ')
    .slice(0, 200);
}
