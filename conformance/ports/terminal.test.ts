import { describe, expect, it } from 'vitest';
import { processTerminal, wantsColour } from './terminal.ts';

describe('the terminal', () => {
  it.each([
    [true, {}, true],
    [false, {}, false],
    [true, { NO_COLOR: '1' }, false],
    [true, { NO_COLOR: '' }, true],
    [false, { FORCE_COLOR: '1' }, true],
    [true, { FORCE_COLOR: '0', TERM: 'dumb' }, false],
    [true, { NO_COLOR: '1', FORCE_COLOR: '1' }, false],
  ])('a terminal: %s, with %j: colours %s', (isTerminal, env, wanted) => {
    expect(wantsColour(isTerminal, env)).toBe(wanted);
  });

  it('keeps results and remarks apart, and draws progress only where somebody watches', () => {
    const written: string[] = [];
    const stream = (name: string, isTTY: boolean) => ({
      isTTY,
      write: (text: string) => written.push(`${name} ${text}`),
    });
    const make = (isTTY: boolean) =>
      processTerminal({
        stdout: stream('out', isTTY),
        stderr: stream('err', isTTY),
        env: {},
      } as unknown as NodeJS.Process);
    make(true).out('a');
    make(true).err('b');
    expect(written).toEqual(['out a', 'err b']);
    expect(make(true).progress).toBeDefined();
    expect(make(false).progress).toBeUndefined();
  });
});
