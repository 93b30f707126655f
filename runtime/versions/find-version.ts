import { clean, stripEscapes } from './clean-text.ts';
import { parseVersion, type Version } from './version.ts';

/**
 * The version in free text. Steps, the surest first:
 * 1. a number that follows the program's own name, wherever that stands;
 * 2. an integer that is all a first line says beside a name (`systemd 252 (252.38-1)`);
 * 3. line by line, a dotted number after the word "version", else the first dotted number;
 * 4. a date after the program's own name (`xxd 2022-01-14`).
 * Help pages, complaints, interactive sessions and programs that call their version `dev` give none.
 */
export function findVersion(text: string, binary: string): Version | undefined {
  const lines = clean(text);
  const names = nameRules(binary);
  const opening = lines.find((line) => line !== '') ?? '';
  if (names.unnumbered.test(opening) || lines.some((line) => prompt.test(line))) return undefined;
  return (
    firstMatch(lines, [distribution, names.numbered]) ??
    parseVersion(loneInteger.exec(opening)?.[1] ?? '') ??
    firstMatch(lines.slice(0, endOfAnswer(lines)).map(withoutRemarks), [keyword, dotted]) ??
    parseVersion(names.dated.exec(stripEscapes(text).trim())?.[1] ?? '')
  );
}

/** A dotted number that is no address, share or amount. */
const number = String.raw`(?!127\.0\.0\.1|0\.0\.0\.0|(?:\d+\.){3}\d+[:/]\d|\d+\.\d+(?:%| ?(?:m?s|[KMG]i?B|seconds)\b))(\d+\.\d[-.~+\w]*)`;
const dotted = new RegExp(`(?<![A-Za-z0-9.+]|[^A-Za-z]-)(?:v[.=]?|go)?${number}`, 'i');
const keyword = new RegExp(
  String.raw`\b(?:version|release|ver)(?: is)?[\s:="'/.]*(?:[a-z-]+/)?v?${number}`,
  'i',
);
/** MySQL and MariaDB give the tool's version first and the distribution's, which is meant, second. */
const distribution = new RegExp(String.raw`\bDistrib ${number}`);
const loneInteger = /^[a-z][\w.+-]* (?:version )?v?(\d{1,8})(?=$| \(| \[date\])/i;
/** A program that ignored the question and began a session. */
const prompt = /^(?:\d+|>>)> /;
const notAnAnswer =
  /^(?:usage|syntax)\b|(?:unrecognized|unknown|illegal|invalid|not an) (?:option|flag|command|argument)/i;
/** Parentheses tell of builds and libraries, save where all they hold is the version. */
const remark = /\((?!(?:version )?v?\d+\.\d[-.~+\w]*\))[^()]*\)/gi;

function withoutRemarks(line: string): string {
  return line.replace(remark, ' ');
}

function endOfAnswer(lines: readonly string[]): number {
  const index = lines.findIndex((line) => notAnAnswer.test(line));
  return index === -1 ? lines.length : index;
}

function firstMatch(lines: readonly string[], rules: readonly RegExp[]): Version | undefined {
  for (const line of lines) {
    for (const rule of rules) {
      const match = rule.exec(line);
      if (match?.[1] !== undefined)
        return parseVersion(refine(match[1], line.slice(match.index + match[0].length)));
    }
  }
  return undefined;
}

/** `5.4 patchlevel 4` is 5.4.4, and `release 13.0, V13.0.88` says it twice, the second time in full. */
function refine(found: string, rest: string): string {
  const patchlevel = /^ patchlevel (\d+)/.exec(rest)?.[1];
  if (patchlevel !== undefined) return `${found}.${patchlevel}`;
  const again = /^, V(\d[\d.]*)/.exec(rest)?.[1];
  return again?.startsWith(`${found}.`) ? again : found;
}

interface NameRules {
  readonly numbered: RegExp;
  readonly unnumbered: RegExp;
  readonly dated: RegExp;
}

function nameRules(binary: string): NameRules {
  const name = nameSource(binary);
  const parentheses = String.raw`(?:\s*\([^()]*\))?`;
  const words = String.raw`(?:(?:has|is|from|core)\s+)?(?:version|release|ver\.?)?`;
  return {
    numbered: new RegExp(
      `${name}${parentheses}[\\s,:/="'\\[-]*${words}${parentheses}[\\s:="'/]*v?${number}`,
      'i',
    ),
    unnumbered: new RegExp(`^${name}${parentheses} version:? (?!\\S*\\d\\.\\d)(?!is\\b)[a-z]`, 'i'),
    dated: new RegExp(`^${name} (\\d{4}-\\d\\d-\\d\\d)(?!\\S)`, 'i'),
  };
}

/** `python3`, `lua5.4` and `pytest-3` call themselves Python, Lua and pytest. */
function nameSource(binary: string): string {
  const own = binary.replace(/^.*[/\\]/, '').replace(/\.exe$/i, '');
  const plain = own.replace(/[-.\d]+$/, '');
  const names = [own, ...(plain === '' ? [] : [plain])].map(escapeForRegExp);
  return `(?<![\\w-])(?:${names.join('|')})(?:\\.py|\\.exe)?(?!\\w)`;
}

function escapeForRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
