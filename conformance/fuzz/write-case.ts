import { parse, stringify } from 'yaml';
import type { WrittenCase } from './property.ts';

/**
 * A drawn case as the text of a case file. What is run is this text, read back; so what is kept of a failure is exactly
 * what failed.
 */
export function writeCase(drawn: WrittenCase): string {
  const text = stringify(drawn, { lineWidth: 110, singleQuote: true });
  // Some control characters do not survive in YAML's own style; in JSON's, which YAML reads too, all do.
  return sameValue(text, drawn) ? text : `${JSON.stringify(drawn, null, 2)}\n`;
}

function sameValue(text: string, drawn: WrittenCase): boolean {
  try {
    return JSON.stringify(parse(text)) === JSON.stringify(drawn);
  } catch {
    return false;
  }
}
