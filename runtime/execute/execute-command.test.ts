import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dirSync, setGracefulCleanup } from 'tmp-promise';
import { describe, expect, it } from 'vitest';
import type { CommandOutcome } from '../model/call.ts';
import { fromJson } from '../model/json.ts';
import { fakePorts } from '../ports/fake.ts';
import { nodePorts } from '../ports/node.ts';
import { parseTemplate } from '../template/template.ts';
import type { Secrets } from './credentials.ts';
import { executeCommand, previewArgv } from './execute-command.ts';
import { createRedactor } from './redaction.ts';
import { type Sample, sampleCall, token } from './sample-command.ts';

setGracefulCleanup();
const ports = nodePorts();
const secretText = 'pä$$/w+rd "x\\y"?&~\nsecond line';
const secrets: Secrets = { values: new Map([[token, secretText]]), missing: new Map() };
const redact = createRedactor(secrets.values);
const withSecret = { credential: token, env: new Map([['TOK', parseTemplate('{credential.tok}')]]) };

const execute = (sample: Sample, signal?: AbortSignal) =>
  executeCommand(sampleCall(sample).permit, { ports, secrets, redact, ...(signal && { signal }) });
const sh = (script: string, more: Partial<Sample> = {}) => execute({ argv: ['sh', '-c', script], ...more });
const node = (script: string, more: Partial<Sample> = {}) =>
  execute({ argv: ['node', '-e', script], program: process.execPath, ...more });

function outputOf(outcome: CommandOutcome) {
  if (outcome.kind !== 'ok') throw new Error(outcome.error.message);
  return outcome.output;
}
function errorOf(outcome: CommandOutcome) {
  return outcome.kind === 'failed' ? outcome.error : undefined;
}

describe('a value', () => {
  it.each(['; rm -rf / | $(touch x) \n && "two words"', '$HOME ~ *', '', '{v}', '\u{1f600}\tü '])(
    'reaches the program as one argument, byte for byte: %j',
    async (v) => {
      const argv = [
        'node',
        '-e',
        'console.log(JSON.stringify(process.argv.slice(1)))',
        '{v}',
        'x={v}',
      ] as const;
      const outcome = await execute({
        argv,
        program: process.execPath,
        arguments: { v },
        command: { parse: 'json' },
      });
      expect(fromJson(outputOf(outcome).data)).toEqual([v, `x=${v}`]);
    },
  );
});

describe('the outcome', () => {
  it('of a success has the output, and the facts for the audit', async () => {
    const outcome = await sh('echo "$0"; echo note >&2', {
      argv: ['sh', '-c', 'echo "$0"; echo note >&2', '{v}'],
      arguments: { v: 'hi' },
    });
    expect(outcome).toMatchObject({
      kind: 'ok',
      output: { text: 'hi\n', data: 'hi\n', exitCode: 0, stderr: 'note\n', lossy: false },
      facts: {
        argv: ['/bin/sh', '-c', 'echo "$0"; echo note >&2', 'hi'],
        exitCode: 0,
        signal: null,
        stdout: { bytes: 3, sha256: createHash('sha256').update('hi\n').digest('hex') },
        stderr: { bytes: 5 },
      },
    });
  });

  it('of a failure has status and stderr in its message, and the facts', async () => {
    const outcome = await sh('echo half; echo why >&2; exit 4');
    expect(outcome).toMatchObject({
      kind: 'failed',
      error: { code: 'command.exit-status', message: 'sh exited with status 4: why' },
      facts: { exitCode: 4, stdout: { bytes: 5 } },
    });
    expect(outcome).not.toHaveProperty('output');
  });

  it('of a killed program names the signal', async () => {
    expect(await sh('kill -SEGV $$')).toMatchObject({
      error: { code: 'command.signal' },
      facts: { signal: 'SIGSEGV' },
    });
  });

  it('holds characters together that came in pieces', async () => {
    const script = String.raw`printf '\342'; sleep 0.1; printf '\202'; sleep 0.1; printf '\254'`;
    expect(outputOf(await sh(script))).toMatchObject({ text: '€', lossy: false });
  });
});

describe('bounds', { timeout: 20_000 }, () => {
  it('stop a flood as a failure without any of its output', async () => {
    const outcome = await sh('yes flood', { pack: { maxOutputBytes: 1000 } });
    expect(outcome).toMatchObject({ kind: 'failed', error: { code: 'command.output-ceiling' } });
    expect(JSON.stringify(outcome)).not.toContain('flood\\n');
  });

  it('stop what takes too long', async () => {
    const outcome = await sh('sleep 60', { command: { timeoutMs: 100 } });
    expect(errorOf(outcome)).toMatchObject({
      code: 'command.timeout',
      message: 'sh did not end within 0.1 s and was stopped',
    });
  });

  it('end with the runtime', async () => {
    const controller = new AbortController();
    const outcome = execute({ argv: ['sleep', '60'] }, controller.signal);
    setTimeout(() => controller.abort(), 100);
    expect(errorOf(await outcome)?.code).toBe('command.interrupted');
  });
});

