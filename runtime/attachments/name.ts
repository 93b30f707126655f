import type { Source } from './attachment.ts';

/** As long as a file's name may be. */
const longestName = 255;

/**
 * What an attachment is called: its given name or its path, without folders and without anything that a terminal or a reader would obey
 * (control characters, line separators, marks that turn the direction of text). Never empty, never `.` or `..`.
 */
export function attachmentName(source: Source, index: number): string {
  const given = source.name ?? (source.kind === 'path' ? source.path : '');
  const base = given.split(/[\\/]/).filter(Boolean).at(-1) ?? '';
  const bare = base.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '').trim();
  const short = [...bare].slice(0, longestName).join('');
  return /^\.{0,2}$/.test(short) ? `attachment-${index + 1}` : short;
}
