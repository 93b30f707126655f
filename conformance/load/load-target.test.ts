import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { loadTarget, targetFromArgv } from './load-target.ts';

describe('a target', () => {
  it('from a file names its files relative to that file', () => {
    const folder = temporaryFolder({
      'own.yaml': 'command: [sh, run.sh, --flag, other]\nenv: { KEY: v, PATH: /own }\ntimeout_seconds: 2\n',
      'run.sh': '',
    });
    expect(loadTarget(join(folder, 'own.yaml'))).toEqual({
      name: 'own',
      command: [expect.stringMatching(/^\/.*\/sh$/), join(folder, 'run.sh'), '--flag', 'other'],
      env: { KEY: 'v' },
      path: '/own',
      timeoutMs: 2000,
      baseline: null,
    });
  });

  it('from the command line finds its program on the PATH, and has bounds and programs by default', () => {
    const target = targetFromArgv(['node', 'x.js'], '/nowhere');
    expect(target).toMatchObject({ name: null, env: {}, timeoutMs: 20_000 });
    expect(target.command[0]).toMatch(/^\/.*node$/);
    expect(target.path.split(':')).toContain('/usr/bin');
  });

  it('says what is wrong with it', () => {
    const folder = temporaryFolder({
      'bad.yaml': 'command: []\nnope: 1\n',
      'broken.yaml': 'a: [',
      plain: '',
    });
    expect(() => loadTarget(join(folder, 'bad.yaml'))).toThrow(
      /bad\.yaml:1:10: command[\s\S]*bad\.yaml:2:1: "nope"/,
    );
    expect(() => loadTarget(join(folder, 'broken.yaml'))).toThrow(/broken\.yaml:1:/);
    expect(() => loadTarget(join(folder, 'missing.yaml'))).toThrow('cannot be read');
    expect(() => targetFromArgv(['no-such-program-here'], folder)).toThrow(
      'no-such-program-here: no such program',
    );
    expect(() => targetFromArgv(['./plain'], folder)).toThrow('./plain: no such program');
  });
});
