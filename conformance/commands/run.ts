import type { RunEvent } from '../model/event.ts';
import type { Terminal } from '../ports/terminal.ts';
import { loadMaterials } from '../prepare/load-materials.ts';
import { drawProgress } from '../report/progress.ts';
import { renderText } from '../report/render-text.ts';
import { openReports, type ReportFile } from '../report/report-files.ts';
import { type RunPlan, run } from '../run.ts';
import type { ExitStatus } from './exit-status.ts';
import { UsageError } from './open-suite.ts';
import { parseReport } from './parse-report.ts';
import { type PlanOptions, type PlanRequest, planRun } from './plan-run.ts';
import { statusOf } from './run-status.ts';

export interface RunOptions extends PlanOptions {
  readonly report: readonly string[];
  /** A folder for a capsule of each failure. */
  readonly capsules?: string;
}

export interface RunCommand extends PlanRequest {
  readonly options: RunOptions;
  readonly terminal: Terminal;
}

/** `run`: drives the cases, writes the reports, and says how it went. */
export async function runCommand(command: RunCommand): Promise<ExitStatus> {
  const { options, terminal } = command;
  const files = options.report.map(parseReport);
  const plan = planRun(command);
  const reports = open(files);
  const progress = terminal.progress === undefined ? undefined : drawProgress(terminal.progress);
  const events: RunEvent[] = [];
  await run(plan, (event) => {
    events.push(event);
    reports.write(event);
    progress?.onEvent(event);
  });
  progress?.clear();
  await reports.finish(events);
  await pack(events, plan, options.capsules, terminal);
  terminal.out(renderText(events, terminal.colour));
  return statusOf(events);
}

function open(files: readonly ReportFile[]): ReturnType<typeof openReports> {
  try {
    return openReports(files);
  } catch (error) {
    throw new UsageError(
      error instanceof Error ? `--report: ${error.message}` : '--report: a file cannot be written',
    );
  }
}

async function pack(
  events: readonly RunEvent[],
  { suite, target, kit }: RunPlan,
  folder: string | undefined,
  terminal: Terminal,
): Promise<void> {
  if (folder === undefined) return;
  const { writeCapsules } = await import('../capsule/write-capsules.ts');
  const ids = writeCapsules(events, suite.cases, folder, {
    prepare: { materials: loadMaterials(kit.root), path: target.path, env: target.env },
    command: target.command,
  });
  terminal.err(`${ids.length} ${ids.length === 1 ? 'capsule' : 'capsules'} in ${folder}\n`);
}
