import { describe, expect, it } from 'vitest';
import type { Finding } from '../model/finding.ts';
import { signatureOf } from './signature-of.ts';

function found(message: string, more: Partial<Finding> = {}): Finding {
  return { kind: 'fail', check: 'text', message, path: '', ...more };
}

describe('a signature', () => {
  it('is that of the finding that decides, with its kind', () => {
    expect(signatureOf([])).toBe('');
    expect(signatureOf([found('x'), found('boom', { kind: 'crash', check: 'process' })])).toBe(
      'crash process: boom',
    );
    expect(signatureOf([found('', { path: 'output.text', wanted: 'a', got: 'b' })])).toBe(
      'fail output.text: wanted "a", got "b"',
    );
  });

  it.each([
    [
      '/tmp/conformance-aB3xYz/lane-1/place-2/workspace/x',
      '/tmp/conformance-Q9Q9Q9/lane-2/place-1/workspace/x',
    ],
    ['/tmp/conformance-aB3xYz/lane-1/7/workspace/x', '/var/tmp/conformance-Q9Q9Q9/alone-2/11/workspace/x'],
    ['at 2026-01-31T12:00:00.000Z', 'at 2027-02-28T01:02:03Z'],
    ['run-kdj62uem9m71vuu80vsj', 'run-00000uem9m71vuu80vsj'],
    ['approval-v536gr5p4u1m2c08p8a0 waits', 'approval-iiqhjejjearb9n4vu0fut waits'],
    ['secret 3k9xq2mfa81zt0ab', 'secret 9fk2mz81aq7b3c5d'],
    ['no answer within 200 ms', 'no answer within 20000 ms'],
    ['a process lives on: sleep (4711)', 'a process lives on: sleep (815)'],
    ['took 12345', 'took 99999'],
  ])('is the same for %j and %j', (one, other) => {
    expect(signatureOf([found(one)])).toBe(signatureOf([found(other)]));
  });

  it.each([
    ['wanted 1, got 2', 'wanted 1, got 3'],
    ['command-pack.shell', 'command-pack.unknown-override'],
    [
      '/tmp/conformance-aB3xYz/lane-1/place-2/workspace/x',
      '/tmp/conformance-aB3xYz/lane-1/place-2/workspace/y',
    ],
    ['exited with status 9', 'exited with status 7'],
  ])('tells %j from %j', (one, other) => {
    expect(signatureOf([found(one)])).not.toBe(signatureOf([found(other)]));
  });

  it('is one line of bounded length', () => {
    const signature = signatureOf([found(`a\nb ${'x y '.repeat(400)}`)]);
    expect(signature).not.toContain('\n');
    expect(signature.length).toBeLessThanOrEqual(200);
  });
});
