/** A form that a secret may leave in, with the bytes to look for. */
interface Form {
  readonly name: string;
  readonly bytes: Buffer;
}

/**
 * Every form of a secret worth looking for. Its core of letters and digits survives URL-, JSON- and shell-escaping, so the core
 * alone finds the raw and the escaped forms. Base64 reads three bytes at a time: the secret looks different at each offset.
 */
function leakForms(secret: string): readonly Form[] {
  const core = /^[a-z0-9]+/.exec(secret)?.[0] ?? secret;
  const bytes = Buffer.from(core);
  const hex = bytes.toString('hex');
  const base64 = [0, 1, 2].flatMap((offset) => base64Within(bytes, offset));
  return [
    { name: 'as it is, or escaped', bytes },
    ...base64.map((text) => ({ name: 'in base64', bytes: Buffer.from(text) })),
    { name: 'in hex', bytes: Buffer.from(hex) },
    { name: 'in hex', bytes: Buffer.from(hex.toUpperCase()) },
    { name: 'backwards', bytes: Buffer.from(bytes).reverse() },
  ];
}

/** What stays the same of base64 when the bytes begin at this offset, in the plain and the URL alphabet. */
function base64Within(bytes: Buffer, offset: number): readonly string[] {
  const padded = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
  const lead = offset === 0 ? 0 : offset + 1;
  const stable = padded.replace(/=+$/, '').slice(lead, -2);
  return [...new Set([stable, stable.replaceAll('+', '-').replaceAll('/', '_')])];
}

/** A place to look in, by the name to report. */
export interface Haystack {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** A sentence for each secret that shows in a place. */
export function findLeaks(
  secrets: ReadonlyMap<string, string>,
  places: readonly Haystack[],
): readonly string[] {
  return [...secrets].flatMap(([secretName, secret]) => {
    const forms = leakForms(secret);
    return places.flatMap(({ name, bytes }) => {
      const haystack = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      const form = forms.find((each) => haystack.includes(each.bytes));
      return form === undefined ? [] : [`${secretName} shows in ${name}, ${form.name}`];
    });
  });
}
