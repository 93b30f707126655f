import { describe, expect, it } from 'vitest';
import { fakeClock, fakeFiles, fakeIds, fakePorts } from './fake.ts';

const text = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes);

describe('the fake clock', () => {
  it('stands still until it is advanced, then runs what is due in its order', async () => {
    const clock = fakeClock();
    const seen: string[] = [];
    clock.after(20, () => seen.push(`late at ${clock.monotonicMs()}`));
    clock.after(10, () => seen.push(`early at ${clock.monotonicMs()}`));
    const takeBack = clock.after(5, () => seen.push('never'));
    takeBack();
    await clock.advance(19);
    expect([seen, clock.monotonicMs()]).toEqual([['early at 10'], 19]);
    await clock.advance(1);
    expect(seen).toEqual(['early at 10', 'late at 20']);
    expect(clock.now().toISOString()).toBe('2030-01-01T00:00:00.020Z');
  });

  it('runs timers that timers start, within the same advance', async () => {
    const clock = fakeClock();
    const seen: number[] = [];
    const again = () => {
      seen.push(clock.monotonicMs());
      clock.after(10, again);
    };
    clock.after(10, again);
    await clock.advance(35);
    expect(seen).toEqual([10, 20, 30]);
  });
});

describe('fake ids', () => {
  it('count', () => {
    const ids = fakeIds();
    expect([ids.next('run'), ids.next('event')]).toEqual(['run-0001', 'event-0002']);
  });
});

describe('fake files', () => {
  const files = () => fakeFiles({ '/a/b/file': 'text', '/a/other': new Uint8Array([1, 2]) });

  it('know files and the folders that they are in', () => {
    expect(files().status('/a/b/file')).toEqual({ kind: 'file', size: 4, executable: false });
    expect(files().status('/a/b')).toMatchObject({ kind: 'directory' });
    expect(files().status('/')).toMatchObject({ kind: 'directory' });
    expect(files().status('/c')).toBeUndefined();
    expect(files().list('/a')).toEqual(['b', 'other']);
    expect(files().list('/')).toEqual(['a']);
    expect(files().list('/a/other')).toBeUndefined();
    expect([files().real('/a/b'), files().real('/c')]).toEqual(['/a/b', undefined]);
  });

  it('are read, replaced, created, appended to, moved and removed as real ones are', () => {
    const each = files();
    expect([text(each.read('/a/b/file')), text(each.read('/a/b/file', 2)), each.read('/c')]).toEqual([
      'text',
      'te',
      undefined,
    ]);
    each.replace('/a/other', 'new');
    expect([each.create('/c', 'x'), each.create('/c', 'y'), each.create('/a', 'y')]).toEqual([
      true,
      false,
      false,
    ]);
    each.append('/c', 'yz', true);
    each.append('/d', 'new', false);
    expect([each.move('/c', '/e'), each.move('/c', '/e')]).toEqual([true, false]);
    each.remove('/d');
    expect([...each.contents].map(([path, content]) => [path, text(content)])).toEqual([
      ['/a/b/file', 'text'],
      ['/a/other', 'new'],
      ['/e', 'xyz'],
    ]);
  });

  it('fail every write once they are told to', () => {
    const each = files();
    each.failWrites('disk full');
    expect(() => each.append('/a/other', 'x', true)).toThrow('disk full');
    expect(() => each.create('/new', 'x')).toThrow('disk full');
    expect(text(each.read('/a/b/file'))).toBe('text');
  });
});

describe('fake programs', () => {
  const spec = { program: '/p', argv0: 'p', args: [], env: new Map(), cwd: '/' };

  it('end at once with status 0 when a test says nothing else', async () => {
    const { processes } = fakePorts();
    const running = processes.start(spec);
    expect(await running.ended).toEqual({ kind: 'exited', exitCode: 0 });
    await running.drained;
    expect([running.groupAlive(), running.signalGroup('SIGTERM')]).toEqual([false, false]);
    expect(processes.started.map((each) => each.spec)).toEqual([spec]);
  });

  it('do what a test makes them do, and die of a signal unless told otherwise', async () => {
    const { processes } = fakePorts({ onStart: (program) => program.write('stdout', 'early') });
    const running = processes.start(spec);
    const seen: string[] = [];
    running.onOutput((stream, chunk) => seen.push(`${stream} ${text(chunk)}`));
    processes.started[0]?.write('stderr', new Uint8Array([0x61]));
    expect(seen).toEqual(['stdout early', 'stderr a']);
    expect(running.signalGroup('SIGTERM')).toBe(true);
    expect(await running.ended).toEqual({ kind: 'signalled', signal: 'SIGTERM' });
    expect(processes.started[0]?.signals).toEqual(['SIGTERM']);
  });
});

describe('the fake host', () => {
  it('has the environment and the process ids that a test gives it', () => {
    const { host } = fakePorts({ env: { A: '1' }, pid: 7, alive: (pid) => pid === 7 });
    expect([host.env.get('A'), host.pid, host.isAlive(7), host.isAlive(8)]).toEqual(['1', 7, true, false]);
    expect(fakePorts().host.isAlive(1)).toBe(true);
  });
});
