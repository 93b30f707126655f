import { expect, it } from 'vitest';
import { programName } from './program-name.ts';

it.each([
  ['python', 'python'],
  ['/usr/bin/python3.11', 'python'],
  ['C:\\Python\\PYTHON.EXE', 'python'],
  ['lua5.4', 'lua'],
  ['ksh93', 'ksh'],
  ['gawk-5.1.0', 'gawk'],
  ['./bin/tool', 'tool'],
  ['7.3', '7.3'],
  ['', ''],
])('%j is known as %j', (written, name) => {
  expect(programName(written)).toBe(name);
});
