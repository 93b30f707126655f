import { type EventOf, type RunEvent, streamFormat } from '../model/event.ts';
import type { Verdict } from '../model/verdict.ts';

/** A run's events, for renderers. */

export function headerEvent(ids: readonly string[], fields: Partial<EventOf<'run-started'>> = {}): RunEvent {
  return {
    type: 'run-started',
    format: streamFormat,
    at: '2026-01-31T12:00:00.000Z',
    kit: { name: 'swarmkit-conformance', version: '0.1.0' },
    suite: { digest: '0123456789abcdef', cases: 9 },
    argv: ['run', '--', 'node', 'runtime.js'],
    command: ['/usr/bin/node', '/r/runtime.js'],
    target: null,
    runtime: { name: 'sample', version: '1.2.3', language: 'sh', capabilities: ['packs'] },
    describe: { exchange: null, findings: [] },
    planned: { ids: [...ids], digest: 'feed' },
    ...fields,
  };
}

export function caseEvents(
  id: string,
  verdict: Verdict,
  { reason = '', steps = [] }: { reason?: string; steps?: readonly RunEvent[] } = {},
): readonly RunEvent[] {
  return [
    {
      type: 'case-started',
      id,
      title: `What ${id} is about`,
      level: 'MUST',
      clauses: [
        {
          id: 'argv.verbatim',
          level: 'MUST',
          capability: 'packs',
          text: 'A value reaches the program\nas one element.',
        },
      ],
      requires: ['packs'],
      tags: [],
      why: 'Injection starts where a value is looked at again.',
      file: 'cases/argv/x.yaml',
      digest: '00c0ffee00c0ffee',
      reproduce: `swarmkit-conformance run --only ${id} -- node runtime.js`,
    },
    ...steps,
    { type: 'case-ended', id, verdict, reason, duration_ms: 40 },
  ];
}

export function stepEvent(
  id: string,
  findings: EventOf<'step'>['findings'],
  fields: Partial<EventOf<'step'>> = {},
): RunEvent {
  return {
    type: 'step',
    id,
    half: 'case',
    differs: null,
    index: 0,
    verb: 'call',
    exchange: {
      argv: ['/usr/bin/node', '/r/runtime.js', 'call', 'a b'],
      stdin: '{"v":"x"}',
      stdout: '{"outcome":"ok"}\n',
      stderr: '',
      ended: 'exit status 0',
      duration_ms: 39,
    },
    findings,
    ...fields,
  };
}

export function footerEvent(counts: Partial<Record<Verdict, number>>, complete = true): RunEvent {
  return { type: 'run-ended', at: '2026-01-31T12:00:02.000Z', duration_ms: 2000, counts, complete };
}
