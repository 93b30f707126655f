import { done, failed, type Step } from '../model/failure.ts';
import { holdsInfinity, type Json, toJson } from '../model/json.ts';
import type { Parse } from '../model/workspace.ts';

export interface Decoded {
  readonly text: string;
  /** Bytes that are no UTF-8 were replaced by U+FFFD. */
  readonly lossy: boolean;
}

/** All the bytes at once, so that no character is cut between two reads. A byte order mark stays. */
export function decode(bytes: Uint8Array): Decoded {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes), lossy: false };
  } catch {
    return { text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes), lossy: true };
  }
}

/**
 * What the output says, as the command declares it (`output.*`). `shown` is as much of it as a message may
 * show: redacted. Code: `command.bad-output`.
 */
export function parseOutput(output: Decoded, parse: Parse, shown: string): Step<Json> {
  if (parse === 'text') return done(output.text);
  return parse === 'lines' ? done(linesOf(output.text)) : parseJson(output, shown);
}

/** `\n` and `\r\n` end a line, and nothing else does: U+2028, vertical tab and a lone `\r` are text. */
function linesOf(text: string): readonly string[] {
  const lines = text.split(/\r?\n/);
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

function parseJson({ text, lossy }: Decoded, shown: string): Step<Json> {
  if (lossy) return notJson('it is not UTF-8', shown);
  if (text.startsWith('\ufeff')) return notJson('it begins with a byte order mark', shown);
  if (text.trim() === '') return notJson('it is empty', shown);
  try {
    const value: unknown = JSON.parse(text);
    if (isDeeperThan(value, deepest)) return notJson(`it is nested more than ${deepest} deep`, shown);
    return holdsInfinity(value) ? notJson('it holds a number that is too large', shown) : done(toJson(value));
  } catch {
    return notJson('it is not one JSON value', shown);
  }
}

/** `JSON.parse` minds no depth, but all that walk the value afterwards do, ours and the agent's. */
const deepest = 500;

function isDeeperThan(value: unknown, limit: number): boolean {
  let level = [value].filter(isContainer);
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > limit) return true;
    level = level.flatMap((each) => Object.values(each)).filter(isContainer);
  }
  return false;
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

const excerptLength = 200;

function notJson(why: string, shown: string): Step<never> {
  const excerpt = shown.length > excerptLength ? `${shown.slice(0, excerptLength)}…` : shown;
  const message = `the output is declared as JSON, but ${why}: ${JSON.stringify(excerpt)}`;
  return failed(
    'command.bad-output',
    message,
    'notices belong on stderr; where the program has a JSON switch, put it into argv',
  );
}
