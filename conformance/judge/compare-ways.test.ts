import { describe, expect, it } from 'vitest';
import type { Finding } from '../model/finding.ts';
import { compareWays } from './compare-ways.ts';

const fail: Finding = { kind: 'fail', check: 'outcome', message: 'no', path: '' };
const crash: Finding = { ...fail, kind: 'crash' };

describe('a case that was driven both ways', () => {
  it('is nothing to speak of where it comes to the same', () => {
    expect(compareWays('MUST', [], [])).toBeUndefined();
    expect(compareWays('MUST', [fail], [{ ...fail, message: 'another' }])).toBeUndefined();
    expect(compareWays('SHOULD', [fail], [fail])).toBeUndefined();
  });

  it.each<[readonly Finding[], readonly Finding[], string]>([
    [[fail], [], 'in a session the case comes to fail, in processes of its own to pass'],
    [[], [fail], 'in a session the case comes to pass, in processes of its own to fail (outcome: no)'],
    [[fail], [crash], 'in a session the case comes to fail, in processes of its own to crash (outcome: no)'],
  ])('is a finding where it does not', (inSession, alone, message) => {
    expect(compareWays('MUST', inSession, alone)).toMatchObject({
      kind: 'protocol-error',
      check: 'session',
      message,
    });
  });
});
