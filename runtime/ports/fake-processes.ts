import type { Conversation, Conversations, ProcessEnd, Processes, ProcessSpec } from './ports.ts';

/** A program whose every move a test makes. */
export interface FakeProcess {
  readonly spec: ProcessSpec;
  /** In the order they came. */
  readonly signals: readonly string[];
  readonly released: boolean;
  write(stream: 'stdout' | 'stderr', content: string | Uint8Array): void;
  /** The program ends; a descendant lives on and holds the pipes until `closeGroup`. */
  end(how: ProcessEnd): void;
  /** Nothing of the group is left. */
  closeGroup(): void;
  /** The program ends and nothing of it is left. */
  finish(exitCode: number): void;
  /** What it does about a signal. Without one, it dies of it. */
  onSignal(reaction: (signal: string) => void): void;
  /** What it does about a word said to it. */
  onHeard(reaction: (text: string) => void): void;
}

export interface FakeProcesses extends Processes, Conversations {
  readonly started: readonly FakeProcess[];
}

/** Programs that do as `onStart` tells them. */
export function fakeProcesses(
  onStart: (process: FakeProcess) => void = (each) => each.finish(0),
): FakeProcesses {
  const started: FakeProcess[] = [];
  const start = (spec: ProcessSpec): Conversation => {
    const { process, running } = fakeProcess(spec);
    started.push(process);
    onStart(process);
    return running;
  };
  return { started, start, converse: start };
}

type Listener = (stream: 'stdout' | 'stderr', chunk: Uint8Array) => void;

function fakeProcess(spec: ProcessSpec): { process: FakeProcess; running: Conversation } {
  const ended = deferred<ProcessEnd>();
  const drained = deferred<void>();
  const signals: string[] = [];
  /** What is written before anybody listens waits in the pipe. */
  let pipe: Parameters<Listener>[] = [];
  let listener: Listener | undefined;
  let alive = true;
  let released = false;
  const process: FakeProcess = {
    spec,
    signals,
    get released() {
      return released;
    },
    write(stream, content) {
      const chunk = typeof content === 'string' ? new TextEncoder().encode(content) : content;
      if (listener === undefined) pipe.push([stream, chunk]);
      else listener(stream, chunk);
    },
    end: ended.resolve,
    closeGroup() {
      alive = false;
      drained.resolve();
    },
    finish(exitCode) {
      process.end({ kind: 'exited', exitCode });
      process.closeGroup();
    },
    onSignal(reaction) {
      react = reaction;
    },
    onHeard(reaction) {
      heard = reaction;
    },
  };
  let heard = (_text: string): void => undefined;
  let react = (signal: string): void => {
    process.end({ kind: 'signalled', signal });
    process.closeGroup();
  };
  const running: Conversation = {
    say: (text) => heard(text),
    hangUp: () => undefined,
    onOutput(listen) {
      listener = listen;
      for (const written of pipe) listen(...written);
      pipe = [];
    },
    ended: ended.promise,
    drained: drained.promise,
    signalGroup(signal) {
      if (!alive) return false;
      signals.push(signal);
      react(signal);
      return true;
    },
    groupAlive: () => alive,
    release() {
      released = true;
    },
  };
  return { process, running };
}

function deferred<Value>(): { readonly promise: Promise<Value>; readonly resolve: (value: Value) => void } {
  let resolve: (value: Value) => void = () => undefined;
  const promise = new Promise<Value>((take) => {
    resolve = take;
  });
  return { promise, resolve };
}
