import { expect, it } from 'vitest';
import { fakeExchange } from '../testing/fake-exchange.ts';
import { exchangeEvent, showEnded } from './to-event.ts';

it('says in words how a process ended', () => {
  expect(showEnded({ kind: 'exited', status: 3 })).toBe('exit status 3');
  expect(showEnded({ kind: 'signalled', signal: 'SIGSEGV' })).toBe('killed by SIGSEGV');
  expect(showEnded({ kind: 'timed-out', afterMs: 5 })).toBe('no end within 5 ms, killed');
  expect(showEnded({ kind: 'flooded', stream: 'stdout', limit: 9 })).toBe(
    'more than 9 bytes on stdout, killed',
  );
  expect(showEnded({ kind: 'not-driven', reason: 'ENOENT' })).toBe('not started: ENOENT');
});

it('keeps of an exchange what people can read', () => {
  const exchange = { ...fakeExchange('x'.repeat(10_000)), stdin: Buffer.from('{}'), durationMs: 1.6 };
  const event = exchangeEvent(exchange);
  expect(event).toMatchObject({ stdin: '{}', ended: 'exit status 0', duration_ms: 2 });
  expect(event.stdout.length).toBeLessThan(7000);
});
