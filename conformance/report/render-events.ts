import type { RunEvent } from '../model/event.ts';

/** JSON Lines: the stream itself. */
export function renderEvents(events: readonly RunEvent[]): string {
  return events.map(renderEvent).join('');
}

export function renderEvent(event: RunEvent): string {
  return `${JSON.stringify(event)}\n`;
}
