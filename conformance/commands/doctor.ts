import { mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openContext } from '../drive/open-context.ts';
import { removeQuietly } from '../drive/remove-quietly.ts';
import { blameOf, climb } from '../onboarding/climb.ts';
import { renderClimb } from '../onboarding/render-climb.ts';
import type { Terminal } from '../ports/terminal.ts';
import { type ExitStatus, exitStatus } from './exit-status.ts';
import type { Kit } from './open-suite.ts';
import { chooseTarget } from './plan-run.ts';

export interface DoctorCommand {
  readonly target: string | undefined;
  readonly command: readonly string[];
  readonly kit: Kit;
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
}

/** `doctor`: ten small probes, each on the shoulders of those before. Clean when all ten hold. */
export async function doctorCommand({
  target: file,
  command,
  kit,
  terminal,
  signal,
}: DoctorCommand): Promise<ExitStatus> {
  const target = chooseTarget(file, command);
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'conformance-')));
  try {
    const climbed = await climb(folder, openContext({ target, kit, keep: false, signal }));
    terminal.out(renderClimb(climbed));
    const failed = climbed.find(({ findings }) => findings.length > 0);
    if (failed === undefined) return exitStatus.clean;
    return blameOf(failed) === 'kit' ? exitStatus.incomplete : exitStatus.regression;
  } finally {
    await removeQuietly(folder);
  }
}
