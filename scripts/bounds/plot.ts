/** A curve of how many of the values lie at or below each point. */
export interface Curve {
  readonly label: string;
  readonly colour: string;
  /** An infinite one counts and is never reached. */
  readonly values: readonly number[];
}

export interface Plot {
  readonly title: string;
  /** Powers of ten, from and to. */
  readonly decades: readonly [number, number];
  readonly tick: (value: number) => string;
  readonly curves: readonly Curve[];
  /** Drawn upright, with its name. */
  readonly limit: { readonly value: number; readonly label: string };
}

const size = { width: 720, height: 300, left: 56, right: 16, top: 40, bottom: 44 };
const inner = { width: size.width - size.left - size.right, height: size.height - size.top - size.bottom };

/** The plots below each other as one SVG that reads on light and dark pages. */
export function renderPlots(plots: readonly Plot[]): string {
  const height = size.height * plots.length;
  const parts = plots.map(
    (plot, index) => `<g transform="translate(0 ${index * size.height})">${renderPlot(plot)}</g>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${height}" font-family="system-ui, sans-serif" font-size="12" role="img">`,
    `<title>${escapeText(plots.map(({ title }) => title).join('; '))}</title>`,
    `<rect width="${size.width}" height="${height}" fill="#fff"/>`,
    ...parts,
    '</svg>\n',
  ].join('\n');
}

function renderPlot({ title, decades, tick, curves, limit }: Plot): string {
  const [from, to] = decades;
  const x = (value: number) => {
    const share = (Math.log10(Math.max(value, 10 ** from)) - from) / (to - from);
    return round(size.left + Math.min(share, 1) * inner.width);
  };
  const y = (share: number) => round(size.top + (1 - share) * inner.height);
  return [
    `<text x="${size.left}" y="20" font-weight="600">${escapeText(title)}</text>`,
    ...[0, 0.25, 0.5, 0.75, 1].map((share) => horizontal(share, y(share))),
    ...Array.from({ length: to - from + 1 }, (_, step) =>
      vertical(tick(10 ** (from + step)), x(10 ** (from + step))),
    ),
    ...curves.map(
      ({ colour, values }) =>
        `<path d="${steps(values, x, y)}" fill="none" stroke="${colour}" stroke-width="2"/>`,
    ),
    `<line x1="${x(limit.value)}" x2="${x(limit.value)}" y1="${size.top}" y2="${y(0)}" stroke="#c00" stroke-dasharray="4 3"/>`,
    `<text x="${x(limit.value) - 4}" y="${y(0) - 8}" text-anchor="end" fill="#c00">${escapeText(limit.label)}</text>`,
    ...curves.map(({ label, colour }, index) => legend(label, colour, index)),
  ].join('\n');
}

/** From one sorted value to the next, one step up at each. */
function steps(
  values: readonly number[],
  x: (value: number) => number,
  y: (share: number) => number,
): string {
  const sorted = values.filter(Number.isFinite).sort((a, b) => a - b);
  return sorted
    .map(
      (value, index) =>
        `${index === 0 ? `M${x(value)} ${y(0)}` : `H${x(value)}`}V${y((index + 1) / values.length)}`,
    )
    .join('');
}

function horizontal(share: number, y: number): string {
  const line = `<line x1="${size.left}" x2="${size.width - size.right}" y1="${y}" y2="${y}" stroke="#ddd"/>`;
  return `${line}<text x="${size.left - 6}" y="${y + 4}" text-anchor="end" fill="#555">${share * 100} %</text>`;
}

function vertical(label: string, x: number): string {
  const [top, bottom] = [size.top, size.height - size.bottom];
  const line = `<line x1="${x}" x2="${x}" y1="${top}" y2="${bottom}" stroke="#eee"/>`;
  return `${line}<text x="${x}" y="${bottom + 16}" text-anchor="middle" fill="#555">${escapeText(label)}</text>`;
}

function legend(label: string, colour: string, index: number): string {
  const x = size.left + index * 200;
  const y = size.height - 10;
  return `<rect x="${x}" y="${y - 9}" width="10" height="10" fill="${colour}"/><text x="${x + 16}" y="${y}" fill="#333">${escapeText(label)}</text>`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
