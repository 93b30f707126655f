import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { builds, isLanguage, languages } from '../onboarding/languages.ts';
import type { Terminal } from '../ports/terminal.ts';
import { quoteForShell } from '../prepare/behaviour-plan.ts';
import { type ExitStatus, exitStatus } from './exit-status.ts';
import { type Kit, UsageError } from './open-suite.ts';

/** `init`: a runtime that answers two verbs, and a target file. Never writes over a file that is there. */
export function initCommand(language: string, folder: string, kit: Kit, terminal: Terminal): ExitStatus {
  if (!isLanguage(language)) throw new UsageError(`--lang ${language}: one of ${languages.join(', ')}`);
  const from = join(kit.root, 'conformance/skeletons', language);
  const files = readdirSync(from).sort();
  const taken = files.filter((file) => existsSync(join(folder, file)));
  if (taken.length > 0)
    throw new UsageError(`${taken.join(', ')}: already in ${folder}; nothing was written`);
  mkdirSync(folder, { recursive: true });
  for (const file of files) writeFileSync(join(folder, file), readFileSync(join(from, file)));
  const steps = [
    ...(folder === '.' ? [] : [`cd ${quoteForShell(folder)}`]),
    ...(builds[language] === undefined ? [] : [builds[language]]),
    'swarmkit-conformance doctor --target conformance-target.yaml',
    'swarmkit-conformance run --target conformance-target.yaml --only load/workspace.missing-workspace-yaml',
  ];
  terminal.out(
    [
      ...files.map((file) => `wrote ${join(folder, file)}`),
      '',
      'Next:',
      ...steps.map((step) => `  ${step}`),
      '',
    ].join('\n'),
  );
  return exitStatus.clean;
}
