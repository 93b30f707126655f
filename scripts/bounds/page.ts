import { type Measurement, type Measurements, quantile, within } from './measurement.ts';
import { type Plot, renderPlots } from './plot.ts';

export interface Evidence {
  readonly survey: readonly Measurement[];
  readonly measurements: Measurements;
  /** Milliseconds and bytes. */
  readonly defaults: { readonly timeoutMs: number; readonly maxOutputBytes: number };
}

/** What was still at it when it was stopped would have come to more than any limit. */
const time = (row: Measurement) => (row.endless ? Number.POSITIVE_INFINITY : row.msMax);
const bytes = (row: Measurement) => (row.endless ? Number.POSITIVE_INFINITY : row.bytes);
const answers = (rows: readonly Measurement[]) => rows.filter(({ shape }) => shape === 'answer');
const dumps = (rows: readonly Measurement[]) => rows.filter(({ shape }) => shape === 'dump');

/** `docs/bounds.svg`. */
export function renderCurves({ survey, measurements, defaults }: Evidence): string {
  const curves = (of: (row: Measurement) => number) => [
    { label: 'survey, answers', colour: '#1a66c2', values: answers(survey).map(of) },
    { label: 'survey, dumps', colour: '#e08a00', values: dumps(survey).map(of) },
    { label: 'bundled packs', colour: '#2a8a3e', values: measurements.measured.map(of) },
  ];
  const plots: readonly Plot[] = [
    {
      title: 'Calls that have ended within a time (longest of three runs)',
      decades: [0, 5],
      tick: showMs,
      curves: curves(time),
      limit: { value: defaults.timeoutMs, label: `default ${showMs(defaults.timeoutMs)}` },
    },
    {
      title: 'Calls that give no more than a size',
      decades: [0, 9],
      tick: (value) => showBytes(value, 1000),
      curves: curves(bytes),
      limit: { value: defaults.maxOutputBytes, label: `default ${showBytes(defaults.maxOutputBytes)}` },
    },
  ];
  return renderPlots(plots);
}

/** `docs/bounds.md`. */
export function renderPage({ survey, measurements, defaults }: Evidence): string {
  const { measured, limits } = measurements;
  const groups = [
    ['survey, answers', answers(survey)],
    ['survey, dumps', dumps(survey)],
    ['bundled packs, answers', answers(measured)],
    ['bundled packs, dumps', dumps(measured)],
  ] as const;
  const times = [10_000, 30_000, 60_000, 120_000];
  const sizes = [65_536, 262_144, 1_048_576, 10_485_760];
  const cut = 1 - within(survey, time, defaults.timeoutMs);
  return `<!-- Written by \`just measure-bounds\`. -->
# Default bounds

A pack that declares no bounds gets a timeout of **${showMs(defaults.timeoutMs)}** and a ceiling of **${showBytes(defaults.maxOutputBytes)}** for what a command
prints. Both come from two measurements: a survey of ${survey.length} commands that people run to read something, three times each, on real projects
(\`scripts/bounds/survey.jsonl\`), and the reads of the bundled packs over small, large and pathological inputs (\`runtime/packs/bounds.json\`).
An _answer_ is a focused question, a _dump_ prints all there is.

![Shares of calls by time and by size](bounds.svg)

## How many calls a bound leaves alone

${table(
  ['ended within', ...times.map(showMs)],
  groups.map(([name, rows]) => [name, ...times.map((limit) => percent(within(rows, time, limit)))]),
)}

${table(
  ['no more than', ...sizes.map((each) => showBytes(each))],
  groups.map(([name, rows]) => [name, ...sizes.map((limit) => percent(within(rows, bytes, limit)))]),
)}

## Why ${showMs(defaults.timeoutMs)}

- It cuts ${percent(cut)} of the calls in the survey. Half of them end within ${showMs(quantile(survey, time, 0.5))}, nine of ten within ${showMs(quantile(survey, time, 0.9))}; ${between(survey, 27_000, 51_000)}
  take between 27 and 51 seconds, so that nothing would be gained between these.
- Clients that call tools give up after 60 seconds, as the TypeScript client of MCP does by default. The runtime has to answer before.
- A first run can take many times as long as later ones, when nothing is in a cache; the numbers above count it.

## Why ${showBytes(defaults.maxOutputBytes)}

- It holds ${percent(within(answers(survey), bytes, defaults.maxOutputBytes))} of the answers. More than that is a dump, and a model takes in no dump: at four bytes a token, ${showBytes(defaults.maxOutputBytes)} are some 260 000 tokens.
- A ceiling ten times as high would hold ${percent(within(answers(survey), bytes, 10 * defaults.maxOutputBytes))} of them, and cost ten times the memory for each call that runs.
- Time alone does not stop a dump: ${fastFloods(survey)} dumps of the survey print over 10 MB in under 2.5 seconds.
- Over the ceiling is a failure and never half a result, so a pack does well to set its own: \`max_output: 64KiB\` holds ${percent(within(answers(survey), bytes, 65_536))} of the answers, and is as much
  as most models can use. A value that a machine goes on to parse (\`output: {parse: json}\`) may well be larger than that, up to the default and beyond.

## What was measured

Each call three times, stopped after ${showMs(limits.timeoutMs)} or ${showBytes(limits.maxOutputBytes)}; "at least" marks those that were.

${table(
  ['command', 'input', 'shape', 'first', 'longest', 'bytes'],
  measured.map((row) => [
    `\`${row.command}\``,
    row.input,
    row.shape,
    showMs(row.msFirst),
    showMs(row.msMax),
    `${row.endless ? 'at least ' : ''}${showBytes(row.bytes)}`,
  ]),
)}
`;
}

function between(rows: readonly Measurement[], from: number, to: number): string {
  const count = rows.filter((row) => row.msMax > from && row.msMax < to).length;
  return count === 0 ? 'none' : String(count);
}

/** Dumps that a limit on time would let through. */
function fastFloods(rows: readonly Measurement[]): number {
  return rows.filter((row) => row.bytes > 10_000_000 && row.msMax < 2500).length;
}

/** Every column as wide as its widest cell, as the formatter wants it. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((cell, column) =>
    Math.max(cell.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

function showMs(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${Number((ms / 1000).toFixed(1))} s`;
}

function showBytes(count: number, base: 1000 | 1024 = 1024): string {
  const units = base === 1024 ? ['B', 'KiB', 'MiB', 'GiB'] : ['B', 'kB', 'MB', 'GB'];
  const power = Math.min(3, Math.floor(Math.log(Math.max(count, 1)) / Math.log(base) + 1e-9));
  return `${Number((count / base ** power).toFixed(1))} ${units[power]}`;
}
