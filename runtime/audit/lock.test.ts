import { describe, expect, it } from 'vitest';
import { fakePorts } from '../ports/fake.ts';
import { guardOf, underLock } from './lock.ts';

const path = '/state/r.lock';

function tryLock(world: Parameters<typeof fakePorts>[0] = {}) {
  const ports = fakePorts(world);
  const seen: string[] = [];
  const result = underLock(path, ports, () => {
    seen.push(new TextDecoder().decode(ports.files.read(path)));
  });
  return { ports, seen, result };
}

describe('underLock', () => {
  it('holds the lock in its own name, and leaves nothing behind', async () => {
    const { ports, seen, result } = tryLock({ pid: 7 });
    expect(await result).toEqual({ done: true });
    expect(seen).toEqual(['7']);
    expect([...ports.files.contents]).toEqual([]);
  });

  it('waits for another process', async () => {
    const { ports, seen, result } = tryLock({ files: { [path]: '42' } });
    await ports.clock.advance(1000);
    expect(seen).toEqual([]);
    ports.files.remove(path);
    await ports.clock.advance(10);
    expect(await result).toEqual({ done: true });
    expect(seen).toHaveLength(1);
  });

  it.each([
    ['42', 42],
    ['', null],
    ['not a number', null],
  ])('gives up after five seconds, naming the owner where it is known: %j', async (content, owner) => {
    const { ports, seen, result } = tryLock({ files: { [path]: content } });
    await ports.clock.advance(5100);
    expect(await result).toEqual({ done: false, owner });
    expect(seen).toEqual([]);
    expect(ports.files.contents.has(path)).toBe(true);
  });

  it.each([
    ['a dead process', '42', 7],
    ['an earlier process with the same id', '7', 7],
  ])('takes over from %s', async (_, content, pid) => {
    const { ports, seen, result } = tryLock({
      files: { [path]: content },
      pid,
      alive: (each) => each === pid,
    });
    expect(await result).toEqual({ done: true });
    expect(seen).toEqual(['7']);
    expect([...ports.files.contents]).toEqual([]);
  });

  it('does not remove an abandoned lock while another process is about to', async () => {
    const files = { [path]: '42', [guardOf(path)]: '43' };
    const { ports, seen, result } = tryLock({ files, alive: (pid) => pid !== 42 });
    await ports.clock.advance(100);
    expect(seen).toEqual([]);
    ports.files.remove(guardOf(path));
    await ports.clock.advance(20);
    expect(await result).toEqual({ done: true });
  });

  it('does not remove a lock that was taken anew since it was found abandoned', async () => {
    const ports = fakePorts({ files: { [path]: '42' }, alive: (pid) => pid === 43 });
    const create = ports.files.create;
    const files = {
      ...ports.files,
      create(name: string, content: string) {
        // Between the first look and the guard, another process removes the dead lock and takes its own.
        if (name === guardOf(path)) ports.files.replace(path, '43');
        return create(name, content);
      },
    };
    const result = underLock(path, { ...ports, files }, () => undefined);
    await ports.clock.advance(5100);
    expect(await result).toEqual({ done: false, owner: 43 });
  });

  it('is released when the action throws', async () => {
    const ports = fakePorts();
    const action = () => {
      throw new Error('disk full');
    };
    await expect(underLock(path, ports, action)).rejects.toThrow('disk full');
    expect(ports.files.contents.has(path)).toBe(false);
  });
});
