import { readFileSync } from 'node:fs';
import { defaultMaxOutputBytes, defaultTimeoutMs } from '../../runtime/validate/bounds.ts';
import { type Measurements, parseSurvey } from './measurement.ts';
import type { Evidence } from './page.ts';

/** The survey and the defaults as they are, beside these measurements. */
export function evidenceWith(measurements: Measurements): Evidence {
  const survey = parseSurvey(readFileSync(new URL('survey.jsonl', import.meta.url), 'utf8'));
  return {
    survey,
    measurements,
    defaults: { timeoutMs: defaultTimeoutMs, maxOutputBytes: defaultMaxOutputBytes },
  };
}
