import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandLine } from '../drive/command-line.ts';
import { fillStep } from '../drive/fill-step.ts';
import { toRequest } from '../drive/to-request.ts';
import type { Step } from '../model/case.ts';
import { verbOf } from '../model/case.ts';
import type { Json } from '../model/json.ts';
import type { Half, SuiteCase } from '../model/suite.ts';
import { type Entry, type Layout, layOutFiles } from '../prepare/layout.ts';
import { type PrepareContext, type Prepared, prepare } from '../prepare/prepare.ts';
import type { ReportedCase } from '../report/report-model.ts';
import { verdictIn } from '../report/report-model.ts';
import { type Capsule, type CapsuleHalf, type CapsuleStep, rootMark } from './capsule.ts';

type StepEvent = ReportedCase['steps'][number];

export interface CapsuleContext {
  readonly prepare: PrepareContext;
  /** argv of the runtime. */
  readonly command: readonly string[];
}

/** Prepares the case once more (secrets are drawn anew) and puts beside it what the run saw. */
export function makeCapsule(suiteCase: SuiteCase, reported: ReportedCase, context: CapsuleContext): Capsule {
  const failed = new Set(
    reported.steps.filter(({ findings }) => findings.length > 0).map(({ half }) => half),
  );
  const { id, title, why, clauses, halves } = suiteCase;
  return {
    id,
    title,
    why,
    clauses: clauses.map(
      (clause) => `${clause.id} (${clause.level}) ${clause.text.trim().replaceAll(/\s+/g, ' ')}`,
    ),
    verdict: verdictIn(reported),
    reason: reported.ended?.reason ?? '',
    reproduce: reported.started.reproduce,
    command: context.command,
    halves: halves
      .filter(({ name }) => failed.has(name))
      .map((half) =>
        halfOf(
          half,
          reported.steps.filter((step) => step.half === half.name),
          context,
        ),
      ),
  };
}

function halfOf(half: Half, events: readonly StepEvent[], context: CapsuleContext): CapsuleHalf {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'capsule-')));
  try {
    const prepared = prepare(half, root, context.prepare);
    return {
      name: half.name,
      differs: half.differs,
      world: markLayout(prepared.planted(), root),
      env: new Map([...prepared.env].map(([name, value]) => [name, markText(value, root)])),
      steps: half.steps.slice(0, events.length).map((step, index) => stepOf(step, prepared, events[index])),
      needsKit: half.given.model !== undefined || half.steps.some(({ serve }) => serve !== undefined),
    };
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** References that a step before would have captured stay as they are written: the script fills them in. */
function stepOf(written: Step, { bindings, folder }: Prepared, event: StepEvent | undefined): CapsuleStep {
  const step = fillStep(written, bindings);
  const { args, stdin } = commandLine(toRequest(step, folder));
  const mark = (text: string) => markText(text, folder.root);
  return {
    verb: verbOf(step),
    args: args.map(mark),
    stdin: stdin === null ? null : markBytes(stdin, folder.root),
    times: step.times ?? 1,
    change: markLayout(layOutFiles(step.change ?? {}), folder.root),
    captures: new Map(Object.entries(step.capture ?? {})),
    expected: JSON.parse(mark(JSON.stringify(step.expect))) as Json,
    actual: {
      exchange: event?.exchange ?? null,
      findings: (event?.findings ?? []) as unknown as readonly Json[],
    },
  };
}

function markLayout(layout: Layout, root: string): Layout {
  return new Map([...layout].map(([path, entry]) => [path, markEntry(entry, root)]));
}

function markEntry(entry: Entry, root: string): Entry {
  if (entry.kind === 'symlink') return { ...entry, target: markText(entry.target, root) };
  return entry.kind === 'file' ? { ...entry, bytes: markBytes(entry.bytes, root) } : entry;
}

function markText(text: string, root: string): string {
  return text.replaceAll(root, rootMark);
}

/** Latin-1 keeps every byte as it is, so that files which are no text survive. */
function markBytes(bytes: Uint8Array, root: string): Uint8Array {
  const text = Buffer.from(bytes).toString('latin1');
  return text.includes(root) ? Buffer.from(markText(text, root), 'latin1') : bytes;
}
