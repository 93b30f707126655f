export interface LineSplitter {
  /** The lines that this chunk completes, without their end. */
  push(chunk: Uint8Array): readonly Uint8Array[];
  /** What came behind the last line. */
  rest(): Uint8Array;
  /** The unfinished line has passed the limit; nothing more of it is kept. */
  isTooLong(): boolean;
}

const newline = 10;

/** Bytes to lines, however they were cut. `limit`: the most that is kept of a line, in bytes. */
export function splitLines(limit: number): LineSplitter {
  let parts: Uint8Array[] = [];
  let size = 0;
  const keep = (part: Uint8Array) => {
    size += part.length;
    if (size <= limit) parts.push(part);
  };
  return {
    push(chunk) {
      const lines: Uint8Array[] = [];
      let from = 0;
      for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, from)) {
        keep(chunk.subarray(from, at));
        if (size > limit) break;
        lines.push(Buffer.concat(parts));
        parts = [];
        size = 0;
        from = at + 1;
      }
      if (size <= limit) keep(chunk.subarray(from));
      return lines;
    },
    rest: () => Buffer.concat(parts),
    isTooLong: () => size > limit,
  };
}
