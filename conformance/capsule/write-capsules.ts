import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { RunEvent } from '../model/event.ts';
import type { Json } from '../model/json.ts';
import type { SuiteCase } from '../model/suite.ts';
import type { Entry, Layout } from '../prepare/layout.ts';
import { writeLayout } from '../prepare/write-layout.ts';
import { readReport } from '../report/report-model.ts';
import type { Capsule, CapsuleHalf, CapsuleStep } from './capsule.ts';
import { type CapsuleContext, makeCapsule } from './make-capsule.ts';
import { reproScript } from './repro-script.ts';

/** A folder below `folder` for each case in which a step is not as it has to be, named as the case. Gives their ids. */
export function writeCapsules(
  events: readonly RunEvent[],
  cases: readonly SuiteCase[],
  folder: string,
  context: CapsuleContext,
): readonly string[] {
  const byId = new Map(cases.map((each) => [each.id, each] as const));
  return readReport(events).cases.flatMap((reported) => {
    const suiteCase = byId.get(reported.started.id);
    if (suiteCase === undefined || !reported.steps.some(({ findings }) => findings.length > 0)) return [];
    writeCapsule(makeCapsule(suiteCase, reported, context), join(folder, suiteCase.id));
    return [suiteCase.id];
  });
}

/** Takes the place of an older capsule of the same case. */
function writeCapsule(capsule: Capsule, at: string): void {
  rmSync(at, { recursive: true, force: true });
  writeLayout(
    at,
    new Map<string, Entry>([
      ['repro.sh', text(reproScript(capsule), 0o755)],
      ...capsule.halves.flatMap((half) => [
        ...filesOf(half.world, `${half.name}/world`),
        ...half.steps.flatMap((step, index) => stepFiles(half, step, index + 1)),
      ]),
    ]),
  );
}

function stepFiles(
  half: CapsuleHalf,
  step: CapsuleStep,
  number: number,
): readonly (readonly [string, Entry])[] {
  const at = `${half.name}/step-${number}`;
  return [
    [`${at}/argv.json`, json(step.args)],
    ...(step.stdin === null
      ? []
      : [[`${at}/stdin`, { kind: 'file', bytes: step.stdin, mode: 0o644 }] as const]),
    [`${at}/expected.json`, json(step.expected)],
    [`${at}/actual.json`, json(step.actual as unknown as Json)],
    ...filesOf(step.change, `${at}/change`),
  ];
}

/** Links, pipes and modes are the script's: an archive would lose them. */
function filesOf(layout: Layout, folder: string): readonly (readonly [string, Entry])[] {
  return [...layout].flatMap(([path, entry]) =>
    entry.kind === 'file' ? [[`${folder}/${path}`, { ...entry, mode: 0o644 }] as const] : [],
  );
}

function json(value: Json | readonly string[]): Entry {
  return text(`${JSON.stringify(value, null, 2)}\n`, 0o644);
}

function text(content: string, mode: number): Entry {
  return { kind: 'file', bytes: Buffer.from(content), mode };
}
