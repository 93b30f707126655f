import { createLogUpdate } from 'log-update';
import type { RunEvent } from '../model/event.ts';
import { tallies } from '../model/verdict.ts';

/** What the line on the terminal shows. */
export interface Progress {
  readonly planned: number;
  readonly done: number;
  readonly failed: number;
  /** Cases under way, oldest first. */
  readonly running: readonly string[];
}

export const noProgress: Progress = { planned: 0, done: 0, failed: 0, running: [] };

/** Pure: the line that follows an event. */
export function advance(progress: Progress, event: RunEvent): Progress {
  switch (event.type) {
    case 'run-started':
      return { ...progress, planned: event.planned.ids.length };
    case 'case-started':
      return { ...progress, running: [...progress.running, event.id] };
    case 'case-ended':
      return {
        ...progress,
        done: progress.done + 1,
        failed: progress.failed + (tallies[event.verdict] === 'failed' ? 1 : 0),
        running: progress.running.filter((id) => id !== event.id),
      };
    default:
      return progress;
  }
}

export function showProgress({ planned, done, failed, running }: Progress): string {
  const width = String(planned).length;
  return `[${String(done).padStart(width)}/${planned}] ${failed} failed  ${running.join('  ')}`;
}

/** Draws on a terminal, at most every 50 ms: hundreds of cases a second would only flicker. */
export function drawProgress(stream: NodeJS.WriteStream): { onEvent(event: RunEvent): void; clear(): void } {
  const line = createLogUpdate(stream);
  let progress = noProgress;
  let drawn = 0;
  return {
    onEvent: (event) => {
      progress = advance(progress, event);
      if (performance.now() - drawn < 50) return;
      drawn = performance.now();
      line(showProgress(progress));
    },
    clear: () => line.clear(),
  };
}
