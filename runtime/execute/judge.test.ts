import { describe, expect, it } from 'vitest';
import type { BoundedRun } from './bounds.ts';
import { judge } from './judge.ts';
import { createRedactor } from './redaction.ts';
import { type Sample, sampleCall, token } from './sample-command.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const redact = createRedactor(new Map([[token, 's3cret-value']]));

function verdict(
  run: Partial<Omit<BoundedRun, 'stdout' | 'stderr'>> & { stdout?: string; stderr?: string },
  sample: Partial<Sample> = {},
) {
  const { pack, command } = sampleCall({ argv: ['prog'], ...sample });
  const whole: BoundedRun = {
    verdict: { kind: 'exited', exitCode: 0 },
    counted: { stdout: 0, stderr: 0 },
    durationMs: 5,
    ...run,
    stdout: bytes(run.stdout ?? ''),
    stderr: bytes(run.stderr ?? ''),
  };
  const judged = judge(whole, { pack, command, explain: (reason) => `explained ${reason}` }, redact);
  return judged.ok ? judged.value : [judged.error.code, judged.error.message];
}
const exited = (exitCode: number) => ({ kind: 'exited' as const, exitCode });

describe('an exit', () => {
  it('with status 0 is a success, with all that was written', () => {
    expect(verdict({ stdout: 'out\n', stderr: 'note\n' })).toEqual({
      text: 'out\n',
      data: 'out\n',
      exitCode: 0,
      stderr: 'note\n',
      durationMs: 5,
      lossy: false,
    });
  });

  it('with another status fails with that and the end of stderr', () => {
    expect(verdict({ verdict: exited(5), stdout: 'half', stderr: 'jq: error: oops\n' })).toEqual([
      'command.exit-status',
      'prog exited with status 5: jq: error: oops',
    ]);
    expect(verdict({ verdict: exited(1), stderr: ' \n' })).toEqual([
      'command.exit-status',
      'prog exited with status 1 and wrote nothing on stderr',
    ]);
  });

  it('is a success with any status that the command declares, and only those', () => {
    const grep = { command: { okExitCodes: new Set([0, 1]), parse: 'lines' as const } };
    expect(verdict({ verdict: exited(1) }, grep)).toMatchObject({ exitCode: 1, data: [] });
    expect(verdict({ verdict: exited(2) }, grep)).toContain('command.exit-status');
    expect(verdict({ verdict: exited(0) }, { command: { okExitCodes: new Set([3]) } })).toContain(
      'command.exit-status',
    );
  });

  it('shows the last 2000 characters of a long stderr, cut after redaction and never inside a character', () => {
    const [, message] = verdict({
      verdict: exited(1),
      stderr: `xs3cret-value${'y'.repeat(1995)}`,
    }) as string[];
    expect(message).toBe(`prog exited with status 1: …:tok]${'y'.repeat(1995)}`);
    const [, emoji] = verdict({ verdict: exited(1), stderr: `ab\u{1f600}${'y'.repeat(1999)}` }) as string[];
    expect(emoji).toBe(`prog exited with status 1: …${'y'.repeat(1999)}`);
  });
});

describe('what is no exit', () => {
  it.each([
    [{ kind: 'signalled', signal: 'SIGSEGV' }, 'command.signal', 'prog was killed by SIGSEGV: last words'],
    [{ kind: 'timeout' }, 'command.timeout', 'prog did not end within 1.5 s and was stopped'],
    [
      { kind: 'output-ceiling' },
      'command.output-ceiling',
      'prog wrote more than 1000000 bytes and was stopped; none of it is used',
    ],
    [{ kind: 'interrupted' }, 'command.interrupted', 'prog was stopped, since the runtime was asked to stop'],
    [{ kind: 'not-started', reason: 'ENOENT' }, 'command.not-started', 'explained ENOENT'],
    [
      { kind: 'not-started', reason: 'E2BIG' },
      'command.too-long',
      'the arguments of prog are longer than the system takes',
    ],
  ] as const)('fails by its own code: %j', (end, code, message) => {
    const judged = verdict(
      { verdict: end, stdout: 'partial', stderr: 'last words' },
      { command: { timeoutMs: 1500 } },
    );
    expect(judged).toEqual([code, message]);
  });

  it('fails even where its status would do', () => {
    const signalled = { kind: 'signalled', signal: 'SIGKILL' } as const;
    expect(verdict({ verdict: signalled }, { command: { okExitCodes: new Set([137]) } })).toContain(
      'command.signal',
    );
  });
});

describe('output', () => {
  it('is redacted in text, data and stderr', () => {
    const json = { command: { parse: 'json' as const } };
    expect(
      verdict({ stdout: '{"s3cret-value": ["s3cret-value"]}', stderr: 's3cret-value' }, json),
    ).toMatchObject({
      text: '{"[credential:tok]": ["[credential:tok]"]}',
      data: new Map([['[credential:tok]', ['[credential:tok]']]]),
      stderr: '[credential:tok]',
    });
  });

  it('that is no JSON is shown redacted, also where the excerpt is cut', () => {
    const [code, message] = verdict(
      { stdout: `${'x'.repeat(195)}s3cret-value` },
      { command: { parse: 'json' } },
    ) as string[];
    expect(code).toBe('command.bad-output');
    expect(message).toContain(`"${'x'.repeat(195)}[cred…"`);
  });

  it('is lossy when either stream was', () => {
    const { pack, command } = sampleCall({ argv: ['prog'] });
    const run = { verdict: exited(0), counted: { stdout: 0, stderr: 0 }, durationMs: 0 };
    const broken = new Uint8Array([0xff]);
    const explain = (reason: string) => reason;
    for (const streams of [
      { stdout: broken, stderr: bytes('') },
      { stdout: bytes(''), stderr: broken },
    ]) {
      expect(judge({ ...run, ...streams }, { pack, command, explain }, redact)).toMatchObject({
        value: { lossy: true },
      });
    }
  });
});
