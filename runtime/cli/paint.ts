/** Colours for a terminal that wants them; plain text where it does not. */
export interface Paint {
  bold(text: string): string;
  dim(text: string): string;
  good(text: string): string;
  bad(text: string): string;
  warn(text: string): string;
}

export function paint(colour: boolean): Paint {
  const with_ = (code: number) => (text: string) => (colour ? `\u001b[${code}m${text}\u001b[0m` : text);
  return { bold: with_(1), dim: with_(2), good: with_(32), bad: with_(31), warn: with_(33) };
}
