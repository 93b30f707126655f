/** The longest request: arguments, and the JSON around them. Bytes. */
const longestLine = 64 * 1024 * 1024;

/**
 * Lines of a byte stream, without their `\n`, as they come; `undefined` in place of one that is no UTF-8 or longer than `longest`. A
 * last line without an end counts. Not `node:readline`, which also splits at U+2028 and keeps lines of any length.
 */
export async function* linesOf(
  chunks: AsyncIterable<Uint8Array>,
  longest = longestLine,
): AsyncGenerator<string | undefined> {
  let parts: Uint8Array[] = [];
  let size = 0;
  const keep = (part: Uint8Array) => {
    size += part.length;
    if (size <= longest) parts.push(part);
    else parts = [];
  };
  const take = () => {
    const line = size > longest ? undefined : decode(Buffer.concat(parts));
    parts = [];
    size = 0;
    return line;
  };
  for await (const chunk of chunks) {
    let from = 0;
    for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, from)) {
      keep(chunk.subarray(from, at));
      yield take();
      from = at + 1;
    }
    if (from < chunk.length) keep(chunk.subarray(from));
  }
  if (size > 0) yield take();
}

const newline = 10;

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Lines of this process's stdin, until it ends or somebody asks the process to stop. */
export function stdinLines(signal: AbortSignal): AsyncGenerator<string | undefined> {
  const { stdin } = process;
  signal.addEventListener('abort', () => void stdin.destroy(), { once: true });
  return linesOf(untilClosed(stdin));
}

/** A stdin that is destroyed while it is read has ended, and that is no error. */
async function* untilClosed(stdin: NodeJS.ReadStream): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of stdin as AsyncIterable<Buffer>) yield chunk;
  } catch (error) {
    if (!stdin.destroyed) throw error;
  }
}

/** Aborts when nobody reads stdout any more: there is no one left to answer. */
export function stdoutGone(): AbortSignal {
  const controller = new AbortController();
  process.stdout.on('error', () => controller.abort('stdout is closed'));
  return controller.signal;
}
