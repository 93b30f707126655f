/**
 * Of a secret of several lines, a line this long is one in itself; a shorter one is too likely to be an
 * ordinary word.
 */
const shortestLine = 8;
/** An encoded piece shorter than this turns up by chance in any long output. */
const shortestCore = 4;

/** Patterns that find a secret in a text, however it was written down. */
export function patternsOf(secret: string): readonly RegExp[] {
  return piecesOf(secret).flatMap((piece) =>
    [writtenOut(piece), ...base64(piece), ...hexadecimal(piece)].map((source) => new RegExp(source, 'g')),
  );
}

function piecesOf(secret: string): readonly string[] {
  const lines = secret.split(/\r?\n/).map((line) => line.trim());
  const pieces = [secret, secret.trim(), ...lines.filter((line) => line.length >= shortestLine)];
  return [...new Set(pieces)].filter((piece) => piece !== '');
}

/**
 * Letter by letter: raw, percent-encoded or escaped as in JSON. Encoders differ in which letters they leave
 * alone.
 */
function writtenOut(piece: string): string {
  // A run of backslashes is taken as one: "one or more" several times in a row would take for ever on a long
  // run.
  const letters = piece.replaceAll('\r\n', '\n').match(/\\+|[^\\]/gsu) ?? [];
  return letters.map((letter) => (letter.startsWith('\\') ? backslashes : letterPattern(letter))).join('');
}

const backslashes = String.raw`(?:\\+(?:u005[cC]\\*)*|(?:%5[cC])+)`;

function letterPattern(letter: string): string {
  if (/[A-Za-z0-9]/.test(letter)) return letter;
  const escapes = shortEscapes.get(letter) ?? [];
  const ways = [escapeForPattern(letter), percentEncoded(letter), unicodeEscaped(letter), ...escapes];
  return `(?:${ways.join('|')})`;
}

/** JSON within JSON escapes the backslashes again, hence "one or more". */
const shortEscapes: ReadonlyMap<string, readonly string[]> = new Map([
  [' ', [String.raw`\+`]],
  ['"', [String.raw`\\+"`]],
  ['/', [String.raw`\\+/`]],
  ['\n', [String.raw`\r\n`, String.raw`(?:\\+r)?\\+n`, '%0[dD]%0[aA]']],
  ['\r', [String.raw`\\+r`]],
  ['\t', [String.raw`\\+t`]],
  ['\b', [String.raw`\\+b`]],
  ['\f', [String.raw`\\+f`]],
]);

function percentEncoded(letter: string): string {
  return [...Buffer.from(letter)].map((byte) => `%${anyCase(byte.toString(16).padStart(2, '0'))}`).join('');
}

function unicodeEscaped(letter: string): string {
  const units = Array.from({ length: letter.length }, (_, index) => letter.charCodeAt(index));
  return units.map((unit) => String.raw`\\+u${anyCase(unit.toString(16).padStart(4, '0'))}`).join('');
}

/**
 * A secret somewhere inside encoded bytes begins at one of three places in a group, so there are three
 * encodings. Only the letters that depend on nothing but the secret are looked for; the half-letter at either
 * side goes with them. Both alphabets, and the line breaks that `base64` puts in after 76 letters.
 */
function base64(piece: string): readonly string[] {
  const secret = Buffer.from(piece);
  return [0, 1, 2].flatMap((before) => {
    const bits = 8 * (before + secret.length);
    const encoded = Buffer.concat([Buffer.alloc(before), secret]).toString('base64');
    const core = encoded.slice(Math.ceil((8 * before) / 6), Math.floor(bits / 6));
    if (core.length < shortestCore) return [];
    const lead = before === 0 ? '' : '[A-Za-z0-9+/_-]?';
    const tail = bits % 6 === 0 ? '' : `(?:${lineBreak}[A-Za-z0-9+/_-]={0,2})?`;
    return [`${lead}${[...core].map(base64Letter).join(lineBreak)}${tail}`];
  });
}

/** Raw, or as JSON writes it. */
const lineBreak = String.raw`(?:[\r\n]|\\[rn])*`;

function base64Letter(letter: string): string {
  if (letter === '+') return '[+-]';
  return letter === '/' ? String.raw`(?:[/_]|\\/)` : letter;
}

/** With or without blanks, colons and line breaks between the bytes, as `xxd` and fingerprints have them. */
function hexadecimal(piece: string): readonly string[] {
  const bytes = [...Buffer.from(piece)];
  if (2 * bytes.length < 2 * shortestCore) return [];
  const between = String.raw`(?:[\s:]|\\[rn])*`;
  return [bytes.map((byte) => anyCase(byte.toString(16).padStart(2, '0'))).join(between)];
}

function anyCase(hex: string): string {
  return hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}

function escapeForPattern(letter: string): string {
  return letter.replace(/[\\^$.*+?()[\]{}|/-]/, String.raw`\$&`);
}
