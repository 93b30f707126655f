import type { RunEvent } from '../model/event.ts';

/** A report as a pure function of the event stream. */
export type Renderer = (events: readonly RunEvent[]) => string;

/** Every format of `--report`. Loaded when asked for, so that a run does not start slower for a format it does not write. */
const loaders = {
  events: async () => (await import('./render-events.ts')).renderEvents,
  json: async () => (await import('./render-json.ts')).renderJson,
  junit: async () => (await import('./render-junit.ts')).renderJunit,
  tap: async () => (await import('./render-tap.ts')).renderTap,
  html: async () => (await import('./html/render-html.ts')).renderHtml,
  markdown: async () => (await import('./render-markdown.ts')).renderMarkdown,
  github: async () => (await import('./render-github.ts')).renderGithub,
  badge: async () => (await import('./render-badge.ts')).renderBadge,
  'badge-svg': async () => (await import('./render-badge.ts')).renderBadgeSvg,
  text: async () => {
    const { renderText } = await import('./render-text.ts');
    return (events) => renderText(events, false);
  },
} as const satisfies Record<string, () => Promise<Renderer>>;

export type Format = keyof typeof loaders;
export const formats = Object.keys(loaders) as readonly Format[];

export function isFormat(name: string): name is Format {
  return Object.hasOwn(loaders, name);
}

export function loadRenderer(format: Format): Promise<Renderer> {
  return loaders[format]();
}
