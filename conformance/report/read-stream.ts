import * as z from 'zod';
import { RunEvent } from '../model/event.ts';
import { readReport } from './report-model.ts';

/** A saved stream that can be drawn, or why it cannot: a phrase for the person who named the file. */
export type ReadStream =
  | { readonly ok: true; readonly events: readonly RunEvent[] }
  | { readonly ok: false; readonly reason: string };

/**
 * Reads JSON Lines as `run --report events=FILE` writes them. A last line that was torn off is part of a run that was cut
 * off; any other line that is no event is a fault of the file. `partial` takes a stream without a footer too.
 */
export function readStream(text: string, { partial }: { readonly partial: boolean }): ReadStream {
  const lines = text.split('\n');
  const torn = lines.pop() !== '';
  const events: RunEvent[] = [];
  for (const [index, line] of lines.entries()) {
    const event = readEvent(line);
    if ('fault' in event) return { ok: false, reason: `line ${index + 1}: ${event.fault}` };
    events.push(event.event);
  }
  const reason = orderFault(events) ?? (partial ? undefined : gap(events, torn));
  return reason === undefined ? { ok: true, events } : { ok: false, reason };
}

function readEvent(line: string): { event: RunEvent } | { fault: string } {
  try {
    const parsed = RunEvent.safeParse(JSON.parse(line));
    return parsed.success
      ? { event: parsed.data }
      : { fault: `not an event of this kit: ${z.prettifyError(parsed.error).replaceAll('\n', ' ')}` };
  } catch {
    return { fault: 'not JSON; a stream is what `run --report events=FILE` writes' };
  }
}

/** One header at the beginning, and nothing behind a footer: else two streams were run together. */
function orderFault(events: readonly RunEvent[]): string | undefined {
  const types = events.map(({ type }) => type);
  if (types[0] !== 'run-started')
    return 'the stream has no header: its first line is not a run-started event';
  if (types.lastIndexOf('run-started') !== 0) return 'the file holds more than one stream';
  const footer = types.indexOf('run-ended');
  return footer === -1 || footer === types.length - 1 ? undefined : 'something stands behind the footer';
}

/** Why the stream does not show a run to its end. */
function gap(events: readonly RunEvent[], torn: boolean): string | undefined {
  const { header, footer } = readReport(events);
  if (footer === undefined || torn) return 'the stream has no footer: the run was cut off';
  const ended = new Set(events.flatMap((event) => (event.type === 'case-ended' ? [event.id] : [])));
  const missing = header?.planned.ids.find((id) => !ended.has(id));
  return missing === undefined ? undefined : `${missing} was planned and has no end`;
}
