import { describe, expect, it } from 'vitest';
import { readRequest } from './read-request.ts';

describe('a line of a session', () => {
  it('is a request by the names of the contract', () => {
    const params = { workspace: 'w', topology: 't', agent: 'a', skill: 's', arguments: null, run_id: 'r' };
    expect(readRequest(JSON.stringify({ id: 'x', verb: 'call', params }))).toEqual({
      ok: true,
      id: 'x',
      verb: 'call',
      params: { workspace: 'w', topology: 't', agent: 'a', skill: 's', arguments: null, runId: 'r' },
    });
    expect(readRequest('{"id": 1, "verb": "validate", "params": {"workspace": "w", "last": 3}}').ok).toBe(
      true,
    );
    expect(readRequest('{"id": 0, "verb": "describe"}')).toEqual({
      ok: true,
      id: 0,
      verb: 'describe',
      params: {},
    });
  });

  it.each<[string | undefined, unknown, string, string]>([
    [undefined, null, 'session', 'not one JSON object'],
    ['', null, 'session', 'not one JSON object'],
    ['[]', null, 'session', 'not one JSON object'],
    ['{"id": 1} {"id": 2}', null, 'session', 'not one JSON object'],
    ['{"verb": "describe"}', null, 'describe', 'the id of a request'],
    ['{"id": null, "verb": "describe"}', null, 'describe', 'the id of a request'],
    ['{"id": 1.5, "verb": "describe"}', null, 'describe', 'the id of a request'],
    ['{"id": 1, "verb": "describe", "env": {}}', 1, 'describe', 'a request has no "env"'],
    ['{"id": 1}', 1, 'session', 'a session has no verb null'],
    ['{"id": 1, "verb": "serve"}', 1, 'serve', 'a session has no verb "serve"'],
    ['{"id": 1, "verb": "constructor"}', 1, 'constructor', 'a session has no verb "constructor"'],
    ['{"id": 1, "verb": ["call"]}', 1, 'session', 'a session has no verb ["call"]'],
    ['{"id": 1, "verb": "validate"}', 1, 'validate', 'validate: workspace is missing'],
    ['{"id": 1, "verb": "validate", "params": []}', 1, 'validate', 'params are not a JSON object'],
    ['{"id": 1, "verb": "validate", "params": null}', 1, 'validate', 'params are not a JSON object'],
    ['{"id": 1, "verb": "validate", "params": {"workspace": 7}}', 1, 'validate', 'workspace is a string'],
    [
      '{"id": 1, "verb": "validate", "params": {"workspace": "w", "env": {}}}',
      1,
      'validate',
      'there is no parameter "env"',
    ],
    [
      '{"id": 1, "verb": "validate", "params": {"workspace": "w", "__proto__": 1}}',
      1,
      'validate',
      'there is no parameter "__proto__"',
    ],
    [
      '{"id": 1, "verb": "run", "params": {"workspace": "w", "input": "go"}}',
      1,
      'run',
      'topology is missing, or resume',
    ],
    [
      '{"id": 1, "verb": "logs", "params": {"workspace": "w", "last": 0}}',
      1,
      'logs',
      'last is a whole number from 1',
    ],
  ])('%s is no request, and the answer says why', (line, id, verb, message) => {
    const read = readRequest(line);
    expect(read).toMatchObject({ ok: false, id, verb, problem: { code: 'request.bad-arguments' } });
    expect(read.ok ? '' : read.problem.message).toContain(message);
  });
});
