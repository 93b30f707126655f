import type { Audience } from '../../agents/audience.ts';
import type { Redactor } from '../../execute/redaction.ts';
import type { JobStatus } from '../schemas.ts';

/** What happens in a job, in order. `seq` counts from 1 and is the event's id in the stream. */
export type TranscriptEvent = { readonly seq: number; readonly at: string } & Happening;

type Happening =
  | { readonly type: 'status'; readonly status: JobStatus }
  /** A line of what the entry agent says, its line break with it. */
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'call'; readonly agent: string; readonly tool: string; readonly arguments: string }
  | {
      readonly type: 'result';
      readonly agent: string;
      readonly tool: string;
      readonly outcome: 'ok' | 'denied' | 'failed';
    };

export interface Transcript {
  add(happening: Happening): void;
  readonly events: readonly TranscriptEvent[];
  /** Settles at the next event, at the end, or when `signal` aborts. */
  changed(signal: AbortSignal): Promise<void>;
  /** Nothing more will happen, for now at least. Wakes whoever waits. */
  close(): void;
  readonly isClosed: boolean;
}

/** What one job may hold in memory: events, and the characters in them. The oldest go first. */
const mostEvents = 2000;
const mostCharacters = 1024 * 1024;

export function openTranscript(now: () => string, earlier: readonly TranscriptEvent[] = []): Transcript {
  const events: TranscriptEvent[] = [...earlier];
  let seq = earlier.at(-1)?.seq ?? 0;
  let characters = events.reduce((sum, each) => sum + sizeOf(each), 0);
  let isClosed = false;
  const waiting = new Set<() => void>();
  const wake = () => {
    for (const each of [...waiting]) each();
  };
  return {
    events,
    get isClosed() {
      return isClosed;
    },
    add(happening) {
      seq += 1;
      const event = { seq, at: now(), ...happening };
      events.push(event);
      characters += sizeOf(event);
      while (events.length > mostEvents || (characters > mostCharacters && events.length > 1)) {
        const oldest = events.shift();
        characters -= oldest === undefined ? 0 : sizeOf(oldest);
      }
      wake();
    },
    close() {
      isClosed = true;
      wake();
    },
    changed: (signal) =>
      new Promise((resolve) => {
        const done = () => {
          waiting.delete(done);
          signal.removeEventListener('abort', done);
          resolve();
        };
        if (isClosed || signal.aborted) return done();
        waiting.add(done);
        signal.addEventListener('abort', done);
      }),
  };
}

/** The events after `after`, those that are still to come included, until the job is over or stands still, or `signal` aborts. */
export async function* follow(
  transcript: Transcript,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<TranscriptEvent> {
  let last = after;
  while (!signal.aborted) {
    const next = transcript.events.find(({ seq }) => seq > last);
    if (next !== undefined) {
      last = next.seq;
      yield next;
    } else if (transcript.isClosed) return;
    else await transcript.changed(signal);
  }
}

function sizeOf(event: TranscriptEvent): number {
  return 'text' in event ? event.text.length : 'arguments' in event ? event.arguments.length : 0;
}

/** Arguments are in the audit as a whole; this is something to follow by. */
const longestArguments = 4000;

/**
 * Writes a run down as it goes. Text is kept back until its line is whole: a secret that a model says in pieces is only known for one in
 * the whole of it, and redaction knows each line of a secret of several lines. Nobody is asked here: a run that needs a person waits.
 */
export function transcriber(
  transcript: Transcript,
  redact: Redactor,
): Audience & { readonly flush: () => void } {
  let line = '';
  const say = (text: string) => {
    if (text !== '') transcript.add({ type: 'text', text: redact(text) });
  };
  const flush = () => {
    say(line);
    line = '';
  };
  return {
    flush,
    onText(piece) {
      const end = piece.lastIndexOf('\n') + 1;
      if (end === 0) {
        line += piece;
        return;
      }
      say(line + piece.slice(0, end));
      line = piece.slice(end);
    },
    onProgress(progress) {
      flush();
      const { agent } = progress;
      const tool = redact(progress.tool);
      if (progress.kind === 'result') {
        transcript.add({ type: 'result', agent, tool, outcome: progress.outcome });
        return;
      }
      const text = redact(progress.argumentsText);
      const shortened = text.length > longestArguments ? `${text.slice(0, longestArguments)}...` : text;
      transcript.add({ type: 'call', agent, tool, arguments: shortened });
    },
    ask: () => Promise.resolve(undefined),
  };
}
