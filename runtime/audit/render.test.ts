import { describe, expect, it } from 'vitest';
import { renderEvent, visible } from './render.ts';
import { sampleEvent } from './sample-event.ts';

const dangerous =
  '\u001b[2J\u009b31m\u0000\u0007\u007f\u0085\u2028\u2029\u202e\u2066\u200b\ufeff\u{e0041}\ud800';

describe('visible', () => {
  it('shows everything that a terminal obeys, and everything that is not seen', () => {
    expect(visible(dangerous)).toBe(
      String.raw`\u{1b}[2J\u{9b}31m\u{0}\u{7}\u{7f}\u{85}\u{2028}\u{2029}\u{202e}\u{2066}\u{200b}\u{feff}\u{e0041}\u{d800}`,
    );
  });

  it('shows line breaks and tabs by their usual names', () => {
    expect(visible('a\nb\r\nc\td')).toBe(String.raw`a\nb\r\nc\td`);
  });

  it('lets line breaks and tabs through where asked to, and a carriage return never', () => {
    expect(visible('a\nb\r\nc\td\u001b', { keepLines: true })).toBe('a\nb\\r\nc\td\\u{1b}');
  });

  it('leaves text of any language alone', () => {
    const text = 'Zürich ¿qué? 東京 עברית \u{1f600} \\n "x"';
    expect(visible(text)).toBe(text);
  });
});

describe('renderEvent', () => {
  const backing = { provider: 'command', container: 'tools', member: 'do', effects: 'read' };

  it('puts a decision on one line', () => {
    const payload = { ...backing, arguments: { file: 'a b' } };
    expect(renderEvent(sampleEvent({ payload }))).toBe(
      '2030-01-01T00:00:00.000Z  r  policy.decision     root tools-do  allowed: allowed  command tools/do (read) {"file":"a b"}',
    );
    const decision = {
      allowed: false,
      code: 'tier.readonly',
      reason: 'no writes',
      tier: 'readonly',
    } as const;
    expect(renderEvent(sampleEvent({ decision }))).toContain('  denied: no writes');
  });

  it('puts an execution on one line: how it went, and what ran', () => {
    const payload = {
      ...backing,
      outcome: 'failed',
      code: 'command.exit-status',
      exit_code: 5,
      argv: ['/bin/p', 'x'],
      arguments: {},
    };
    expect(renderEvent(sampleEvent({ event_type: 'skill.executed', decision: null, payload }))).toContain(
      'skill.executed      root tools-do  failed command.exit-status exit 5  command tools/do (read) ["/bin/p","x"]',
    );
  });

  it('leaves out what an event does not have', () => {
    const event = sampleEvent({ event_type: 'run.started', agent_id: null, skill_id: null, decision: null });
    expect(renderEvent(event)).toBe('2030-01-01T00:00:00.000Z  r  run.started       ');
  });

  it('cannot be broken or painted by a value, however it got there', () => {
    const payload = {
      arguments: { [dangerous]: `${dangerous}\nforged line` },
      container: dangerous,
      provider: dangerous,
    };
    const decision = { allowed: false, code: null, reason: `${dangerous}\r\nforged`, tier: null } as const;
    const line = renderEvent(sampleEvent({ agent_id: dangerous, skill_id: '\nskill', decision, payload }));
    expect(line).toMatch(/^[\x20-\x7e]+$/);
  });

  it('is cut where a value is long', () => {
    const line = renderEvent(sampleEvent({ payload: { arguments: { v: 'x'.repeat(10_000) } } }));
    expect(line.length).toBeLessThan(600);
    expect(line).toMatch(/x…$/);
  });
});
