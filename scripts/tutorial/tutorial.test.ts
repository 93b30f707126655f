import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { play, withoutChance } from './play.ts';

it('the tutorial shows what its commands print', { timeout: 120_000 }, () => {
  const page = readFileSync('conformance/TUTORIAL.md', 'utf8');
  expect(withoutChance(play(page)), 'tsx scripts/write-tutorial.ts writes it anew').toBe(withoutChance(page));
});

it('a command whose output changes is noticed', () => {
  const page = '```console\n$ echo one; mkdir a; cd a\nother\n$ basename "$PWD"\n```\n';
  expect(play(page)).toBe('```console\n$ echo one; mkdir a; cd a\none\n$ basename "$PWD"\na\n```\n');
  expect(withoutChance('came back  1 ms\n')).toBe(withoutChance('came back  22 ms\n'));
});
