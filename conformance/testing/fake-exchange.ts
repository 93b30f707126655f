import type { Ended, Exchange } from '../drive/exchange.ts';
import type { Observation } from '../observe/observe.ts';
import type { WitnessRun } from '../observe/witness-runs.ts';

/** Exchanges and observations as a runtime would have left them, for tests of what is pure. */

export function fakeExchange(stdout: unknown, ended: Ended = { kind: 'exited', status: 0 }): Exchange {
  const text = typeof stdout === 'string' ? stdout : JSON.stringify(stdout);
  return {
    argv: ['/bin/runtime', 'validate', '.', '--json'],
    stdin: null,
    stdout: Buffer.from(text),
    stderr: new Uint8Array(),
    ended,
    durationMs: 12,
    pid: 100,
  };
}

export function exited(status: number): Ended {
  return { kind: 'exited', status };
}

export function fakeObservation(
  exchanges: readonly Exchange[],
  fields: Partial<Observation> = {},
): Observation {
  return {
    exchanges,
    witnesses: [],
    asked: [],
    changes: [],
    leaks: [],
    survivors: [],
    files: new Map(),
    ...fields,
  };
}

export function fakeRun(fields: Partial<WitnessRun> = {}): WitnessRun {
  return {
    program: 'witness',
    kind: 'call',
    argv: [],
    env: new Map(),
    cwd: '/case/workspace',
    pid: 7,
    group: 7,
    session: 7,
    terminal: 'none',
    stdin: 'empty',
    ...fields,
  };
}

export const okEnvelope = { contract: '1', verb: 'validate', outcome: 'ok', problems: [] } as const;

export function problem(code: string, fields: object = {}) {
  const place = { path: null, line: null, column: null, pointer: null };
  return { code, severity: 'error', message: `about ${code}`, ...place, hint: null, related: [], ...fields };
}

export const callEnvelopes = {
  ok: (text = '') => ({
    ...{ contract: '1', verb: 'call', outcome: 'ok', problems: [], run_id: 'run-1', skill: 's', text },
    output: { text, data: text, exit_code: 0, stderr: '', duration_ms: 1 },
  }),
  denied: (code = 'grant.not-held') => ({
    ...{ contract: '1', verb: 'call', outcome: 'denied', problems: [], run_id: 'run-1', skill: 's' },
    text: '[skill:s] DENIED: no',
    refusal: { code, reason: 'no', approval_request: null },
  }),
  failed: (code = 'command.timeout') => ({
    ...{ contract: '1', verb: 'call', outcome: 'failed', problems: [], run_id: 'run-1', skill: 's' },
    text: `[skill:s] about ${code}`,
    error: problem(code),
  }),
} as const;
