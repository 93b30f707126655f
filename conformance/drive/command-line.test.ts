import { describe, expect, it } from 'vitest';
import { caseFolder } from '../prepare/case-folder.ts';
import { sampleStep } from '../testing/sample.ts';
import { commandLine } from './command-line.ts';
import { pointTo } from './point-to.ts';
import { toRequest } from './to-request.ts';

function line(step: object): string {
  return commandLine(
    toRequest(sampleStep({ ...step, expect: { outcome: 'ok' } }), caseFolder('/c')),
  ).args.join(' ');
}

describe('a step as a command line', () => {
  it.each([
    [{ describe: {} }, 'describe --json'],
    [{ validate: {} }, 'validate /c/workspace --json'],
    [{ validate: { workspace: 'x' } }, 'validate x --json'],
    [{ resolve: {} }, 'resolve /c/workspace --json'],
    [{ call: { skill: 's' } }, 'call /c/workspace --topology main --agent root --skill s --json'],
    [
      { call: { topology: 't', agent: 'a', skill: 's', run_id: 'r' } },
      'call /c/workspace --topology t --agent a --skill s --run-id r --json',
    ],
    [
      { run: { input: 'hi', attach: ['a', 'b'] } },
      'run /c/workspace main --input hi --attach a --attach b --json',
    ],
    [{ logs: { last: 2, run_id: 'r' } }, 'logs /c/workspace --last 2 --run-id r --json'],
    [{ approvals: {} }, 'approvals /c/workspace --json'],
    [{ approve: { request_id: 'q' } }, 'approve /c/workspace q --json'],
    [{ deny: { request_id: 'q', reason: 'no' } }, 'deny /c/workspace q --reason no --json'],
    [{ argv: ['--help'] }, '--help'],
  ])('%j', (step, wanted) => {
    expect(line(step)).toBe(wanted);
  });

  it('has the arguments of a call on stdin, or whatever the case sends instead', () => {
    const stdin = (call: object) => {
      const step = sampleStep({ call: { skill: 's', ...call }, expect: { outcome: 'ok' } });
      return Buffer.from(commandLine(toRequest(step, caseFolder('/c'))).stdin ?? []).toString();
    };
    expect(stdin({})).toBe('{}');
    expect(stdin({ arguments: { a: '\u0000\ud83d' } })).toBe('{"a":"\\u0000\\ud83d"}');
    expect(stdin({ raw_arguments: '{"a":' })).toBe('{"a":');
    expect(stdin({ raw_arguments: '' })).toBe('');
  });
});

describe('pointTo', () => {
  it('follows a JSON pointer through objects and arrays', () => {
    const value = { a: [{ 'b/c': { '~': 1 } }] };
    expect(pointTo(value, '/a/0/b~1c/~0')).toBe(1);
    expect(pointTo(value, '/a/1')).toBeUndefined();
    expect(pointTo(value, '/a/0/constructor')).toBeUndefined();
  });
});
