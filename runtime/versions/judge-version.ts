import { type Problem, problem } from '../model/problem.ts';
import { type Constraint, satisfies } from './constraint.ts';
import type { Reading } from './read-version.ts';

/** Whether what was read meets the requirement; the problem says what was found and what to do, and has no place yet. */
export function judgeVersion(binary: string, reading: Reading, constraint: Constraint): Problem | undefined {
  if ('unreadable' in reading) return unreadable(binary, reading);
  if (satisfies(reading.version, constraint)) return undefined;
  const message = `${binary} is ${reading.version.text}, which does not meet ${constraint.text}`;
  return problem('command-pack.version-mismatch', message, {
    hint: `install a ${binary} that meets ${constraint.text}, or widen the range if this one will do`,
  });
}

function unreadable(
  binary: string,
  { unreadable, line }: Extract<Reading, { readonly unreadable: string }>,
): Problem {
  const shown = line === '' ? '' : `; its first line: ${JSON.stringify(line)}`;
  return problem(
    'command-pack.version-unreadable',
    `cannot tell the version of ${binary}: ${unreadable}${shown}`,
    {
      hint: `say how to ask it: version_args, version_pattern (its first group is the version), version_ok_exit`,
    },
  );
}
