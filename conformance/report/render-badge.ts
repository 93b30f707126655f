import type { RunEvent } from '../model/event.ts';
import { readReport } from './report-model.ts';
import { type Standing, standingOf } from './standing.ts';

const label = 'command packs';

const colours: Readonly<Record<Standing['tone'], { name: string; hex: string }>> = {
  good: { name: 'brightgreen', hex: '#2e7d32' },
  fair: { name: 'yellow', hex: '#8a6100' },
  bad: { name: 'red', hex: '#b3261e' },
  none: { name: 'lightgrey', hex: '#5f6368' },
};

/** The JSON that shields.io's endpoint badge reads. */
export function renderBadge(events: readonly RunEvent[]): string {
  const { tone, message } = standingOf(readReport(events));
  const badge = { schemaVersion: 1, label, message, color: colours[tone].name, isError: tone === 'bad' };
  return `${JSON.stringify(badge)}\n`;
}

const pad = 7;

/** The same as a picture that needs nobody's server. */
export function renderBadgeSvg(events: readonly RunEvent[]): string {
  const { tone, message } = standingOf(readReport(events));
  const left = widthOf(label) + 2 * pad;
  const right = widthOf(message) + 2 * pad;
  const width = left + right;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" role="img" aria-label="${label}: ${message}">`,
    `<title>${label}: ${message}</title>`,
    `<clipPath id="r"><rect width="${width}" height="20" rx="3"/></clipPath>`,
    `<g clip-path="url(#r)"><rect width="${left}" height="20" fill="#444"/>`,
    `<rect x="${left}" width="${right}" height="20" fill="${colours[tone].hex}"/></g>`,
    '<g fill="#fff" font-family="Verdana,DejaVu Sans,Geneva,sans-serif" font-size="11">',
    text(label, pad),
    text(message, left + pad),
    '</g></svg>\n',
  ].join('\n');
}

/** `textLength` makes every font as wide as the box was drawn. */
function text(content: string, x: number): string {
  return `<text x="${x}" y="14" textLength="${widthOf(content)}">${content}</text>`;
}

/** Verdana at 11 px, near enough: narrow letters, digits, and all others. */
function widthOf(content: string): number {
  const widths = [...content].map((each) => {
    if (/[ ,.:fijlrt]/.test(each)) return 4.3;
    return /[mw]/.test(each) ? 9.8 : 6.9;
  });
  return Math.round(widths.reduce((sum, each) => sum + each, 0));
}