describe('a secret', { timeout: 20_000 }, () => {
  const script = `
    const s = process.env.TOK;
    const ways = {
      raw: s, uri: encodeURIComponent(s), form: new URLSearchParams({ v: s }).toString(), json: JSON.stringify(s),
      base64: Buffer.from(s).toString('base64'), url64: Buffer.from('user:' + s).toString('base64url'),
      hex: Buffer.from(s).toString('hex'), line: s.split('\\n')[1],
    };
    const text = JSON.stringify(ways);`;
  const traces = [
    secretText,
    'second line',
    encodeURIComponent(secretText),
    JSON.stringify(secretText).slice(1, -1),
    JSON.stringify(JSON.stringify(secretText)).slice(3, -3),
    Buffer.from(secretText).toString('base64'),
    Buffer.from(`user:${secretText}`).toString('base64url'),
    Buffer.from(secretText).toString('hex'),
    new URLSearchParams({ v: secretText }).toString().slice(2),
  ];
  const shown = (outcome: CommandOutcome) =>
    JSON.stringify(outcome, (_, value) => (value instanceof Map ? Object.fromEntries(value) : value));

  it('reaches the command through its environment', async () => {
    const outcome = await node('console.log(Buffer.byteLength(process.env.TOK))', { pack: withSecret });
    expect(outputOf(outcome).text).toBe(`${Buffer.byteLength(secretText)}\n`);
  });

  it.each(['text', 'json', 'lines'] as const)(
    'printed in every encoding leaves no trace in %s',
    async (parse) => {
      const outcome = await node(`${script} console.log(text); console.error(text);`, {
        pack: withSecret,
        command: { parse },
      });
      expect(outcome.kind).toBe('ok');
      const all = shown(outcome);
      for (const trace of traces) expect(all).not.toContain(trace);
      expect(all.split('[credential:tok]').length).toBeGreaterThan(16);
    },
  );

  it('leaves no trace in a failure either', async () => {
    const fails = `${script} console.error(text); process.exit(1);`;
    const broken = `${script} console.log('no json ' + text);`;
    for (const outcome of [
      await node(fails, { pack: withSecret }),
      await node(broken, { pack: withSecret, command: { parse: 'json' } }),
    ]) {
      expect(errorOf(outcome)?.message).toContain('[credential:tok]');
      for (const trace of traces) expect(shown(outcome)).not.toContain(trace);
    }
  });

  it('sent as an argument or as the name of one is not repeated', async () => {
    const sent = await sh('exit 1', { argv: ['sh', '-c', 'echo "$0"', '{v}'], arguments: { v: secretText } });
    const named = await execute({ argv: ['sh'], arguments: { [secretText]: 1 } });
    expect(sent.facts?.argv.at(-1)).toBe('[credential:tok]');
    expect(errorOf(named)).toMatchObject({
      code: 'command.unknown-argument',
      message: 'unknown argument "[credential:tok]"',
    });
  });
});

describe('nothing is started', () => {
  const start = async (sample: Sample, missing?: string) => {
    const world = fakePorts({ files: { '/work/here': '' } });
    const none: Secrets = { values: new Map(), missing: missing ? new Map([[token, missing]]) : new Map() };
    const outcome = await executeCommand(sampleCall({ pack: { cwd: '/work' }, ...sample }).permit, {
      ports: world,
      secrets: none,
      redact,
    });
    return { code: errorOf(outcome)?.code, facts: outcome.facts, started: world.processes.started.length };
  };

  it.each<[string, Sample, string?]>([
    ['command.missing-argument', { argv: ['p', '{v}'] }],
    ['command.unknown-argument', { argv: ['p'], arguments: { v: 1 } }],
    ['command.bad-value', { argv: ['p', '{v}'], arguments: { v: 'a\0' } }],
    ['command.option-like-value', { argv: ['p', '{v}'], arguments: { v: '-x' } }],
    ['command.too-long', { argv: ['p', '{v}'], arguments: { v: 'x'.repeat(200_000) } }],
    ['credential.missing', { argv: ['p'], pack: { ...withSecret, cwd: '/work' } }, 'it is empty'],
    ['command.not-started', { argv: ['p'], pack: { cwd: '/nowhere' } }],
  ])('on %s', async (code, sample, missing) => {
    expect(await start(sample, missing)).toEqual({ code, facts: undefined, started: 0 });
  });

  it('once the runtime is asked to stop', async () => {
    const world = fakePorts();
    const files = {
      ...world.files,
      status: () => ({ kind: 'directory' as const, size: 0, executable: true }),
    };
    const outcome = await executeCommand(sampleCall({ argv: ['p'] }).permit, {
      ports: { ...world, files },
      secrets,
      redact,
      signal: AbortSignal.abort(),
    });
    expect([errorOf(outcome)?.code, world.processes.started.length]).toEqual(['command.interrupted', 0]);
  });

  it('otherwise', async () => {
    expect(await start({ argv: ['p'] })).toMatchObject({ code: undefined, started: 1 });
  });
});

describe('a program that cannot start', () => {
  it('is told apart from its missing interpreter', async () => {
    const folder = dirSync({ unsafeCleanup: true }).name;
    writeFileSync(join(folder, 'script'), '#!/no/such/interpreter\n', { mode: 0o755 });
    const outcome = await execute({ argv: ['script'], program: join(folder, 'script') });
    expect(errorOf(outcome)?.message).toContain('but its interpreter /no/such/interpreter is not');
    expect(outcome.facts).toBeUndefined();
  });
});

describe('previewArgv', () => {
  it('says what would run', async () => {
    const { permit } = sampleCall({ argv: ['sh', '-c', '{v}'], arguments: { v: 'x' } });
    expect(await previewArgv(permit.call)).toMatchObject({ ok: true, value: ['/bin/sh', '-c', 'x'] });
  });

  it('says why nothing could', async () => {
    const { permit } = sampleCall({ argv: ['sh', '{v}'] });
    expect(await previewArgv(permit.call)).toMatchObject({
      ok: false,
      problems: [{ code: 'command.missing-argument' }],
    });
  });

  it('is asked for commands alone', async () => {
    const { permit } = sampleCall({ argv: ['sh'] });
    const target = { ...permit.call.target, kind: 'mcp_tool' as const };
    await expect(previewArgv({ ...permit.call, target })).rejects.toThrow('tools-do is backed by mcp_tool');
  });
});
