import { expect, it } from 'vitest';
import { parseConstraint } from './constraint.ts';
import { judgeVersion } from './judge-version.ts';
import { parseVersion } from './version.ts';

function judge(text: string, range = '>=1.7') {
  const version = parseVersion(text);
  const constraint = parseConstraint(range);
  if (version === undefined || !constraint.ok) throw new Error(`${text} or ${range} does not parse`);
  return judgeVersion('jq', { version }, constraint.value);
}

it('has nothing to say when the version will do', () => {
  expect(judge('1.7.1-apple')).toBeUndefined();
});

it('names the binary, what it is and what is asked for', () => {
  expect(judge('1.6')).toMatchObject({
    code: 'command-pack.version-mismatch',
    severity: 'error',
    message: 'jq is 1.6, which does not meet >=1.7',
  });
});

it('shows the line from which no version could be read, and what to declare', () => {
  const constraint = parseConstraint('*');
  if (!constraint.ok) throw new Error('* does not parse');
  const reading = { unreadable: 'it exited with status 2', line: 'unknown option "--version"' };
  expect(judgeVersion('go', reading, constraint.value)).toMatchObject({
    code: 'command-pack.version-unreadable',
    message:
      'cannot tell the version of go: it exited with status 2; its first line: "unknown option \\"--version\\""',
    hint: expect.stringContaining('version_args'),
  });
});
