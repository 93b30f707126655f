import { stripVTControlCharacters } from 'node:util';
import { clipText } from '../model/clip.ts';
import type { EventOf, ExchangeEvent } from '../model/event.ts';
import { isJsonObject, type Json } from '../model/json.ts';
import type { ReportedCase } from './report-model.ts';

type StepEvent = EventOf<'step'>;

/** How the parts of a failure are set off; plain text leaves them as they are. */
export interface Emphasis {
  strong(text: string): string;
  faint(text: string): string;
  wanted(text: string): string;
  got(text: string): string;
}

export const plain: Emphasis = { strong: same, faint: same, wanted: same, got: same };

function same(text: string): string {
  return text;
}

/**
 * All that somebody needs to understand a failing case without opening a file: clause, why, what was sent, what
 * came back, what was wanted, the first differing path, and one command that shows it again.
 */
export function describeFailure({ started, steps, ended }: ReportedCase, emphasis: Emphasis): string {
  const bad = steps.filter(({ findings }) => findings.length > 0);
  return [
    `${emphasis.strong(`${ended?.verdict ?? 'not-run'}  ${started.id}`)}  ${started.title}`,
    ...started.clauses.map(({ id, level, text }) =>
      block(emphasis.faint('clause'), `${id} (${level}) ${oneLine(text)}`),
    ),
    block(emphasis.faint('why'), oneLine(started.why)),
    ...(bad.length === 0 ? [block(emphasis.faint('reason'), ended?.reason ?? '')] : []),
    ...bad.flatMap((step) => describeStep(step, emphasis)),
    block(emphasis.faint('again'), started.reproduce),
  ].join('\n');
}

function describeStep(step: StepEvent, emphasis: Emphasis): readonly string[] {
  const where = step.half === 'twin' ? `twin (${step.differs})` : 'case';
  return [
    block(emphasis.faint('step'), `${step.index + 1} of the ${where}: ${step.verb}`),
    ...(step.exchange === null ? [] : describeExchange(step.exchange, emphasis)),
    ...step.findings.flatMap((finding) => describeFinding(finding, emphasis)),
  ];
}

export function describeExchange(exchange: ExchangeEvent, { faint }: Emphasis): readonly string[] {
  return [
    block(faint('sent'), exchange.argv.map(quoteForReading).join(' ')),
    ...(exchange.stdin === null ? [] : [block(faint('stdin'), excerpt(exchange.stdin))]),
    block(faint('came back'), `${exchange.ended}, ${exchange.duration_ms} ms`),
    block(faint('stdout'), excerpt(exchange.stdout) || '(nothing)'),
    ...(exchange.stderr === '' ? [] : [block(faint('stderr'), excerpt(exchange.stderr))]),
  ];
}

export function describeFinding(
  finding: StepEvent['findings'][number],
  emphasis: Emphasis,
): readonly string[] {
  const { check, path, message, wanted, got } = finding;
  return [
    block(
      emphasis.faint('found'),
      `${emphasis.strong(check)}: ${visible(message)}${path === '' ? '' : `, at ${visible(path)}`}`,
    ),
    ...(wanted === undefined ? [] : [block(emphasis.faint('wanted'), emphasis.wanted(showValue(wanted)))]),
    ...(got === undefined ? [] : [block(emphasis.faint('got'), emphasis.got(showValue(got)))]),
  ];
}

/** A label, then the text with its further lines set under its first. */
function block(label: string, text: string): string {
  // colours take no room on the screen, so the width is counted without them
  const width = 11 - stripVTControlCharacters(label).length;
  return `  ${label}${' '.repeat(Math.max(width, 1))}${text
    .replace(/\n+$/, '')
    .split('\n')
    .join(`\n${' '.repeat(13)}`)}`;
}

/** The event has more of it; a screen is soon full. */
function excerpt(text: string): string {
  return visible(clipText(text, 1200));
}

function showValue(value: Json): string {
  const flat = clipText(JSON.stringify(value), 1200);
  return visible(flat.length <= 100 || !isJsonObject(value) ? flat : JSON.stringify(value, null, 2));
}

/** Control characters of a runtime's output would reach the terminal: they are shown as escapes, lines stay lines. */
export function visible(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Bidi_Control}]/gu, (character) =>
    character === '\n' || character === '\t'
      ? character
      : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** As a shell would take it again, where that can be written on a line. */
export function quoteForReading(word: string): string {
  if (/^[A-Za-z0-9_./:=@%+,-]+$/.test(word)) return word;
  return `'${visible(word).replaceAll("'", `'\\''`)}'`;
}

function oneLine(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ');
}
