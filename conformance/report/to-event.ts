import type { Ended, Exchange } from '../drive/exchange.ts';
import { clipJson, clipText } from '../model/clip.ts';
import type { EventOf, ExchangeEvent } from '../model/event.ts';
import type { Finding } from '../model/finding.ts';

/** An exchange as an event keeps it: text, long parts cut. */
export function exchangeEvent({ argv, stdin, stdout, stderr, ended, durationMs }: Exchange): ExchangeEvent {
  return {
    argv: argv.map((each) => clipText(each)),
    stdin: stdin === null ? null : clipText(textOf(stdin)),
    stdout: clipText(textOf(stdout)),
    stderr: clipText(textOf(stderr)),
    ended: showEnded(ended),
    duration_ms: Math.round(durationMs),
  };
}

export function findingEvent(finding: Finding): EventOf<'step'>['findings'][number] {
  const { wanted, got, ...rest } = finding;
  return {
    ...rest,
    ...(wanted === undefined ? {} : { wanted: clipJson(wanted) }),
    ...(got === undefined ? {} : { got: clipJson(got) }),
  };
}

export function showEnded(ended: Ended): string {
  switch (ended.kind) {
    case 'exited':
      return `exit status ${ended.status}`;
    case 'signalled':
      return `killed by ${ended.signal}`;
    case 'replied':
      return 'answered in a session';
    case 'broken':
      return `${ended.reason}, session stopped`;
    case 'timed-out':
      return `no end within ${ended.afterMs} ms, killed`;
    case 'flooded':
      return `more than ${ended.limit} bytes on ${ended.stream}, killed`;
    case 'not-driven':
      return `not started: ${ended.reason}`;
  }
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
}
