import fc, { type Arbitrary } from 'fast-check';

/** What has made some program do something else than it was asked to. */
const hostile = [
  "'",
  '"',
  '`',
  '\\',
  '$',
  '$(touch @{canary})',
  '`touch @{canary}`',
  '; touch @{canary}',
  '| ',
  '&& ',
  '\n',
  '\r',
  '\t',
  '${HOME}',
  '$HOME',
  '%PATH%',
  '{v}',
  '{credential.tok}',
  '{{',
  '}}',
  '$&',
  '$$',
  '$1',
  "$'",
  '*',
  '?',
  '~',
  '~/',
  '@file',
  '--',
  '-rf',
  '#',
  '!',
  '<(',
  '>',
  '&',
  '\u001b[31m',
  '\u0007',
  '\u202e',
  '\u200b',
  '\ufeff',
  '\u2028',
  'é',
  'e\u0301',
  '👩‍👩‍👧',
  '__proto__',
  '%s',
  '\\n',
  ' ',
  '  ',
  ':',
  ',',
  '- a',
  '? b',
  '!!js',
  '%TAG',
  '&a',
  '*a',
  '|',
  '>-',
  "''",
  'null',
  'true',
  '0x1f',
  '1e5',
] as const;

/** Text of every kind that an argument can hold: no NUL, which none can, and no reference of the case format's own. */
export const hostileText: Arbitrary<string> = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...hostile) },
      fc.string({ unit: 'binary', maxLength: 6 }),
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(''))
  .filter((text) => !text.includes('\0') && !/@\{(?!canary\})/.test(text));

/** Ids, some of them beginnings of others, or words that say nothing about what a command does. */
export const commandId: Arbitrary<string> = fc.constantFrom(
  'look',
  'look-up',
  'list',
  'get',
  'read-all',
  'save',
  'delete-all',
  'drop',
  'write-read',
  'a',
  'a-b',
  'constructor',
  'x1',
);

/** Names of placeholders, some of them beginnings of others, or names that every object has. */
export const placeholderName: Arbitrary<string> = fc.constantFrom(
  'v',
  'v2',
  'file',
  'file_name',
  'f',
  'constructor',
  'toString',
  'valueOf',
  'a.b',
  '_x',
  'V',
  'PATH',
  'length',
);

export const tier = fc.constantFrom('open', 'cautious', 'readonly');
export const effects = fc.constantFrom('read', 'write', undefined);
