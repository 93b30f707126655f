import { z } from 'zod';

/** What one command took and gave. Times in milliseconds, stdout and stderr together in bytes. */
export interface Measurement {
  readonly command: string;
  readonly shape: 'answer' | 'dump';
  readonly msFirst: number;
  readonly msMax: number;
  readonly bytes: number;
  /** It was still at it when the measuring stopped it; the numbers are what it had come to by then. */
  readonly endless: boolean;
}

const SurveyRow = z.object({
  command: z.string(),
  shape: z.enum(['answer', 'dump']),
  timed_out: z.boolean(),
  ms_first: z.number(),
  ms_max: z.number(),
  bytes: z.number(),
});

/** One JSON object on each line: commands that people run, three times each, on real projects and data. */
export function parseSurvey(text: string): readonly Measurement[] {
  return text
    .trim()
    .split('\n')
    .map((line) => SurveyRow.parse(JSON.parse(line)))
    .map((row) => ({
      command: row.command,
      shape: row.shape,
      msFirst: row.ms_first,
      msMax: row.ms_max,
      bytes: row.bytes,
      endless: row.timed_out,
    }));
}

export const Measurements = z.object({
  /** What the measuring itself would take at most. */
  limits: z.object({ timeoutMs: z.number(), maxOutputBytes: z.number() }),
  measured: z.array(
    z.object({
      command: z.string(),
      input: z.enum(['small', 'large', 'pathological']),
      shape: z.enum(['answer', 'dump']),
      msFirst: z.number(),
      msMax: z.number(),
      bytes: z.number(),
      endless: z.boolean(),
    }),
  ),
});
export type Measurements = z.infer<typeof Measurements>;

/** The share of `rows` that stay within `limit`, from 0 to 1. */
export function within(
  rows: readonly Measurement[],
  of: (row: Measurement) => number,
  limit: number,
): number {
  return rows.filter((row) => of(row) <= limit).length / rows.length;
}

/** The value that `share` of the rows do not exceed. */
export function quantile(
  rows: readonly Measurement[],
  of: (row: Measurement) => number,
  share: number,
): number {
  const sorted = rows.map(of).sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? 0;
}
