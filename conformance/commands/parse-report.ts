import { formats, isFormat } from '../report/renderers.ts';
import type { ReportFile } from '../report/report-files.ts';
import { UsageError } from './open-suite.ts';

export const reportHelp = `FORMAT one of ${formats.join(', ')}; may be repeated`;

/** One `--report FORMAT=FILE`. A badge whose file is an .svg is drawn, any other is JSON. */
export function parseReport(text: string): ReportFile {
  const [, format = '', file = ''] = /^([^=]*)=(.+)$/s.exec(text) ?? [];
  if (format === 'badge' && file.endsWith('.svg')) return { format: 'badge-svg', file };
  if (isFormat(format)) return { format, file };
  throw new UsageError(`--report ${text}: write FORMAT=FILE, with FORMAT one of ${formats.join(', ')}`);
}
