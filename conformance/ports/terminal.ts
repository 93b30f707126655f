/** Where the kit speaks. stdout carries results, stderr what is for people only. */
export interface Terminal {
  out(text: string): void;
  err(text: string): void;
  /** Colours are wanted on stdout. */
  readonly colour: boolean;
  /** The stream to draw progress on; `undefined` where stderr is no terminal. */
  readonly progress: NodeJS.WriteStream | undefined;
}

/** The process's own streams. `NO_COLOR` (any value but the empty one) and `FORCE_COLOR` are heard. */
export function processTerminal({ stdout, stderr, env }: NodeJS.Process): Terminal {
  return {
    out: (text) => void stdout.write(text),
    err: (text) => void stderr.write(text),
    colour: wantsColour(stdout.isTTY === true, env),
    progress: stderr.isTTY === true && env.TERM !== 'dumb' ? stderr : undefined,
  };
}

export function wantsColour(isTerminal: boolean, env: NodeJS.ProcessEnv): boolean {
  if ((env.NO_COLOR ?? '') !== '') return false;
  if ((env.FORCE_COLOR ?? '0') !== '0') return true;
  return isTerminal && env.TERM !== 'dumb';
}
