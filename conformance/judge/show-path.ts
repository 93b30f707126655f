/** `output.data[0]`, and `["odd key"]` where a key is no plain word. */
export function showPath(path: readonly PropertyKey[]): string {
  return path
    .map((key, index) => {
      if (typeof key === 'number') return `[${key}]`;
      const text = String(key);
      if (!/^[A-Za-z_][A-Za-z0-9_-]*$/.test(text)) return `[${JSON.stringify(text)}]`;
      return index === 0 ? text : `.${text}`;
    })
    .join('');
}
