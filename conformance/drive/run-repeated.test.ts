import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { targetFromArgv } from '../load/load-target.ts';
import type { RunEvent } from '../model/event.ts';
import { run } from '../run.ts';
import { sampleCase } from '../testing/sample.ts';
import { okLine, shRuntime } from '../testing/sh-runtime.ts';

const root = join(import.meta.dirname, '../..');
const cases = ['a/one', 'a/two'].map((id) =>
  sampleCase({ given: {}, steps: [{ validate: {}, expect: { outcome: 'ok' } }] }, { id }),
);

/** Runs two cases against a program that prints what `body` prints; verdict and reason by id, and the counts. */
async function repeated(body: string, repeat: number) {
  const events: RunEvent[] = [];
  const footer = await run(
    {
      suite: { folder: '/suite', requirements: new Map(), cases, digest: 'feed' },
      selection: { planned: cases, skipped: new Set() },
      target: targetFromArgv([shRuntime(body)], root),
      jobs: 1,
      keep: false,
      kit: { root, version: '0.0.0' },
      argv: [],
      reproduce: (id) => id,
      repeat,
      signal: new AbortController().signal,
    },
    (event) => events.push(event),
  );
  const ended = events.flatMap((event) => (event.type === 'case-ended' ? [event] : []));
  return {
    ended,
    counts: footer.counts,
    started: events.filter(({ type }) => type === 'case-started').length,
  };
}

const saying = (message: string) =>
  `printf '{"contract":"1","verb":"validate","outcome":"ok","problems":[{"code":"command-pack.no-requires","severity":"warning","message":"%s","path":null,"line":null,"column":null,"pointer":null,"hint":null,"related":[]}]}\\n' "${message}"`;

describe('a run that is repeated', () => {
  it('tells each case once, and passes one that is the same wherever it is run', async () => {
    const { ended, counts, started } = await repeated(`echo '${okLine}'`, 3);
    expect(ended.map(({ verdict }) => verdict)).toEqual(['pass', 'pass']);
    expect(started).toBe(2);
    expect(counts).toEqual({ pass: 2 });
  });

  it('does not mind a path, an instant or an id of its own in what is said', async () => {
    const { counts } = await repeated(saying('$HOME at 2026-01-01T00:00:00Z as run-$(date +%s%N)'), 2);
    expect(counts).toEqual({ pass: 2 });
  });

  it.each([
    ['the time zone', saying('$([ "$TZ" = UTC ] && echo noon || echo midnight)'), 'midnight'],
    ['the locale', saying('$([ "$LANG" = C.UTF-8 ] && echo i || echo İ)'), 'İ'],
    ['its folder', saying('$(basename "$(dirname "$(dirname "$(dirname "$HOME")")")" | cut -c1-4)'), 'time'],
  ])('calls a case flaky whose answer depends on %s', async (_, body, elsewhere) => {
    const { ended, counts } = await repeated(body, 2);
    expect(counts).toEqual({ flaky: 2 });
    expect(ended[0]?.reason).toContain('elsewhere the runtime says');
    expect(ended[0]?.reason).toContain(elsewhere);
  });

  it('calls a case flaky that passes here and fails elsewhere', async () => {
    const { ended } = await repeated(`[ "$TZ" = UTC ] && echo '${okLine}'`, 2);
    expect(ended.map(({ verdict, reason }) => [verdict, reason])).toEqual([
      ['flaky', 'elsewhere the case comes to protocol-error, here to pass'],
      ['flaky', 'elsewhere the case comes to protocol-error, here to pass'],
    ]);
  });

  it('sees nothing of it when it is run once', async () => {
    expect((await repeated(saying('$TZ'), 1)).counts).toEqual({ pass: 2 });
  });
});
