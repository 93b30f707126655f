import { describe, expect, it } from 'vitest';
import type { ApprovalRequest } from '../authorize/approvals.ts';
import type { RequestId } from '../model/ids.ts';
import type { Terminal } from '../ports/node-terminal.ts';
import { watchedRun } from './run-audience.ts';

const request: ApprovalRequest = {
  request_id: 'approval-1' as RequestId,
  run_id: 'run-1',
  topology: 'main',
  agent: 'editor',
  skill: 'tools-save',
  arguments: {},
  argv: ['/bin/save', 'a b', '\u001b[2J"'],
  requested_at: '',
  expires_at: '',
  reason: null,
  call_digest: '',
};

function watch(terminal: Terminal, json = false) {
  const shown = { out: '', err: '' };
  const output = {
    out(text: string) {
      shown.out += text;
    },
    err(text: string) {
      shown.err += text;
    },
    colour: false,
  };
  return { shown, ...watchedRun(output, terminal, json, new AbortController().signal) };
}

describe('who watches a run', () => {
  it('sees text as it comes on a terminal, and nothing of it that a terminal would obey', () => {
    const { audience, shown, hasStreamed } = watch({ isWatched: true });
    expect(hasStreamed()).toBe(false);
    audience.onText('line\n\u001b]0;title\u0007');
    expect(shown.out).toBe('line\n\\u{1b}]0;title\\u{7}');
    expect(hasStreamed()).toBe(true);
  });

  it.each([
    ['stdout is no terminal', { isWatched: false }, false],
    ['a program reads it', { isWatched: true }, true],
  ])('sees no text early where %s', (_, terminal, json) => {
    const { audience, shown, hasStreamed } = watch(terminal, json);
    audience.onText('text');
    expect([shown.out, hasStreamed()]).toEqual(['', false]);
  });

  it('can follow on stderr, whatever a model wrote', () => {
    const { audience, shown } = watch({ isWatched: false }, true);
    audience.onProgress({
      kind: 'call',
      agent: 'root',
      tool: 'a\u001b',
      argumentsText: `{"v":"${'x'.repeat(300)}"}`,
    });
    audience.onProgress({ kind: 'result', agent: 'root', tool: 'a', outcome: 'denied' });
    expect(shown.out).toBe('');
    expect(shown.err).toMatch(/^> root a\\u\{1b\} \{"v":"x{194}\.\.\.\n< root a denied\n$/);
  });

  it.each([
    ['y', true],
    [' YES ', true],
    ['n', false],
    ['', false],
    ['yesterday', false],
    [undefined, undefined],
  ])('is asked for the exact argv, and %j means %s', async (answer, decided) => {
    const asked: string[] = [];
    const terminal: Terminal = {
      isWatched: true,
      ask: (question) => {
        asked.push(question);
        return Promise.resolve(answer);
      },
    };
    expect(await watch(terminal).audience.ask(request)).toBe(decided);
    expect(asked).toEqual([expect.stringContaining('"/bin/save" "a b" "\\u001b[2J\\""\n')]);
  });

  it('is not asked where nobody is, or where a program reads the answer', async () => {
    expect(await watch({ isWatched: true }).audience.ask(request)).toBeUndefined();
    expect(
      await watch({ isWatched: true, ask: () => Promise.resolve('y') }, true).audience.ask(request),
    ).toBeUndefined();
  });
});
