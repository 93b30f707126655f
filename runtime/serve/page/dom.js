/**
 * Everything that is shown is made here, and of text only: what agents and programs say never becomes markup.
 */

/** What a terminal would obey, what turns text around, and what cannot be seen at all. Line breaks and tabs are none of it. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/**
 * The text with everything in it that has no shape of its own spelled out: `\u{1b}`.
 * @param {string} text
 */
export function visible(text) {
  return text.replace(unseen, (found) =>
    found === '\n' || found === '\t' ? found : `\\u{${found.codePointAt(0)?.toString(16)}}`,
  );
}

/**
 * @param {string} name
 * @param {{ class?: string, id?: string, [attribute: string]: string | undefined }} attributes
 * @param {readonly (string | Node)[]} children
 * @returns {HTMLElement}
 */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined) made.setAttribute(key, value);
  }
  made.append(...children.map((child) => (typeof child === 'string' ? visible(child) : child)));
  return made;
}

/**
 * The element of this id, which `index.html` has.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`the page has no #${id}`);
  return found;
}

/**
 * @param {string} id
 * @returns {string}
 */
export function fieldValue(id) {
  const field = byId(id);
  return field instanceof HTMLInputElement || field instanceof HTMLSelectElement ? field.value : '';
}

/**
 * A form that does what `action` says and goes nowhere.
 * @param {HTMLElement} form
 * @param {() => Promise<void> | void} action
 */
export function onSubmit(form, action) {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void action();
  });
}
