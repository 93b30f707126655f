import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, vi } from 'vitest';
import { hasColour, interruption, nodeOutput, nodePorts } from './node.ts';

const ports = nodePorts();

describe('the clock', () => {
  it('runs an action once its time has come, and not when it was taken back', async () => {
    const seen: string[] = [];
    const takeBack = ports.clock.after(1, () => seen.push('taken back'));
    takeBack();
    await new Promise<void>((resolve) => {
      ports.clock.after(20, () => {
        seen.push('ran');
        resolve();
      });
    });
    expect(seen).toEqual(['ran']);
  });

  it('does not take a timer of a month for one that is due', async () => {
    const seen: string[] = [];
    const takeBack = ports.clock.after(30 * 24 * 3600 * 1000, () => seen.push('fired'));
    await new Promise((resolve) => setTimeout(resolve, 20));
    takeBack();
    expect(seen).toEqual([]);
  });

  it('goes forward', () => {
    const before = ports.clock.monotonicMs();
    expect(ports.clock.monotonicMs()).toBeGreaterThanOrEqual(before);
    expect(Math.abs(ports.clock.now().getTime() - Date.now())).toBeLessThan(1000);
  });
});

describe('ids', () => {
  it('are the prefix and 20 small letters and digits, never twice the same', () => {
    const ids = Array.from({ length: 200 }, () => ports.ids.next('run'));
    expect(new Set(ids).size).toBe(200);
    for (const id of ids) expect(id).toMatch(/^run-[a-z0-9]{20}$/);
  });
});

describe('the host', () => {
  it('knows which processes live', () => {
    expect(ports.host.isAlive(process.pid)).toBe(true);
    expect(ports.host.isAlive(1)).toBe(true);
    expect(ports.host.isAlive(2 ** 22 + 1)).toBe(false);
  });

  it('says what this process was started with', () => {
    expect(ports.host.env.get('PATH')).toBe(process.env.PATH);
    expect([ports.host.cwd, ports.host.pid]).toEqual([process.cwd(), process.pid]);
    expect(ports.host.platform).toBe(process.platform);
  });
});

describe('interruption', { timeout: 20_000 }, () => {
  it('listens once, to any of the three ways to ask, and then no more', () => {
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      const before = process.listenerCount(name);
      const signal = interruption();
      expect([signal.aborted, process.listenerCount(name)]).toEqual([false, before + 1]);
      process.emit(name, name);
      expect([signal.aborted, signal.reason, process.listenerCount(name)]).toEqual([true, name, before]);
    }
  });

  const module = fileURLToPath(new URL('./node.ts', import.meta.url));
  const node = (script: string) =>
    spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
      encoding: 'utf8',
    });

  it('aborts on the first request to stop and lets the second one stop the process', () => {
    const result = node(`
      import { interruption } from ${JSON.stringify(module)};
      const signal = interruption();
      setInterval(() => {}, 1000);
      signal.addEventListener('abort', () => {
        console.log('aborted by', signal.reason);
        process.kill(process.pid, 'SIGINT');
      });
      process.kill(process.pid, 'SIGTERM');`);
    expect(result.stdout).toBe('aborted by SIGTERM\n');
    expect(result.signal).toBe('SIGINT');
  });
});

describe('output', () => {
  it('goes to stdout and stderr', () => {
    const written: string[] = [];
    const out = vi
      .spyOn(process.stdout, 'write')
      .mockImplementation((text) => written.push(`out ${text}`) > 0);
    const err = vi
      .spyOn(process.stderr, 'write')
      .mockImplementation((text) => written.push(`err ${text}`) > 0);
    nodeOutput().out('a');
    nodeOutput().err('b');
    out.mockRestore();
    err.mockRestore();
    expect(written).toEqual(['out a', 'err b']);
  });

  it.each([
    [true, {}, true],
    [false, {}, false],
    [true, { NO_COLOR: '1' }, false],
    [true, { TERM: 'dumb' }, false],
  ])('has colour for a terminal whose user has not said no: %j %j', (isTTY, env, colour) => {
    expect(hasColour(isTTY, env)).toBe(colour);
  });
});
