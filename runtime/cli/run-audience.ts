import type { Audience, Progress } from '../agents/audience.ts';
import { visible } from '../audit/render.ts';
import type { ApprovalRequest } from '../authorize/approvals.ts';
import type { Terminal } from '../ports/node-terminal.ts';
import type { Output } from '../ports/ports.ts';
import { paint } from './paint.ts';

export interface WatchedRun {
  readonly audience: Audience;
  /** True when the text has been shown already, as it came. */
  hasStreamed(): boolean;
}

/**
 * A run on the command line: text as it arrives where stdout is a terminal, progress on stderr, and a person who is asked where there is one.
 * With `--json` stdout belongs to the envelope, and nobody is asked: whoever reads it is a program.
 */
export function watchedRun(
  output: Output,
  terminal: Terminal,
  json: boolean,
  signal: AbortSignal,
): WatchedRun {
  let hasStreamed = false;
  const colours = paint(output.colour);
  const audience: Audience = {
    onText(text) {
      if (json || !terminal.isWatched) return;
      hasStreamed = true;
      output.out(visible(text, { keepLines: true }));
    },
    onProgress(progress) {
      if (hasStreamed) output.out('\n');
      output.err(`${colours.dim(progressLine(progress))}\n`);
    },
    async ask(request) {
      if (json || terminal.ask === undefined) return undefined;
      const answer = await terminal.ask(question(request), signal);
      return answer === undefined ? undefined : /^y(es)?$/i.test(answer.trim());
    },
  };
  return { audience, hasStreamed: () => hasStreamed };
}

function progressLine(progress: Progress): string {
  const who = visible(`${progress.agent} ${progress.tool}`);
  return progress.kind === 'call'
    ? `> ${who} ${visible(shortened(progress.argumentsText))}`
    : `< ${who} ${progress.outcome}`;
}

/** The whole call is in the audit; this is a line to follow by. */
function shortened(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}...` : text;
}

/** Exactly what would run, element by element, with nothing in it that a terminal would obey. */
function question({ agent, skill, argv }: ApprovalRequest): string {
  const elements = argv.map((element) => visible(JSON.stringify(element))).join(' ');
  return `${agent} wants ${skill}, which would run\n  ${elements}\nLet it run, this once? [y/N] `;
}
