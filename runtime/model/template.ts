/**
 * A parsed text with holes. `{name}` is a placeholder, `{{name}}` the literal text `{name}`, any other brace text literal.
 * Filling walks the parts once: a value is never looked at again.
 */
export type Template = readonly TemplatePart[];
export type TemplatePart =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'placeholder'; readonly name: string };
