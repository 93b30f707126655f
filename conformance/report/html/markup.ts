/** Markup that is safe to put into a page as it stands. Only `html` makes it. */
export interface Html {
  readonly markup: string;
}

type Part = Html | readonly Html[] | string | number;

/** A template whose values are escaped: everything that a runtime printed is text and stays text. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  const markup = strings.map((text, index) => {
    const part = parts[index];
    return part === undefined ? text : text + show(part);
  });
  return { markup: markup.join('') };
}

/** Text of the page's own, such as its style. Nothing from outside may come here. */
export function trusted(markup: string): Html {
  return { markup };
}

export const nothing: Html = { markup: '' };

function show(part: Part): string {
  if (typeof part === 'string' || typeof part === 'number') return escapeText(String(part));
  return 'markup' in part ? part.markup : part.map(({ markup }) => markup).join('');
}

const entities: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
]);

function escapeText(text: string): string {
  return text.replaceAll(/[&<>"']/g, (found) => entities.get(found) ?? found);
}

/** Text of the suite, in which backquotes set off code. */
export function prose(text: string): Html {
  const parts = text.trim().split('`');
  if (parts.length % 2 === 0) return html`${text}`;
  return html`${parts.map((part, index) => (index % 2 === 0 ? html`${part}` : html`<code>${part}</code>`))}`;
}
