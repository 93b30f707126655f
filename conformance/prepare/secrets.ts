import { randomBytes } from 'node:crypto';

/**
 * A secret to plant: new in every run, so that no runtime can know it. A core of letters and digits, then characters that
 * URLs, JSON and shells each write in their own way: a runtime that redacts only the raw form leaks another one.
 */
export function makeSecret(): string {
  return `${makeNonce(20)}/+=&"\\%é`;
}

/** Random lower-case letters and digits. */
export function makeNonce(length = 12): string {
  const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789';
  return [...randomBytes(length)].map((byte) => alphabet[byte % alphabet.length]).join('');
}
