/** Everything a terminal would swallow: colours, cursor moves, titles. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with one.
const escapes = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[@-Z\\-_])/g;

/** What stands beside a version and has numbers of its own. */
const distractions: readonly (readonly [RegExp, string])[] = [
  [/\b[a-z][a-z+.-]*:\/\/\S+/gi, ''],
  [/(?<!\S)(?:\/[\w.+-]+)+\/(?=[\w.+-])/g, ''],
  [/\b\d{4}([-/])\d\d\1\d\d(?:[T ]\d\d:\d\d\S*)?/g, '[date]'],
  [/(?:copyright|\(c\)|©).*$/i, ''],
];

export function stripEscapes(text: string): string {
  return text.replace(escapes, '').replaceAll('\r', '');
}

/** Versions stand at the top; further down are libraries, options and features. Bounded so that no rule can take long. */
const mostLines = 40;
const mostColumns = 400;

/** The first lines of `text` without escape sequences, addresses, folders, dates and copyright notices. */
export function clean(text: string): readonly string[] {
  const lines = stripEscapes(text).split('\n', mostLines);
  return lines.map((line) => withoutDistractions(line.slice(0, mostColumns)));
}

function withoutDistractions(line: string): string {
  return distractions.reduce((rest, [what, instead]) => rest.replace(what, instead), line).trim();
}
